/** Who may sign in: a keyed hash of the address, and an argon2id hash of the password. */
import { hash, verify } from "@node-rs/argon2";
import type { Pool } from "pg";
import type { Clock } from "../time/clock";
import { createHashingQueue } from "./hashing-queue";

/** What hashing a password takes, by argon2id: KiB of memory, passes over it, and lanes. */
export interface HashingCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's second recommended setting of argon2id: 19 MiB, 2 passes, 1 lane. */
const COST: HashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two leave threads for everything else; of those that wait the last is served in some seconds. */
const HASHING = { atOnce: 2, waitingMax: 64 };

/** Both reject with TooManyHashes where more passwords are tried at a time than can be hashed. */
export interface Credentials {
  /** Keeps the credential and gives its account id; null where the address is taken by another account. */
  register(email: string, password: string, accountId: string): Promise<string | null>;
  /** The account whose address and password these are. Takes as long for an unknown address as for a wrong password. */
  verify(email: string, password: string): Promise<string | null>;
}

interface Parts {
  readonly pool: Pool;
  readonly clock: Clock;
  /** Keyed by the master key. */
  readonly hashEmail: (email: string) => string;
  /** Less than the usual is for tests, whose passwords protect nothing. */
  readonly cost?: HashingCost;
}

export function createCredentials({ pool, clock, hashEmail, cost = COST }: Parts): Credentials {
  const hashOf = (email: string) => hashEmail(email.trim().toLowerCase());
  const queue = createHashingQueue(HASHING);
  const nobody = hash("nobody's password", cost);
  return {
    async register(email, password, accountId) {
      const { rowCount } = await pool.query(
        `INSERT INTO operational.credentials (email_hash, account_id, password_hash, created_at)
         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        [hashOf(email), accountId, await queue(() => hash(password, cost)), clock.now()],
      );
      return rowCount === 1 ? accountId : null;
    },
    async verify(email, password) {
      const { rows } = await pool.query<{ account_id: string; password_hash: string }>(
        "SELECT account_id, password_hash FROM operational.credentials WHERE email_hash = $1",
        [hashOf(email)],
      );
      const expected = rows[0]?.password_hash ?? (await nobody);
      const matches = await queue(() => verify(expected, password));
      return matches ? (rows[0]?.account_id ?? null) : null;
    },
  };
}
