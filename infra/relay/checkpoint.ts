/** How far a relay has come: moved by the holder of its lease alone, and never back. */
import type { Pool } from "pg";
import type { Lease } from "../leases/leases";
import { secureLease } from "../leases/secure-lease";
import { inTransaction } from "../postgres/transaction";

export interface Checkpoint {
  readonly sessionId: string;
  readonly position: number;
  readonly generation: number;
}

export interface Progress {
  readonly position: number;
  readonly published: number;
  readonly acknowledged_at: string | null;
}

const BEGIN = "INSERT INTO operational.relays (name) VALUES ($1) ON CONFLICT DO NOTHING";
const READ = "SELECT session_id, position, generation FROM operational.relays WHERE name = $1";
const MOVE = `UPDATE operational.relays SET position = $2, published = published + $3,
    acknowledged_at = CASE WHEN $3 > 0 THEN clock_timestamp() ELSE acknowledged_at END
  WHERE name = $1 AND position <= $2`;
const END = `INSERT INTO operational.relay_ended_keys (relay, key) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`;
const ENDED = "SELECT key FROM operational.relay_ended_keys WHERE relay = $1 AND key = ANY ($2)";

/** Begins at the beginning of the log where the relay is new. Throws LeaseLost. */
export function readCheckpoint(pool: Pool, lease: Lease): Promise<Checkpoint> {
  return inTransaction(pool, async (client) => {
    await secureLease(client, lease);
    await client.query(BEGIN, [lease.name]);
    const { rows } = await client.query<{ session_id: string; position: number; generation: number }>(READ, [
      lease.name,
    ]);
    const [row] = rows;
    if (row === undefined) throw new Error(`The relay ${lease.name} has no checkpoint.`);
    return { sessionId: row.session_id, position: row.position, generation: row.generation };
  });
}

/** What was sent, up to a position; `ended` are the keys that it ended. */
export interface Step {
  readonly position: number;
  readonly published: number;
  readonly ended: readonly string[];
}

/** Throws LeaseLost, and then nothing has moved. */
export async function moveCheckpoint(pool: Pool, lease: Lease, { position, published, ended }: Step): Promise<void> {
  await inTransaction(pool, async (client) => {
    await secureLease(client, lease);
    if (ended.length > 0) await client.query(END, [lease.name, ended]);
    await client.query(MOVE, [lease.name, position, published]);
  });
}

/** Those of the keys that were ended. */
export async function endedAmong(pool: Pool, name: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ key: string }>(ENDED, [name, keys]);
  return new Set(rows.map(({ key }) => key));
}

/** Throws LeaseLost. Whoever takes the lease after this has begun can only do so later than this. */
export async function secureStill(pool: Pool, lease: Lease): Promise<void> {
  await inTransaction(pool, (client) => secureLease(client, lease));
}

export async function readProgress(pool: Pool, name: string): Promise<Progress> {
  const { rows } = await pool.query<Progress>(
    "SELECT position, published, acknowledged_at FROM operational.relays WHERE name = $1",
    [name],
  );
  return rows[0] ?? { position: 0, published: 0, acknowledged_at: null };
}
