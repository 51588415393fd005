/** The queue of collection requests in Postgres: one for all processes, handed out under leases. */
import type { Pool, PoolClient } from "pg";
import { leaseQueue, type Lease } from "../postgres/lease-queue";
import { inTransaction } from "../postgres/transaction";
import type { Clock } from "../time/clock";
import type {
  Asker,
  CollectionQueue,
  CollectionQueueStatus,
  LeasedCollection,
  WantedCollection,
} from "./collection-queue";
import { forgetTurns, lineUp, passTurn, settleTurns, takeTurn, useUpTurns } from "./turns";

const REQUESTS = "operational.collection_requests";
const ASKERS = "operational.collection_askers";

interface RequestRow extends Lease {
  readonly number: number;
  readonly request_id: string;
  readonly place_id: string;
  readonly sections: readonly string[];
  readonly requested_at: string;
  readonly expires_at: string;
  /** As it was when the request was claimed. */
  readonly turn: number;
  /** The end of the lease. */
  readonly available_at: string;
  readonly attempts: number;
}

const queue = leaseQueue<RequestRow>({
  table: REQUESTS,
  ready: "t.expires_at > $1 AND t.sections <@ $4::text[]",
  order: "t.turn, t.number",
});

/**
 * What was leased three times in vain may be unanswerable: it is offered ever later after its lease, at most an hour. Those who
 * took it are told when the lease ends.
 */
const REST = `UPDATE ${REQUESTS} SET leased_until = available_at, available_at = available_at
    + CASE WHEN attempts < 3 THEN interval '0' ELSE least(5 * 2 ^ least(attempts - 3, 4), 60) * interval '1 minute' END
  WHERE id = ANY($1)`;
const STATUS = `SELECT count(*) FILTER (WHERE coalesce(leased_until <= $1, true)) AS waiting,
    count(*) FILTER (WHERE leased_until > $1) AS leased, min(requested_at) AS oldest
  FROM ${REQUESTS} WHERE expires_at > $1`;
const WITHDRAW = `DELETE FROM ${REQUESTS} WHERE request_id = $1`;
const LEAVE = `DELETE FROM ${ASKERS} a USING ${REQUESTS} r
  WHERE a.id = r.id AND a.business_id = $1 AND r.place_id = $2 RETURNING a.id`;
const ERASE = `DELETE FROM ${ASKERS} WHERE business_id = $1 RETURNING id`;
const EXPIRED = `DELETE FROM ${REQUESTS} WHERE expires_at <= $1`;

/** Its database has `collectionQueueMigrations`. */
export function createPostgresQueue({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): CollectionQueue {
  const linedUp = <Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> =>
    inTransaction(pool, async (client) => {
      await lineUp(client);
      return work(client);
    });
  const go = (sql: string, values: readonly string[]) =>
    linedUp(async (client) => {
      const { rows } = await client.query<{ id: string }>(sql, [...values]);
      const left = [...new Set(rows.map(({ id }) => id))];
      await settleTurns(client, left);
    });
  return {
    publish: (wanted, asker) => linedUp((client) => publish(client, wanted, asker, clock.now())),
    // In line like all others: it takes the askers' rows with it, which those who leave lock first.
    withdraw: (requestId) =>
      linedUp(async (client) => {
        await client.query(WITHDRAW, [requestId]);
      }),
    leave: (businessId, placeId) => go(LEAVE, [businessId, placeId]),
    erase: (businessId) => go(ERASE, [businessId]),
    lease: ({ limit, leaseSeconds, sections }) =>
      linedUp(async (client) => {
        const claim = { now: clock.now(), leaseMs: leaseSeconds * 1_000, limit, values: [sections] };
        const rows = [...(await queue.claim(client, claim))];
        const ids = rows.map(({ id }) => id);
        await client.query(REST, [ids]);
        if (rows.length > 0) await passTurn(client, Math.max(...rows.map(({ turn }) => turn)));
        await useUpTurns(client, ids);
        return rows.sort((one, other) => one.turn - other.turn || one.number - other.number).map(leased);
      }),
    async status(): Promise<CollectionQueueStatus> {
      const now = clock.now();
      const { rows } = await pool.query<{ waiting: number; leased: number; oldest: string | null }>(STATUS, [now]);
      const { waiting = 0, leased: taken = 0, oldest = null } = rows[0] ?? {};
      const oldestMs = oldest === null ? 0 : Math.max(0, now.getTime() - Date.parse(oldest));
      return { waiting, leased: taken, oldestSeconds: oldestMs / 1_000 };
    },
    purge: () =>
      linedUp(async (client) => {
        const now = clock.now();
        const { rowCount } = await client.query(EXPIRED, [now]);
        await forgetTurns(client, now);
        return rowCount ?? 0;
      }),
  };
}

/** Whoever joins may want it for longer. */
const PROLONG = `UPDATE ${REQUESTS} SET expires_at = greatest(expires_at, $2) WHERE request_id = $1 RETURNING id`;
const INSERT = `INSERT INTO ${REQUESTS} (request_id, place_id, sections, requested_at, expires_at, turn, available_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`;
const ASKING = `SELECT business_id, turn FROM ${ASKERS} WHERE id = $1 AND (account_id = $2 OR business_id = $3)`;
const ASK = `INSERT INTO ${ASKERS} (id, account_id, business_id, turn) VALUES ($1, $2, $3, $4)`;

/** Businesses of one account ask in one turn. */
async function publish(client: PoolClient, wanted: WantedCollection, asker: Asker, now: Date): Promise<void> {
  const { requestId, expiresAt } = wanted;
  const { accountId, businessId } = asker;
  const { rows: known } = await client.query<{ id: string }>(PROLONG, [requestId, expiresAt]);
  const joined = known[0]?.id ?? null;
  const values = [joined, accountId, businessId];
  const { rows: asking } = await client.query<{ business_id: string; turn: number }>(ASKING, values);
  if (asking.some((one) => one.business_id === businessId)) return;
  const turn = asking[0]?.turn ?? (await takeTurn(client, accountId, now));
  const id = joined ?? (await insert(client, wanted, turn, now));
  await client.query(ASK, [id, accountId, businessId, turn]);
  await settleTurns(client, [id]);
}

async function insert(client: PoolClient, wanted: WantedCollection, turn: number, now: Date): Promise<string> {
  const { requestId, placeId, sections, requestedAt, expiresAt } = wanted;
  const values = [requestId, placeId, sections, requestedAt, expiresAt, turn, now];
  const { rows } = await client.query<{ id: string }>(INSERT, values);
  return rows[0]?.id ?? "";
}

function leased(row: RequestRow): LeasedCollection {
  const { request_id: requestId, place_id: placeId, sections, attempts: attempt } = row;
  const times = { requestedAt: row.requested_at, expiresAt: row.expires_at, leasedUntil: row.available_at };
  return { requestId, placeId, sections, ...times, attempt };
}
