/** Server-side sessions: the browser holds a random token, the table its hash, and revoking one is deleting its row. */
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import type { Ids } from "../ids/ids";
import type { Clock } from "../time/clock";

/** How long a session lasts after sign-in. */
export const SESSION_HOURS = 24 * 14;

export interface OpenSession {
  readonly sessionId: string;
  readonly accountId: string;
}

export interface Sessions {
  /** A new session's token, which is shown to nobody but the browser. */
  open(accountId: string): Promise<{ readonly token: string; readonly expiresAt: string }>;
  find(token: string): Promise<OpenSession | null>;
  isOpen(sessionId: string): Promise<boolean>;
  close(sessionId: string): Promise<void>;
  /** Forgets sessions that have expired; returns how many. */
  purge(): Promise<number>;
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

export function createSessions({ pool, clock, ids }: { pool: Pool; clock: Clock; ids: Ids }): Sessions {
  return {
    async open(accountId) {
      const token = ids.bytes(32).toString("base64url");
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + SESSION_HOURS * 3_600_000);
      await pool.query(
        `INSERT INTO operational.sessions (token_hash, session_id, account_id, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5)`,
        [hashOf(token), ids.next(), accountId, now, expiresAt],
      );
      return { token, expiresAt: expiresAt.toISOString() };
    },
    async find(token) {
      const { rows } = await pool.query<{ session_id: string; account_id: string }>({
        name: "session-find",
        text: "SELECT session_id, account_id FROM operational.sessions WHERE token_hash = $1 AND expires_at > $2",
        values: [hashOf(token), clock.now()],
      });
      return rows[0] === undefined ? null : { sessionId: rows[0].session_id, accountId: rows[0].account_id };
    },
    async isOpen(sessionId) {
      const { rowCount } = await pool.query({
        name: "session-is-open",
        text: "SELECT 1 FROM operational.sessions WHERE session_id = $1 AND expires_at > $2",
        values: [sessionId, clock.now()],
      });
      return rowCount === 1;
    },
    async close(sessionId) {
      await pool.query("DELETE FROM operational.sessions WHERE session_id = $1", [sessionId]);
    },
    async purge() {
      const { rowCount } = await pool.query("DELETE FROM operational.sessions WHERE expires_at <= $1", [clock.now()]);
      return rowCount ?? 0;
    },
  };
}
