/** Projecting: one list rebuilt and kept, and all tables of the service together. */
import { Client } from "pg";
import type { Contender, Faults, Part, Sample } from "../harness/part";
import { hasRealObservations, writeRealObservations } from "../harness/real-observations";
import type { Stage } from "../harness/stage";
import type { Worker } from "../harness/worker";

const EVENTS = 50_000;
const LIVE_EVENTS = 20_000;
/** A few seconds' work for its consumer. */
const EMMETT_EVENTS = 1_500;
/** Of the real observations; their events are what all tables are filled from. */
const OBSERVATIONS = 20_000;

const REBUILDING_COSTS =
  "On 2026-11-22, by CPU time on a busy machine: an event costs 15 µs in Node (a quarter of it garbage, the rest reading its JSON, folding and writing the statement) and 16 in PostgreSQL (6.4 to give it out as text, 5 of them for its JSON; 1.5 to look for its row; 8 to write it), the SQL alone 8. Reading, folding and writing go on side by side, so two cores that do nothing else end at 64,000/s, and fewer where others want them: the SQL takes one core, a rebuild both";
const FOLLOWING_COSTS =
  "On 2026-11-22, by CPU time on a busy machine: an event costs 48 µs in Node and 58 in PostgreSQL, appending it among them: 32 of PostgreSQL's are the log's row with its five indexes, 17 the table's, 6.5 are for reading it again. Two cores that do nothing else end at 19,000/s, which is 28 times emmett's; emmett's figure has no appending in it";

type Timed = Faults & { readonly ms: number };
const sampleOf = (events: number, { ms, ...faults }: Timed): Sample => ({ value: (events * 1_000) / ms, ...faults });

const TABLE = "CREATE TABLE read_model.by_sql (LIKE read_model.competitors INCLUDING ALL)";
const SQL = `INSERT INTO read_model.by_sql
  SELECT data->>'competitorId', data->>'businessId', data->>'placeId', true, data->'claim'->>'name',
    data->'claim'->>'address', (data->'claim'->>'rating')::double precision, (data->'claim'->>'reviewCount')::integer,
    data->'claim'->>'website', (metadata->>'occurredAt')::timestamptz, (metadata->>'occurredAt')::timestamptz, true
  FROM event_log.events WHERE type = 'CompetitorAdded' ORDER BY position`;

function bySql(client: Client, events: number): Contender {
  return {
    name: "SQL",
    setUp:
      "one INSERT … SELECT over the same log into the same table with its indexes; it could fold no two events into one row",
    async run() {
      await client.query("TRUNCATE read_model.by_sql");
      const began = performance.now();
      const { rowCount } = await client.query(SQL);
      const ms = performance.now() - began;
      return sampleOf(events, { ms, lost: events - (rowCount ?? 0), doubled: 0, outOfOrder: 0 });
    },
  };
}

/** The same events for the service and for SQL; emmett has some of its own, because it would take minutes with all. */
async function openList(stage: Stage, events: number) {
  const url = await stage.newDatabase("project");
  const ours = await stage.worker("workers/project.ts", url);
  await ours.call("live", events);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(TABLE);
  return { ours, client };
}

const emmettOf = (worker: Worker): Contender => ({
  name: "emmett",
  setUp: `its consumer as it comes (100 messages every 50 ms), one upsert an event, ${EMMETT_EVENTS} events`,
  run: async () => sampleOf(EMMETT_EVENTS, await worker.call<Timed>("catchUp", EMMETT_EVENTS)),
});

/** Filled once; every round forgets the tables and fills them again. */
async function openAll(stage: Stage): Promise<Contender> {
  const [url, worker] = [await stage.newDatabase("project_all"), await stage.worker("workers/take-in.ts", null)];
  const { file } = await writeRealObservations(stage.folder, OBSERVATIONS * stage.scale);
  await worker.call("run", { url, file });
  return {
    name: "the service",
    setUp: "all of its tables at once, from the first event to the last",
    async run() {
      const { ms, events, megabytes, ...faults } = await worker.call<
        Timed & { readonly events: number; readonly megabytes: number }
      >("refill", url);
      return { value: (events * 1_000) / ms, ...faults, also: { events, MB: megabytes } };
    },
  };
}

export const project: Part = {
  name: "project",
  seconds: 60,
  about: "Events folded into rows.",
  async open(stage) {
    const events = EVENTS * stage.scale;
    const { ours, client } = await openList(stage, events);
    const following = await stage.worker("workers/project.ts", await stage.newDatabase("project_live"));
    const emmett = await stage.worker("peers/emmett-consumer.mjs", await stage.newDatabase("project_emmett"));
    await emmett.call("fill", EMMETT_EVENTS);
    const service = (setUp: string, run: Contender["run"]): Contender => ({ name: "the service", setUp, run });
    const rebuilt = service("a rebuild beside the live table, until it has taken its place", async () =>
      sampleOf(events, await ours.call<Timed>("rebuild", events)),
    );
    const live = service(`${LIVE_EVENTS} events in appends of 100, until the last one's row is visible`, async () =>
      sampleOf(LIVE_EVENTS, await following.call<Timed>("live", LIVE_EVENTS)),
    );
    const hundredTimes = { against: "emmett", times: 100 };
    const rebuilding = [
      { ...hundredTimes, obstacle: REBUILDING_COSTS },
      { against: "SQL", times: 0.4, obstacle: REBUILDING_COSTS },
    ];
    const all = hasRealObservations() ? await openAll(stage) : undefined;
    return {
      workloads: [
        {
          name: "a list rebuilt",
          unit: "/s",
          contenders: [rebuilt, emmettOf(emmett), bySql(client, events)],
          targets: rebuilding,
        },
        {
          name: "a list kept live",
          unit: "/s",
          contenders: [live, emmettOf(emmett)],
          targets: [{ ...hundredTimes, obstacle: FOLLOWING_COSTS }],
        },
        ...(all === undefined
          ? []
          : [
              {
                name: "all tables together",
                unit: "/s" as const,
                contenders: [all] as const,
                targets: [{ figure: "value", atLeast: 20_000 }],
              },
            ]),
      ],
      close: () => client.end(),
    };
  },
};
