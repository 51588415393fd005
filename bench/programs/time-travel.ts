/** `npm run bench time-travel [events]`: how long a look into the past takes. */
import { randomBytes } from "node:crypto";
import { historyStreams } from "../../domain/business-streams";
import { openEngines, type Engines } from "../../infra/composition/engines";
import { createServiceTimeTravel } from "../../infra/composition/audit/time-travel";
import { loadConfig } from "../../infra/config/config";
import { createLogger } from "../../infra/logging/logger";
import { spreadOf } from "../harness/figures";
import { print } from "../harness/print";
import { openStage } from "../harness/stage";
import { SeedClock, recordBusyAccount } from "../harness/busy-account";

const ROUNDS = 5;
const EVENTS = 50_000;
/** Those of the read that shows the most of a competitor. */
const DETAILS = ["competitors", "places", "place_snapshots", "place_reviews", "place_sections"];

interface Measured {
  readonly ms: readonly number[];
  readonly cpuMs: readonly number[];
  readonly grownMiB: number;
}

/** One round before those that count. CPU time is that of this process alone; memory is the most that it grew by. */
async function measure(run: () => Promise<unknown>): Promise<Measured> {
  await run();
  const [ms, cpuMs]: [number[], number[]] = [[], []];
  const rss = process.memoryUsage.rss();
  let most = rss;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [begun, used] = [performance.now(), process.cpuUsage()];
    await run();
    const { user, system } = process.cpuUsage(used);
    ms.push(performance.now() - begun);
    cpuMs.push((user + system) / 1_000);
  }
  clearInterval(watch);
  return { ms, cpuMs, grownMiB: (most - rss) / 2 ** 20 };
}

const median = (values: readonly number[]) => spreadOf(values).median;

function row(name: string, { ms, cpuMs, grownMiB }: Measured, plainMs: number): string {
  const spread = `${Math.min(...ms).toFixed(0)}–${Math.max(...ms).toFixed(0)}`;
  const cells = [median(ms).toFixed(0), spread, median(cpuMs).toFixed(0), (median(ms) / plainMs).toFixed(1)];
  return [name.padEnd(38), ...cells.map((cell) => cell.padStart(11)), grownMiB.toFixed(0).padStart(9)].join("");
}

async function travel(engines: Engines, clock: SeedClock, wanted: number): Promise<void> {
  const { pool, log } = engines;
  const { businessId, events } = await recordBusyAccount(engines.runner, clock, wanted);
  clock.nextDay();
  await pool.query("ANALYZE");
  const head = await log.head();
  const timeTravel = createServiceTimeTravel(engines);
  const moment = { position: head };
  const { rows: streams } = await pool.query<{ stream: string }>(
    "SELECT DISTINCT stream FROM event_log.events WHERE stream = ANY ($1) OR starts_with(stream, 'place-')",
    [historyStreams(businessId)],
  );
  const plain = await measure(() =>
    pool.query("SELECT * FROM event_log.events WHERE stream = ANY ($1) ORDER BY position", [
      streams.map(({ stream }) => stream),
    ]),
  );
  const plainMs = median(plain.ms);
  const lines = {
    "plain SQL of the same events": plain,
    "query, a competitor's details": await measure(() =>
      timeTravel.query(businessId, moment, DETAILS, ({ read }) =>
        Promise.all(DETAILS.map((table) => read(table).limit(100))),
      ),
    ),
    "query, alerts": await measure(() =>
      timeTravel.query(businessId, moment, ["alerts"], ({ read }) => read("alerts").limit(100)),
    ),
    "fold, every aggregate and table": await measure(() => timeTravel.fold(businessId, moment)),
    "compare, the last 5,000 events": await measure(() =>
      timeTravel.compare(businessId, { position: head - 5_000 }, moment),
    ),
  };
  print(`${events} events in ${streams.length} streams; ${ROUNDS} rounds each`);
  const heads = ["median ms", "spread", "CPU ms", "to plain"].map((head) => head.padStart(11));
  print([" ".repeat(38), ...heads, "RSS +MiB".padStart(9)].join(""));
  for (const [name, measured] of Object.entries(lines)) print(row(name, measured, plainMs));
}

export async function run([events = String(EVENTS)]: readonly string[]): Promise<void> {
  const stage = await openStage();
  try {
    const clock = new SeedClock();
    const url = await stage.newDatabase("time_travel");
    const engines = await openEngines({
      config: loadConfig({ DATA_DIR: stage.folder }),
      connection: { url },
      masterKey: randomBytes(32),
      logger: createLogger({ level: "warn" }),
      clock,
    });
    await travel(engines, clock, Number(events));
    await engines.close();
  } finally {
    await stage.close();
  }
}
