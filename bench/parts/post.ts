/** Writing: competitors that are tracked from now on, with everything that the service does around it and because of it. */
import type { Contender, Part, Sample } from "../harness/part";
import { CONNECTIONS, loadOf, type Load } from "../harness/load";
import type { Service } from "../harness/service";
import type { Worker } from "../harness/worker";
import { openWorld } from "../harness/world";

/** Each business of a round takes as many competitors as its plan allows; every round has businesses of its own. */
const BUSINESSES = 200;
const COMPETITORS_EACH = 100;
const ROUNDS = 6;

const COSTS =
  "On 2026-11-23, by CPU time on a machine that others kept busy: a POST costs 1,210 to 1,370 µs in Node and 850 to 940 in PostgreSQL, express and knex about 440 in Node. Of Node's a fifth to a quarter are messages to PostgreSQL and a tenth is garbage; of what PostgreSQL's statements take, 36 % are the two appends, 14 % moving checkpoints, 12 % the history's tables, 9 % looking for the key and reading streams. All that comes of the event (every table, every process manager, the webhooks) is made on the same two cores, and two appends follow each other, the day's use and the competitor: two streams, which no append to EventStoreDB has in common";

interface Stored {
  readonly stored: number;
  readonly different: number;
  readonly outOfOrder: number;
}

const CHECK = `
  WITH rows AS (SELECT place_id FROM read_model.competitors WHERE place_id LIKE $1),
    written AS (SELECT revision, lag(revision) OVER (PARTITION BY stream ORDER BY position) AS before
      FROM event_log.events WHERE stream LIKE 'competitors-%')
  SELECT count(*)::integer AS stored, count(DISTINCT place_id)::integer AS different,
    (SELECT count(*) FROM written WHERE revision <> coalesce(before + 1, 0))::integer AS "outOfOrder" FROM rows`;

/** What is visible once every table has seen the log. */
async function storedIn({ database, caughtUp }: Service, place: string): Promise<Stored> {
  await caughtUp();
  const { rows } = await database.query<Stored>(CHECK, [`${place}-%`]);
  return rows[0] ?? { stored: 0, different: 0, outOfOrder: 0 };
}

export const post: Part = {
  name: "post",
  seconds: 40,
  quick: true,
  about: "POST /api/v1/competitors, 64 connections, one request at a time on each.",
  async open(stage) {
    const wanted = { number: BUSINESSES * ROUNDS * stage.scale, keysEach: 1, competitorsEach: 0 };
    const { service, tenants } = await openWorld(stage, "post", wanted);
    const knex = await stage.worker("peers/express-knex.mjs", await stage.newDatabase("post_knex"));
    const emmett = await stage.worker("peers/express-emmett.mjs", await stage.newDatabase("post_emmett"));
    const load = await stage.worker("workers/http-load.ts", null);
    const fresh = [...tenants];
    let rounds = 0;
    const write = async (
      to: Pick<Load, "url" | "path" | "headers">,
      pid: number,
      stored: (place: string) => Promise<Stored>,
      ms: number,
    ): Promise<Sample> => {
      const place = `round-${(rounds += 1)}`;
      await service.quiet();
      const most = { connections: CONNECTIONS, requestsMax: BUSINESSES * COMPETITORS_EACH };
      const sent = { ...to, ...most, ms, place, method: "POST", status: 201 } as const;
      const sample = await loadOf(load, sent, pid);
      const found = await stored(place);
      const lost = sample.lost + Math.max(0, sample.answered - found.different);
      return { ...sample, lost, doubled: found.stored - found.different, outOfOrder: found.outOfOrder };
    };
    const peer = async (name: string, setUp: string, worker: Worker): Promise<Contender> => {
      const to = { url: await worker.call<string>("url"), path: "/competitors" };
      const headers = tenants.slice(0, BUSINESSES).map(({ businessId }) => ["x-business-id", businessId]);
      const stored = (place: string) => worker.call<Stored>("stored", place);
      return { name, setUp, run: ({ ms }) => write({ ...to, headers }, worker.pid, stored, ms) };
    };
    const own: Contender = {
      name: "the service",
      setUp:
        "as a container runs it: key, scope, plan, rate limits, quota, request id and log; all tables, processes and webhooks running",
      async run({ ms }) {
        const headers = fresh.splice(0, BUSINESSES).map(({ keys }) => ["x-service-key", keys[0] ?? ""]);
        const to = { url: service.url, path: "/api/v1/competitors", headers };
        return write(to, service.pid, (place) => storedIn(service, place), ms);
      },
    };
    const KNEX = "express with its JSON parser alone, no log, no key; one INSERT … RETURNING over 20 connections";
    const EMMETT =
      "the same express; appendToStream over 20 connections, a stream for each competitor and no projection";
    return {
      workloads: [
        {
          name: "competitors, everything on",
          unit: "/s",
          roundMs: 2_000,
          contenders: [own, await peer("express + knex", KNEX, knex), await peer("express + emmett", EMMETT, emmett)],
          targets: [
            { against: "express + knex", times: 2, obstacle: COSTS },
            { against: "express + emmett", times: 4, obstacle: COSTS },
          ],
        },
      ],
      close: () => service.stop(),
    };
  },
};
