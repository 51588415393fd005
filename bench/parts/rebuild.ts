/** Rebuilding: every table of the service anew from a log of a million events, and from a short one beside it. */
import type { Contender, Faults, Part } from "../harness/part";
import { hasRealObservations, writeRealCities } from "../harness/real-observations";
import type { Stage } from "../harness/stage";
import type { Worker } from "../harness/worker";

const EVENTS = 1_000_000;

interface Refilled extends Faults {
  readonly ms: number;
  readonly events: number;
  /** The most that it took. */
  readonly megabytes: number;
}

/** Takes a city in, and as many more as the log needs to have so many events. */
async function fill(worker: Worker, stage: Stage, url: string, events: number): Promise<void> {
  const takeIn = async (from: number, to: number) => {
    const file = await writeRealCities(stage.folder, from, to);
    return worker.call<{ readonly events: number }>("run", { url, file });
  };
  const one = await takeIn(0, 1);
  const cities = Math.ceil(events / one.events);
  if (cities > 1) await takeIn(1, cities);
}

export const rebuild: Part = {
  name: "rebuild",
  about: "Every table anew, from the first event to the last of a log of real observations.",
  seconds: 1_800,
  alone: true,
  async open(stage) {
    if (!hasRealObservations()) throw new Error("The real observations are not there, and nothing else is as long.");
    const worker = await stage.worker("workers/take-in.ts", null);
    const [short, long] = [await stage.newDatabase("rebuild_short"), await stage.newDatabase("rebuild_long")];
    await fill(worker, stage, short, 1);
    await fill(worker, stage, long, EVENTS);
    let shortMegabytes = NaN;
    const contender = (name: string, url: string): Contender => ({
      name,
      setUp: "all of its tables at once, each with its indexes; MB is the most that its process took",
      async run() {
        const { ms, events, megabytes, ...faults } = await worker.call<Refilled>("refill", url);
        if (url === short) shortMegabytes = megabytes;
        const also = { events, MB: megabytes, "memory, by that of a city": megabytes / shortMegabytes };
        return { value: (events * 1_000) / ms, ...faults, also };
      },
    });
    return {
      workloads: [
        {
          name: "every table over a million events",
          unit: "/s",
          rounds: 3,
          contenders: [contender("the service", long), contender("a city", short)],
          targets: [
            { figure: "value", atLeast: 20_000 },
            { figure: "memory, by that of a city", atMost: 1.25 },
            { against: "a city", times: 0.8 },
          ],
        },
      ],
      close: () => Promise.resolve(),
    };
  },
};
