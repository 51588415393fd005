/** `npm run bench folding`: what folding costs a process that holds all shards of a manager, against a manager that is whole. */
import { loadavg } from "node:os";
import type { EventLog, NewEvent } from "../../infra/event-log/event-log";
import { eventLogMigrations } from "../../infra/event-log/postgres/migrations";
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import { createIds, type Ids } from "../../infra/ids/ids";
import { silentLogger } from "../../infra/logging/logger";
import { leaseMigrations } from "../../infra/leases/migrations";
import { migrate } from "../../infra/postgres/migrations";
import { createPool } from "../../infra/postgres/pool";
import { processMigrations } from "../../infra/process-manager/migrations";
import { processManager, type Process } from "../../infra/process-manager/process-manager";
import { createProcessRunner } from "../../infra/process-manager/runner";
import { systemClock } from "../../infra/time/clock";
import { createLeaseHolder } from "../../infra/leases/lease-holder";
import { shownSpread, spreadOf } from "../harness/figures";
import { print } from "../harness/print";
import { openStage } from "../harness/stage";

const ROUNDS = 5;
const ACCOUNTS = 200;
/** As many events as are read at once: while catching up, and while events come one after another. */
const SIZES = [
  { page: 500, events: 10_000 },
  { page: 5, events: 1_000 },
];
const MOST = Math.max(...SIZES.map(({ events }) => events));
const APPENDED_TOGETHER = 50;
const PATIENCE_MS = 120_000;

type Told = { readonly type: "Told"; readonly data: { readonly account: string; readonly number: number } };

/** As webhooks are: a state of each account, and an intent of every event, which goes to a table of its own. */
function counting(shards: number): Process {
  const manager = processManager<Told>()({
    name: "counting",
    shards,
    initial: { count: 0, last: 0 },
    on: {
      Told: {
        instances: ({ data }) => data.account,
        react: ({ count }, { data: { number } }) => ({
          state: { count: count + 1, last: number },
          intents: [{ kind: "perform", effect: "deliver", payload: { number, text: "x".repeat(400) } }],
        }),
      },
    },
  });
  const store = "INSERT INTO operational.stored SELECT value FROM jsonb_array_elements($1)";
  const deliver = {
    async store(client: { query(sql: string, values: unknown[]): Promise<unknown> }, intents: readonly unknown[]) {
      await client.query(store, [JSON.stringify(intents)]);
    },
  };
  return { manager, effects: {}, stores: { deliver } };
}

async function fill(log: EventLog, ids: Ids): Promise<void> {
  const actor = { kind: "system", id: "bench" } as const;
  const stretch = (from: number): readonly NewEvent[] =>
    Array.from({ length: APPENDED_TOGETHER }, (_, index) => {
      const id = ids.next();
      const data = { account: `account-${(from + index) % ACCOUNTS}`, number: from + index };
      const cause = { commandId: id, correlationId: id, causationId: id };
      const metadata = { actor, ...cause, occurredAt: systemClock.now().toISOString(), schemaVersion: 1 };
      return { id, type: "Told", data, metadata };
    });
  for (let from = 0; from < MOST; from += APPENDED_TOGETHER)
    await log.append({ stream: `told-${from}`, expected: "any", commandId: ids.next(), events: [...stretch(from)] });
}

const shown = (values: readonly number[]) => shownSpread(spreadOf(values));

interface Round {
  readonly perSecond: number;
  readonly cpuUs: number;
}

export async function run(): Promise<void> {
  const stage = await openStage();
  const connection = { url: await stage.newDatabase("folding") };
  const pool = createPool(connection);
  const ids = createIds(systemClock);
  await migrate(pool, [...eventLogMigrations, ...processMigrations, ...leaseMigrations]);
  await pool.query("CREATE TABLE operational.stored (intent jsonb)");
  const log = createPostgresLog({ pool, connection, clock: systemClock });
  await fill(log, ids);
  await pool.query("ANALYZE");

  async function fold(shards: number, { page, events }: (typeof SIZES)[number]): Promise<Round> {
    const from = (await log.head()) - events;
    await pool.query("TRUNCATE operational.process_checkpoints, operational.process_instances, operational.stored");
    await pool.query(
      `INSERT INTO operational.process_checkpoints (manager, shard, shards, position)
        SELECT 'counting', shard, $1, $2 FROM generate_series(0, $1::integer - 1) AS shard`,
      [shards, from],
    );
    const subscribe: EventLog["subscribe"] = (options) => log.subscribe({ ...options, limit: page });
    const runner = ids.next();
    const engine = { pool, log: { ...log, subscribe }, clock: systemClock, ids, logger: silentLogger, runner };
    const processes = createProcessRunner({ ...engine, processes: [counting(shards)] });
    const leases = createLeaseHolder({ pool, logger: silentLogger, runner, duties: [processes.duties] });
    await processes.start();
    const [begun, used] = [performance.now(), process.cpuUsage()];
    await leases.start();
    if (!(await processes.processed(from + events, PATIENCE_MS))) throw new Error("It did not come to its end.");
    const { user, system } = process.cpuUsage(used);
    const seconds = (performance.now() - begun) / 1_000;
    await processes.stop();
    await leases.stop();
    return { perSecond: events / seconds, cpuUs: (user + system) / events };
  }

  print(`load ${loadavg()[0]?.toFixed(1)}; ${ROUNDS} rounds each, in turn; median (least–most)`);
  print(
    `${"events in a page".padEnd(18)}${"shards".padStart(8)}${"folds/s".padStart(26)}${"node µs/event".padStart(20)}`,
  );
  for (const size of SIZES) {
    const rounds = new Map<number, Round[]>([1, 4].map((shards) => [shards, []]));
    for (const shards of rounds.keys()) await fold(shards, size);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [shards, those] of rounds) those.push(await fold(shards, size));
    for (const [shards, those] of rounds) {
      const cells = [shown(those.map(({ perSecond }) => perSecond)), shown(those.map(({ cpuUs }) => cpuUs))];
      print(
        `${String(size.page).padEnd(18)}${String(shards).padStart(8)}${cells[0]?.padStart(26)}${cells[1]?.padStart(20)}`,
      );
    }
  }
  await log.close();
  await pool.end();
  await stage.close();
}
