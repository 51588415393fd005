/** Changes of what an account may do that were answered before the read tables showed them: every process asks the log about these accounts. */
import type { Pool } from "pg";

export interface PendingChanges {
  /** From here on, until the tables have reached this position, the account is one to be asked about. */
  note(accountId: string, position: number): Promise<void>;
  /** Forgets the changes that the tables show; returns how many. */
  purge(): Promise<number>;
}

const NOTE = `
  INSERT INTO operational.pending_changes AS known (account_id, position) VALUES ($1, $2)
  ON CONFLICT (account_id) DO UPDATE SET position = GREATEST(known.position, excluded.position)`;
const shown = (tables: string) =>
  `(SELECT min(c.position) FROM operational.projection_checkpoints c WHERE NOT c.filling AND c.table_name = ANY(${tables}))`;

/**
 * SQL, true where a change of the account is not in these tables yet, as the same statement sees them. `account` names a
 * column. It costs a look into an index that is empty as long as projectors keep up.
 */
export const isPending = (account: string, tables: readonly string[]): string =>
  `EXISTS (SELECT FROM operational.pending_changes p
    WHERE p.account_id = ${account} AND p.position > ${shown(`'{${tables.join(",")}}'`)})`;

/** `tables` are those that principals are read from. */
export function createPendingChanges(pool: Pool, tables: readonly string[]): PendingChanges {
  return {
    async note(accountId, position) {
      await pool.query(NOTE, [accountId, position]);
    },
    async purge() {
      const text = `DELETE FROM operational.pending_changes WHERE position <= ${shown("$1")}`;
      return (await pool.query(text, [tables])).rowCount ?? 0;
    },
  };
}
