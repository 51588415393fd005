/** The same work on ten times the data: the service against itself. */
import type { OpenPart, Part, Workload } from "./part";
import type { Stage } from "./stage";

export const GROWTH = 10;
const ENOUGH = 0.8;

const on = (stage: Stage, scale: number): Stage => ({
  ...stage,
  scale,
  newDatabase: (name) => stage.newDatabase(`${name}_x${scale}`),
});

/** A part whose workloads play the service alone, on the usual data and on ten times as much. */
export const grown = (part: Part): Part => ({
  ...part,
  async open(stage): Promise<OpenPart> {
    const usual = await part.open(on(stage, 1));
    const more = await part.open(on(stage, GROWTH));
    const workloads = more.workloads.map((workload, number): Workload => {
      const [ours] = workload.contenders;
      const before = usual.workloads[number]?.contenders[0] ?? ours;
      const contenders = [
        { ...ours, name: `${GROWTH} × the data` },
        { ...before, name: "the usual data" },
      ] as const;
      return { ...workload, contenders, targets: [{ against: "the usual data", times: ENOUGH }] };
    });
    return {
      workloads,
      async close() {
        await usual.close();
        await more.close();
      },
    };
  },
});
