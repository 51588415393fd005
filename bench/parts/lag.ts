/** How late a reader is: from the answer of a write to its row's being visible, while writes come steadily. */
import { startPeer } from "../../test/support/eventstoredb-peer-control";
import { latencies } from "../harness/figures";
import type { Contender, Faults, Part, Sample, Workload } from "../harness/part";
import type { Stage } from "../harness/stage";
import { openWorld } from "../harness/world";

const WRITES_PER_SECOND = 500;
const ROUND_MS = 60_000;
/** What emmett's consumer keeps up with as it comes; with more it falls behind for as long as they come. */
const EMMETT_PER_SECOND = 50;
const EMMETT_MS_MAX = 10_000;
const CONNECTIONS = 64;
/** As many as the plan allows. */
const COMPETITORS_EACH = 100;
/** A round's writes are shared out among so many more businesses than could hold them, each with a key of its own. */
const SPARE = 20;
const businessesFor = (ms: number): number => Math.ceil((ms * WRITES_PER_SECOND) / 1_000 / COMPETITORS_EACH) + SPARE;
/** Enough for one round and its warm-up. */
const BUSINESSES = 2 * businessesFor(ROUND_MS);

/** Every row that becomes visible is told by its commit. */
const TELL = `
  CREATE FUNCTION read_model.tell() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('visible', NEW.place_id); RETURN NULL; END $$;
  CREATE TRIGGER told AFTER INSERT ON read_model.competitors FOR EACH ROW EXECUTE FUNCTION read_model.tell()`;

export interface Followed extends Faults {
  readonly lags: readonly number[];
}

const sampleOf = ({ lags, lost, doubled, outOfOrder }: Followed, ms: number): Sample => {
  const { p50, p99, max } = latencies(lags);
  return { value: p50, lost, doubled, outOfOrder, also: { p99, max, "writes/s": (lags.length * 1_000) / ms } };
};

interface Ours {
  readonly contender: Contender;
  close(): Promise<void>;
}

async function openOurs(
  stage: Stage,
  name: string,
  log: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Ours> {
  const wanted = { number: BUSINESSES * stage.scale, keysEach: 1, competitorsEach: 0 };
  const { service, databaseUrl, tenants } = await openWorld(stage, name, wanted, { settings });
  await service.database.query(TELL);
  const follow = await stage.worker("workers/follow-writes.ts", databaseUrl);
  const fresh = [...tenants];
  let rounds = 0;
  return {
    contender: {
      name: "the service",
      setUp: `as a container runs it, ${log}, ${WRITES_PER_SECOND} POST /api/v1/competitors a second over ${CONNECTIONS} connections`,
      async run({ ms }) {
        await service.quiet();
        const some = fresh.splice(0, businessesFor(ms));
        const headers = some.map(({ keys }) => ["x-service-key", keys[0] ?? ""]);
        const to = { url: service.url, path: "/api/v1/competitors", method: "POST", status: 201, headers };
        const most = { requestsMax: some.length * COMPETITORS_EACH, connections: CONNECTIONS };
        const place = `round-${(rounds += 1)}`;
        const load = { ...to, ...most, place, ms, perSecond: WRITES_PER_SECOND };
        return sampleOf(await follow.call<Followed>("run", load), ms);
      },
    },
    close: () => service.stop(),
  };
}

async function openEmmett(stage: Stage): Promise<Contender> {
  const worker = await stage.worker("peers/emmett-consumer.mjs", await stage.newDatabase("lag_emmett"));
  return {
    name: "emmett",
    setUp: `its consumer as it comes (100 messages every 50 ms), one upsert an event, ${EMMETT_PER_SECOND} appends a second, with which it keeps up`,
    async run({ ms }) {
      const steady = { ms: Math.min(ms / 2, EMMETT_MS_MAX), perSecond: EMMETT_PER_SECOND };
      return sampleOf(await worker.call<Followed>("follow", steady), steady.ms);
    },
  };
}

const COSTS =
  "On 2026-11-22, 500 writes kept Node busy for 0.7 s of each second and PostgreSQL for 0.4; since 2026-11-23 process managers fold more in a transaction while events keep coming, which by itself takes 0.08 s off each. They stand beside the load on the same two cores, so what is to become visible waits behind the requests that came before it";
const BESIDE_STAND_IN = `${COSTS}; the stand-in for EventStoreDB takes its share of the cores too`;

const bounds = (obstacle: string): Workload["targets"] => [
  { figure: "value", atMost: 2, obstacle },
  { figure: "p99", atMost: 15, obstacle },
  { figure: "writes/s", atLeast: 0.95 * WRITES_PER_SECOND, obstacle },
];

const SECONDS = ROUND_MS / 1_000;

/** One after the other: whoever is not measured does not run. */
export const lag: Part = {
  name: "lag",
  seconds: 175,
  about:
    "Milliseconds from the answer of a write to its row's being visible; the median, of which p99 and max stand beside.",
  async open(stage) {
    const postgres = await openOurs(stage, "lag", "its log in PostgreSQL");
    const emmett = await openEmmett(stage);
    const peer = await startPeer();
    const EVENTSTOREDB_URL = peer.connectionString;
    const eventStore = await openOurs(stage, "lag_eventstoredb", "its log in a stand-in for EventStoreDB", {
      EVENTSTOREDB_URL,
    });
    const workload = (name: string, contenders: Workload["contenders"], targets: Workload["targets"]): Workload => ({
      ...{ name: `${WRITES_PER_SECOND} writes/s for ${SECONDS} s${name}`, unit: "ms", rounds: 1, roundMs: ROUND_MS },
      ...{ contenders, targets },
    });
    return {
      workloads: [
        workload(
          "",
          [postgres.contender, emmett],
          [...bounds(COSTS), { against: "emmett", times: 100, obstacle: COSTS }],
        ),
        workload(", on EventStoreDB's protocol", [eventStore.contender], bounds(BESIDE_STAND_IN)),
      ],
      async close() {
        await Promise.all([postgres.close(), eventStore.close()]);
        await peer.stop();
      },
    };
  },
};
