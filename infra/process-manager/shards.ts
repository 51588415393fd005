/** A manager's instances divided among runners: into a fixed number of shards, by a hash that is the same everywhere and for ever. */
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import type { EventLog } from "../event-log/event-log";
import { inTransaction } from "../postgres/transaction";
import type { ProcessManager } from "./process-manager";

/** One shard folds its own instances from a checkpoint of its own; an undivided manager is one shard of one. */
export interface Shard {
  readonly manager: string;
  readonly shard: number;
  readonly shards: number;
}

/** Between a manager's name and a shard's number. */
const MARK = "#";

export function shardsOf({ name, shards = 1 }: ProcessManager): readonly Shard[] {
  if (name.includes(MARK)) throw new Error(`The name of the process manager "${name}" has a "${MARK}" in it.`);
  if (!Number.isSafeInteger(shards) || shards < 1)
    throw new Error(`The process manager "${name}" cannot be divided into ${shards} shards.`);
  return Array.from({ length: shards }, (_, shard) => ({ manager: name, shard, shards }));
}

/** What the shard is called among the processes that share the shards out. */
export const nameOf = ({ manager, shard, shards }: Shard): string =>
  shards === 1 ? manager : `${manager}${MARK}${shard}`;

/** The number of the shard that the instance is of. */
export function shardOf(instance: string, shards: number): number {
  return shards === 1 ? 0 : createHash("sha256").update(instance).digest().readUInt32BE() % shards;
}

interface Row {
  readonly shard: number;
  readonly shards: number;
  readonly position: number;
}

const READ = "SELECT shard, shards, position FROM operational.process_checkpoints WHERE manager = $1 ORDER BY shard";
const REGISTER = `INSERT INTO operational.process_checkpoints (manager, shard, shards, position)
  SELECT $1, shard, $2, $3 FROM generate_series(0, $2::integer - 1) AS shard ON CONFLICT DO NOTHING`;
const DIVIDE = `WITH whole AS (
    UPDATE operational.process_checkpoints SET shards = $2 WHERE manager = $1 AND shards = 1 RETURNING position, halted)
  INSERT INTO operational.process_checkpoints (manager, shard, shards, position, halted)
  SELECT $1, shard, $2, position, halted FROM whole CROSS JOIN generate_series(1, $2::integer - 1) AS shard`;

/**
 * A manager that this database does not know yet starts at the end of the log. One that was whole is divided where it stands:
 * all its shards go on from its one position, in the transaction after which nobody can move that position as the whole's.
 */
export async function register(pool: Pool, log: Pick<EventLog, "head">, manager: ProcessManager): Promise<void> {
  const { name } = manager;
  const { length: wanted } = shardsOf(manager);
  const known = await read(pool, name);
  if (known.length === 0) await pool.query(REGISTER, [name, wanted, await log.head()]);
  else if (known[0]?.shards === 1 && wanted > 1)
    await inTransaction(pool, async (client) => {
      await client.query(`${READ} FOR UPDATE`, [name]);
      await client.query(DIVIDE, [name, wanted]);
    });
  const shards = (await read(pool, name))[0]?.shards;
  if (shards === wanted) return;
  throw new Error(
    `The process manager "${name}" is divided into ${String(shards)} shards here, and cannot be into ${wanted}.`,
  );
}

async function read(pool: Pool, manager: string): Promise<readonly Row[]> {
  return (await pool.query<Row>(READ, [manager])).rows;
}
