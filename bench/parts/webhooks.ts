/** Webhooks: signed, sent through the guarded client and recorded, to a receiver on this machine. */
import { Client } from "pg";
import { migrations } from "../../infra/composition/catalogue/migrations";
import { migrate } from "../../infra/postgres/migrations";
import { createPool } from "../../infra/postgres/pool";
import { latencies } from "../harness/figures";
import { noFaults, type Contender, type Part, type Sample } from "../harness/part";
import type { Stage } from "../harness/stage";
import { until } from "../harness/until";
import type { Worker } from "../harness/worker";

const ENDPOINTS = 50;
const DELIVERIES = 6_000;
const ONE_BY_ONE = 2_000;
const SLOW_DELIVERIES = 4_000;
const LOOK_MS = 5;
const BODY = JSON.stringify({ id: "msg", type: "competitor.rating_change", data: { said: "x".repeat(500) } });

const COSTS =
  "On 2026-11-23, by CPU time on a busy machine: a delivery costs 135 to 175 µs in Node (an eighth handing bytes to the sockets, a tenth garbage, a tenth the two signatures, a sixth undici's own, 6 % circuits, 1 % making outcomes text), 85 to 107 in PostgreSQL (a claim locks and writes the row, a record writes it again with five index entries, and the attempt beside it; without the indexes by which deliveries are looked up it would be a third less) and 40 to 48 in the receiver; undici alone 62 to 95 and 28 to 45. So two cores that do nothing else end at 6,800/s where undici alone reaches 17,000";
const BOTH_CORES_BUSY =
  "On 2026-11-23, by CPU time on a busy machine: one process with its PostgreSQL and the receiver has use for two cores already, 150, 97 and 45 µs for a delivery: a second one adds nothing there but smaller batches";

const FILL = `INSERT INTO operational.webhook_deliveries
    (id, account_id, business_id, endpoint_id, event_type, body, sequence, status, manual, due_at, available_at, created_at)
  SELECT gen_random_uuid(), 'account', 'business', ($2::text[])[1 + n % cardinality($2::text[])], 'competitor.rating_change', $3, n,
    'pending', false, now(), now(), now() FROM generate_series(1, $1::integer) AS n`;
const EMPTY = "TRUNCATE operational.webhook_deliveries, operational.webhook_attempts";
const RECORDED = "SELECT count(*)::integer AS recorded FROM operational.webhook_deliveries WHERE status = 'delivered'";

const endpoints = (kind: string): readonly string[] =>
  Array.from({ length: ENDPOINTS }, (_, number) => `${kind}/${number}`);

interface Taken {
  readonly at: readonly number[];
  readonly again: number;
}

interface Hall {
  readonly database: Client;
  readonly sink: Worker;
  readonly senders: readonly Worker[];
}

async function recorded({ database }: Hall): Promise<number> {
  return (await database.query<{ recorded: number }>(RECORDED)).rows[0]?.recorded ?? 0;
}

/** From the start until the last outcome is recorded; deliveries to an endpoint that hangs are not waited for. */
async function deliver(hall: Hall, number: number, paths: readonly string[], processes = 1): Promise<Sample> {
  const { database, sink } = hall;
  const senders = hall.senders.slice(0, processes);
  await database.query(EMPTY);
  await database.query(FILL, [number, paths, BODY]);
  await sink.call("taken");
  const hanging = paths.filter((path) => path.startsWith("hang")).length * Math.ceil(number / paths.length);
  const wanted = number - hanging;
  const began = performance.now();
  await Promise.all(senders.map((sender) => sender.call("start")));
  // Rows are counted only once all has come: counted all the time, they would be what is measured.
  await until("everything had come", async () => (await sink.call<number>("count")) >= wanted, LOOK_MS);
  await until("everything was recorded", async () => (await recorded(hall)) >= wanted, LOOK_MS);
  const ms = performance.now() - began;
  const { at, again } = await sink.call<Taken>("taken");
  const { p50, p99 } = latencies(at.map((one) => one - performance.timeOrigin - began));
  await Promise.all(senders.map((sender) => sender.call("stop")));
  const lost = Math.max(0, wanted - at.length);
  return { value: (wanted * 1_000) / ms, lost, doubled: again, outOfOrder: 0, also: { p50, p99 } };
}

async function openHall(stage: Stage): Promise<Hall & { readonly plain: Worker }> {
  const url = await stage.newDatabase("webhooks");
  const pool = createPool({ url });
  await migrate(pool, migrations);
  await pool.end();
  const sink = await stage.worker("workers/sink.ts", null);
  const given = { url, port: await sink.call<number>("port") };
  const database = new Client({ connectionString: url });
  await database.connect();
  return {
    database,
    sink,
    senders: [
      await stage.worker("workers/webhook-sender.ts", given),
      await stage.worker("workers/webhook-sender.ts", given),
    ],
    plain: await stage.worker("workers/plain-senders.ts", given),
  };
}

/** What the plain ways do with so many, by what has come to the receiver. */
async function plainly(hall: Hall, number: number, does: () => Promise<unknown>): Promise<Sample> {
  await hall.database.query(EMPTY);
  await hall.database.query(FILL, [number, endpoints("fast"), BODY]);
  await hall.sink.call("taken");
  const began = performance.now();
  await does();
  const ms = performance.now() - began;
  const { at, again } = await hall.sink.call<Taken>("taken");
  return { ...noFaults, value: (number * 1_000) / ms, lost: Math.max(0, number - at.length), doubled: again };
}

const service = (name: string, setUp: string, run: Contender["run"]): Contender => ({ name, setUp, run });
/** The time to which 99 of 100 had come. */
const byP99 = ({ also, ...sample }: Sample): Sample => ({ ...sample, value: also?.["p99"] ?? NaN });

export const webhooks: Part = {
  name: "webhooks",
  seconds: 60,
  about: `Deliveries of 600 bytes to ${ENDPOINTS} endpoints of one receiver, from claiming to recording.`,
  async open(stage) {
    const hall = await openHall(stage);
    const { plain } = hall;
    const number = DELIVERIES * stage.scale;
    const usual = "its sender as it comes: leases, signatures, guarded client, circuits, every attempt recorded";
    const ours = (kind: string, count: number) =>
      service("the service", usual, () => deliver(hall, count, endpoints(kind)));
    const two = service("two processes", usual, () => deliver(hall, number, endpoints("fast"), 2));
    const alone = service("undici", "an Agent of 64 connections, nothing claimed, signed or recorded", () =>
      plainly(hall, number, () => plain.call("alone", { number, body: BODY })),
    );
    const oneByOne = service(
      "claim one, send one",
      "64 workers: one claimed with SKIP LOCKED, sent by undici, recorded",
      () => plainly(hall, ONE_BY_ONE, () => plain.call("oneByOne")),
    );
    const hanging = ["hang/0", ...endpoints("fast").slice(1)];
    const late = (name: string, paths: readonly string[]) =>
      service(name, usual, async () => byP99(await deliver(hall, number, paths)));
    return {
      workloads: [
        {
          name: "a receiver that answers at once",
          unit: "/s",
          contenders: [ours("fast", number), alone, oneByOne],
          targets: [
            { against: "undici", times: 0.5, obstacle: COSTS },
            { against: "claim one, send one", times: 4 },
          ],
        },
        {
          name: "a receiver that takes 50 ms",
          unit: "/s",
          contenders: [ours("slow", SLOW_DELIVERIES)],
          targets: [{ figure: "value", atLeast: 2_000 }],
        },
        {
          name: "two processes",
          unit: "/s",
          contenders: [two, { ...ours("fast", number), name: "one process" }],
          targets: [{ against: "one process", times: 1, obstacle: BOTH_CORES_BUSY }],
        },
        {
          name: "p99 of 49 endpoints, one more hanging",
          unit: "ms",
          contenders: [late("one hangs", hanging), late("none hangs", endpoints("fast").slice(1))],
          targets: [{ against: "none hangs", times: 1 / 1.2 }],
        },
      ],
      close: () => hall.database.end(),
    };
  },
};
