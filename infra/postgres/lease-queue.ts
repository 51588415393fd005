/** Work rows shared by many processes: claimed under a lease, kept by renewing it, settled only while its fence still matches. */
import type { PoolClient } from "pg";

/** One claim of one row. The fence grows with every claim, so that a claimant that slept past its lease is recognized. */
export interface Lease {
  readonly id: string;
  readonly fence: number;
}

/** The table has `id uuid`, `available_at timestamptz`, `fence bigint` and `attempts integer`; a leased row is available later. */
export interface LeaseQueueOptions {
  readonly table: string;
  /** SQL over the row `t`: which rows may be claimed. `$4` and on are the claim's `values`. */
  readonly ready: string;
  /** SQL over the row `t`: which go first. */
  readonly order: string;
  /** SQL: what else a claim sets, over the row `t` as it was and the claim's instant `$1`. */
  readonly marks?: string;
  /** SQL over the row `t`, which also has `claimed_by text`: which rows can be in somebody's hands. */
  readonly held?: string;
}

export interface Claim {
  readonly now: Date;
  readonly leaseMs: number;
  readonly limit: number;
  readonly values?: readonly unknown[];
}

type Connection = Pick<PoolClient, "query">;

export interface LeaseQueue<Row extends Lease> {
  /** Rows that are now the caller's until the lease ends, in no order; each claim counts as an attempt. */
  claim(connection: Connection, claim: Claim): Promise<readonly Row[]>;
  /** Prolongs leases from now on; returns those of them that still hold. */
  renew<L extends Lease>(
    connection: Connection,
    leases: readonly L[],
    now: Date,
    leaseMs: number,
  ): Promise<ReadonlySet<L>>;
  /** Locks the rows whose lease still holds until the caller's transaction ends, and returns these leases: they may be settled. */
  secure<L extends Lease>(client: Connection, leases: readonly L[]): Promise<ReadonlySet<L>>;
  /** Gives rows back for others to claim at once, uncounted; a late outcome of the caller's is refused from here on. */
  release(connection: Connection, leases: readonly Lease[], now: Date): Promise<void>;
  /** Frees what these claimants have in hand for others to claim at once, counted, since it may have been done; gives how many rows. */
  free(connection: Connection, claimants: readonly string[], now: Date): Promise<number>;
}

export function leaseQueue<Row extends Lease>({
  table,
  ready,
  order,
  marks,
  held,
}: LeaseQueueOptions): LeaseQueue<Row> {
  const further = marks === undefined ? "" : `, ${marks}`;
  const claimSql = `WITH ready AS MATERIALIZED (
      SELECT t.id FROM ${table} t WHERE t.available_at <= $1 AND (${ready}) ORDER BY ${order} LIMIT $3 FOR UPDATE OF t SKIP LOCKED)
    UPDATE ${table} t SET fence = t.fence + 1, attempts = t.attempts + 1, available_at = $2${further} FROM ready WHERE t.id = ready.id
    RETURNING t.*`;
  // Locked in the order of their ids, so that renewing and settling never wait for each other in a circle.
  const mine = `SELECT t.id, t.fence FROM ${table} t JOIN unnest($1::uuid[], $2::bigint[]) AS lease (id, fence)
    ON t.id = lease.id AND t.fence = lease.fence ORDER BY t.id FOR UPDATE OF t`;
  const update = (set: string) =>
    `WITH mine AS MATERIALIZED (${mine}) UPDATE ${table} t SET ${set} FROM mine WHERE t.id = mine.id RETURNING mine.id, mine.fence`;
  const renewSql = update("available_at = $3");
  const releaseSql = update(
    `available_at = $3, fence = t.fence + 1, attempts = t.attempts - 1${held === undefined ? "" : ", claimed_by = NULL"}`,
  );

  // A row that is locked is being settled, or its claimant was frozen over it: it is free when it is asked for again.
  const freeSql = `WITH freed AS MATERIALIZED (SELECT t.id FROM ${table} t
      WHERE (${held ?? false}) AND t.claimed_by = ANY($1) ORDER BY t.id FOR UPDATE OF t SKIP LOCKED)
    UPDATE ${table} t SET available_at = $2, fence = t.fence + 1, claimed_by = NULL FROM freed WHERE t.id = freed.id`;

  /** By id and fence: a claimant that lost a row and claimed it again has two leases, of which one holds. */
  async function holding<L extends Lease>(
    connection: Connection,
    sql: string,
    leases: readonly L[],
    ...more: readonly unknown[]
  ) {
    if (leases.length === 0) return new Set<L>();
    const values = [leases.map(({ id }) => id), leases.map(({ fence }) => fence), ...more];
    const { rows } = await connection.query<Lease>(sql, values);
    const fences = new Map(rows.map(({ id, fence }) => [id, fence]));
    return new Set(leases.filter(({ id, fence }) => fences.get(id) === fence));
  }

  return {
    async claim(connection, { now, leaseMs, limit, values = [] }) {
      const { rows } = await connection.query<Row>(claimSql, [
        now,
        new Date(now.getTime() + leaseMs),
        limit,
        ...values,
      ]);
      return rows;
    },
    renew: (connection, leases, now, leaseMs) =>
      holding(connection, renewSql, leases, new Date(now.getTime() + leaseMs)),
    secure: (client, leases) => holding(client, mine, leases),
    async release(connection, leases, now) {
      await holding(connection, releaseSql, leases, now);
    },
    async free(connection, claimants, now) {
      return (await connection.query(freeSql, [claimants, now])).rowCount ?? 0;
    },
  };
}
