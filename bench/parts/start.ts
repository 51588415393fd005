/** Starting: `npm start` until the service says that it is ready, on an empty folder, on one that it knows, after a kill; the first request. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { noFaults, type Contender, type Part, type Workload } from "../harness/part";
import { MASTER_KEY, startProgram, startService } from "../harness/service";
import type { Stage } from "../harness/stage";
import { openOwnEngines, recordTenants } from "../harness/tenants";

const COMPETITORS = 20;
/** Within which work moves from a process that fell. */
const AFTER_KILL_S_MAX = 10;
/** Nobody should notice that it has just been started. */
const FIRST_REQUEST_MS_MAX = 250;

/** The milliseconds of the first two reads of a list after a start, each over a connection of its own. */
async function openFirstRequest(stage: Stage): Promise<Contender> {
  const databaseUrl = await stage.newDatabase("start");
  const engines = await openOwnEngines(stage, databaseUrl);
  const [tenant] = await recordTenants(engines, { number: 1, keysEach: 1, competitorsEach: COMPETITORS });
  await engines.close();
  const headers = { "x-service-key": tenant?.keys[0] ?? "", connection: "close" };
  return {
    name: "the service",
    setUp: `GET /api/v1/competitors, ${COMPETITORS} rows, as soon as it is ready; the second one stands beside`,
    async run() {
      const service = await startService(stage, { databaseUrl });
      const timed = async (): Promise<number> => {
        const began = performance.now();
        const answer = await fetch(`${service.url}/api/v1/competitors`, { headers });
        const { count } = (await answer.json()) as { readonly count?: number };
        if (count !== COMPETITORS) throw new Error(`It answers ${answer.status} with ${String(count)} competitors.`);
        return performance.now() - began;
      };
      try {
        await service.caughtUp();
        return { ...noFaults, value: await timed(), also: { second: await timed() } };
      } finally {
        await service.stop();
      }
    },
  };
}

const atMost = (bound: number): Workload["targets"] => [{ figure: "value", atMost: bound }];

const contender = (setUp: string, run: () => Promise<number>): Contender => ({
  name: "the service",
  setUp,
  run: async () => ({ ...noFaults, value: await run() }),
});

type Settings = Readonly<Record<string, string>>;

const started = (stage: Stage, settings: Settings) =>
  startProgram(settings, join(stage.folder, "start.log"), ["npm", "start"]);

async function timedWith(stage: Stage, settings: Settings): Promise<number> {
  const began = performance.now();
  const running = await started(stage, settings);
  const seconds = (performance.now() - began) / 1_000;
  await running.stop();
  return seconds;
}

/** Both with the same data before and after. */
async function afterKills(stage: Stage, home: string): Promise<readonly Workload[]> {
  const afterKill = (setUp: string, settings: Settings) =>
    contender(setUp, async () => {
      await (await started(stage, settings)).kill();
      return timedWith(stage, settings);
    });
  const whole = afterKill("it and its PostgreSQL end by SIGKILL", { DATA_DIR: join(home, "killed") });
  const alone = afterKill("it ends by SIGKILL, and the PostgreSQL that DATABASE_URL names works on", {
    DATABASE_URL: await stage.newDatabase("killed"),
    MASTER_KEY: MASTER_KEY.toString("base64"),
    DATA_DIR: join(home, "outside"),
  });
  const targets = atMost(AFTER_KILL_S_MAX);
  return [
    { name: "after a kill", unit: "s", contenders: [whole], targets },
    { name: "after a kill, beside its database", unit: "s", contenders: [alone], targets },
  ];
}

export const start: Part = {
  name: "start",
  seconds: 90,
  about: "npm start, which compiles by its loader, with no settings at all, until /readyz answers 200.",
  async open(stage) {
    const home = join(stage.folder, "start");
    mkdirSync(home);
    let folders = 0;
    let known: string | undefined;
    const timed = (folder: string) => timedWith(stage, { DATA_DIR: folder });
    const first = contender("its database is made, with every table", async () => {
      const folder = join(home, String((folders += 1)));
      const seconds = await timed(folder);
      if (known !== undefined) rmSync(known, { recursive: true, force: true });
      known = folder;
      return seconds;
    });
    const second = contender("its database is there", () => timed(known ?? join(home, "known")));
    const request = await openFirstRequest(stage);
    return {
      workloads: [
        { name: "the first time", unit: "s", contenders: [first], targets: atMost(10) },
        { name: "the second time", unit: "s", contenders: [second], targets: atMost(3) },
        ...(await afterKills(stage, home)),
        {
          ...{ name: "the first request", unit: "ms", rounds: 3, contenders: [request] },
          targets: atMost(FIRST_REQUEST_MS_MAX),
        },
      ],
      close: () => Promise.resolve(),
    };
  },
};
