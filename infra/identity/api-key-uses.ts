/** When each key was used last, to the minute: one write per key and minute, whatever the traffic. */
import type { Pool } from "pg";
import type { Clock } from "../time/clock";

const RESOLUTION_MS = 60_000;
const KEYS_REMEMBERED = 10_000;

export interface ApiKeyUses {
  note(keyId: string, accountId: string): void;
}

export function createApiKeyUses(parts: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): ApiKeyUses {
  const noted = new Map<string, number>();
  return {
    note(keyId, accountId) {
      const now = parts.clock.now();
      if (now.getTime() - (noted.get(keyId) ?? 0) < RESOLUTION_MS) return;
      // Forgetting costs one more write a key, remembering for ever costs memory.
      if (noted.size >= KEYS_REMEMBERED) noted.clear();
      noted.set(keyId, now.getTime());
      parts.pool
        .query(
          `INSERT INTO operational.api_key_uses (key_id, account_id, last_used_at) VALUES ($1, $2, $3)
           ON CONFLICT (key_id) DO UPDATE SET last_used_at = excluded.last_used_at`,
          [keyId, accountId, now],
        )
        .catch(parts.onError);
    },
  };
}
