/** Appending: each event in a stream of its own, all in ten shared ones, and one after another. */
import { Client } from "pg";
import type { Contender, Part, Workload } from "../harness/part";
import { pgbench, pgbenchVersion, TABLE } from "../harness/pgbench";
import type { Stage } from "../harness/stage";
import type { Worker } from "../harness/worker";
import { sampleOf, type Appended, type Appending } from "./appending";

/** Where it is asked how appending goes on a longer log. */
const EVENTS_BEFORE = 20_000;

type Append = (appending: Appending) => Promise<Appended>;
type How = Omit<Appending, "ms">;

const SERVICE =
  "its own log: group commit over one connection, behind a port that any number of callers share; what the service does before an append (deciding, checking, sealing) is no part of it, what the log does (repetitions and erased streams are looked for, listeners told) is";
const EMMETT =
  "appendToStream over a pool of 20 connections, its schema made beforehand; on a shared stream without an expected version, and again where it conflicts";
const SQL =
  "one prepared statement and one commit a row, a connection for each in flight, the primary key its only index";
const TOGETHER_COSTS =
  "On 2026-11-23, by CPU time on a busy machine: an append costs 28 to 41 µs in Node and 34 to 48 in PostgreSQL, of which 6 are reading the JSON and 9 the row with its indexes (none of them more than 2); on 2026-11-22 emmett's cost 350 and 630, an INSERT 24 and 205 to 219. Much of the rest is had once a batch: 57 and 58 µs with 32 in flight, 28 and 35 with 256. So a batch is made while PostgreSQL waits and committed while Node does, and the log has use for one core at a time where both others use all there are. Tried: two batches of half the size in flight over two connections, 10 to 15 µs more in Node, 15 to 19 in PostgreSQL, and slower where cores are wanted (idle ones were not at hand); events as arrays of text and jsonb in binary form for one JSON text, no difference";
const ALONE_COSTS =
  "On 2026-11-22, by CPU time on a busy machine: an append alone costs three fifths of emmett's (1.2 ms against 2.0, most of it waking up) and waits for the disk as often, once: the slower disk and machine, the less is left of the difference. An INSERT by pgbench, with nothing to look for, reaches 1.9 to 2.4 times emmett's speed";

const by =
  (worker: Worker): Append =>
  (appending) =>
    worker.call<Appended>("run", appending);

async function openInserts(stage: Stage): Promise<readonly [string, Append]> {
  const url = await stage.newDatabase("append_rows");
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(TABLE);
  await client.end();
  const version = pgbenchVersion();
  if (version !== undefined) return [version, (appending) => pgbench(url, stage.folder, appending)];
  return ["pg", by(await stage.worker("workers/insert-rows.ts", url))];
}

export const append: Part = {
  name: "append",
  seconds: 80,
  quick: true,
  about: "Events of 600 bytes, each appended by a call of its own and answered once it is on disk.",
  async open(stage) {
    const ours = await stage.worker("workers/append-log.ts", await stage.newDatabase("append_ours"));
    if (stage.scale > 1) await ours.call("fill", EVENTS_BEFORE * stage.scale);
    const emmett = await stage.worker("peers/emmett-append.mjs", await stage.newDatabase("append_emmett"));
    const [program, inserts] = await openInserts(stage);
    const contender = (name: string, setUp: string, does: Append, how: How): Contender => ({
      name,
      setUp,
      run: async ({ ms }) => sampleOf(await does({ ms, ...how })),
    });
    const workload = (name: string, how: How, targets: Workload["targets"], withInserts: boolean): Workload => ({
      name,
      unit: "/s",
      roundMs: 1_500,
      contenders: [
        contender("the service", SERVICE, by(ours), how),
        contender("emmett", EMMETT, by(emmett), how),
        ...(withInserts ? [contender("INSERT", `${program}: ${SQL}`, inserts, how)] : []),
      ],
      targets,
    });
    const own = { inFlight: 64, hot: false };
    const tenTimes = { against: "emmett", times: 10, obstacle: TOGETHER_COSTS };
    return {
      workloads: [
        workload(
          "own streams, 64 in flight",
          own,
          [tenTimes, { against: "INSERT", times: 2.5, obstacle: TOGETHER_COSTS }],
          true,
        ),
        workload("10 hot streams, 64 in flight", { inFlight: 64, hot: true }, [tenTimes], false),
        workload(
          "one at a time",
          { inFlight: 1, hot: false },
          [{ against: "emmett", times: 1.8, obstacle: ALONE_COSTS }],
          true,
        ),
      ],
      close: () => Promise.resolve(),
    };
  },
};
