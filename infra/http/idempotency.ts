/** Remembers the first answer to each Idempotency-Key, sealed, and lets one request at a time work under a key. */
import type { Pool } from "pg";
import type { Ids } from "../ids/ids";
import { systemClock, type Clock } from "../time/clock";
import { isStreamed, type HttpAnswer } from "./message";

/** Answers can hold secrets that are shown once, so they are kept sealed; what was sealed for one purpose opens for no other. */
export interface Sealing {
  seal(text: string, purpose: string): string;
  open(sealed: string, purpose: string): string;
}

export interface IdempotentRequest {
  /** Whose key it is: keys of different accounts never meet. */
  readonly scope: string;
  readonly key: string;
  readonly endpoint: string;
  /** The same for the same method, path, query, body and active business. */
  readonly fingerprint: string;
  readonly businessId: string | null;
}

/**
 * `mine`: work, then `complete` or `release`; `since` is when the first attempt began and names the command, because the
 * same key is another command once it was forgotten. `replay`: the first answer.
 */
export type Claim =
  | {
      readonly kind: "mine";
      readonly since: string;
      /** `businessId` is whom the answer concerns, where that was not known before: it is forgotten with that business. */
      complete(answer: HttpAnswer, businessId?: string): Promise<void>;
      release(): Promise<void>;
    }
  | { readonly kind: "replay"; readonly answer: HttpAnswer }
  | { readonly kind: "in_progress" }
  | { readonly kind: "other_request" };

export interface Idempotency {
  claim(request: IdempotentRequest): Promise<Claim>;
  /** Forgets what was answered for a business or an account, when it is erased. */
  erase(owner: { readonly businessId: string } | { readonly accountId: string }): Promise<void>;
  /** Forgets what nobody may ask for any more; returns how many. */
  purge(): Promise<number>;
}

const HOUR_MS = 3_600_000;
const KEPT_MS = 25 * HOUR_MS;
/**
 * Whoever works renews it. A process that died or stands still frees its keys after this time; the next attempt runs with the
 * same command id. In real time and by the database's clock: processes of one database need not agree on what time it is.
 */
const LEASE_MS = 5_000;
const RENEWALS_PER_LEASE = 3;

/** SQL: so many milliseconds from now. */
const later = (parameter: string): string => `clock_timestamp() + ${parameter} * interval '1 millisecond'`;
/** SQL over the row `held`: its time is over, and nobody is working under it, whatever the clock of whoever says so. */
const forgotten = (before: string): string =>
  `(held.created_at < ${before} AND (held.sealed_answer IS NOT NULL OR held.lease_until <= clock_timestamp()))`;

const CLAIM = `
  INSERT INTO operational.idempotency AS held (scope, key, endpoint, fingerprint, holder, lease_until, business_id, created_at)
  VALUES ($1, $2, $3, $4, $5, ${later("$6")}, $7, $8)
  ON CONFLICT (scope, key) DO UPDATE
  SET endpoint = excluded.endpoint, fingerprint = excluded.fingerprint, holder = excluded.holder,
      lease_until = excluded.lease_until, business_id = excluded.business_id, sealed_answer = NULL,
      created_at = CASE WHEN held.created_at < $9 THEN excluded.created_at ELSE held.created_at END
  WHERE ${forgotten("$9")}
     OR (held.sealed_answer IS NULL AND held.lease_until <= clock_timestamp() AND held.fingerprint = excluded.fingerprint)
  RETURNING created_at`;
const FIND = "SELECT fingerprint, sealed_answer FROM operational.idempotency WHERE scope = $1 AND key = $2";
const COMPLETE = `UPDATE operational.idempotency SET sealed_answer = $4, business_id = coalesce(business_id, $5)
  WHERE scope = $1 AND key = $2 AND holder = $3`;
/** Released, the row stays, because the repetition of what failed must be the same command: it may have been written all the same. */
const LEASE_FOR = `UPDATE operational.idempotency SET lease_until = ${later("$4")} WHERE scope = $1 AND key = $2 AND holder = $3`;
const PURGE = `DELETE FROM operational.idempotency held WHERE ${forgotten("$1")}`;

/** Binds an answer to whose it is and to its key, so that one row's answer cannot be put into another's place. */
const purposeOf = ({ scope, key }: IdempotentRequest): string => JSON.stringify(["idempotency", scope, key]);

export interface IdempotencyParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sealing: Sealing;
  readonly leaseMs?: number;
}

export function createIdempotency({ pool, clock, ids, sealing, leaseMs = LEASE_MS }: IdempotencyParts): Idempotency {
  const leaseFor = async ({ scope, key }: IdempotentRequest, holder: string, milliseconds: number, name: string) => {
    await pool.query({ name, text: LEASE_FOR, values: [scope, key, holder, milliseconds] });
  };

  const keep = (request: IdempotentRequest, holder: string): (() => Promise<void>) =>
    keepOn(leaseMs / RENEWALS_PER_LEASE, () => leaseFor(request, holder, leaseMs, "idempotency-renew"));

  const mine = (request: IdempotentRequest, holder: string, since: string, end: () => Promise<void>): Claim => ({
    kind: "mine",
    since,
    async complete(answer, businessId) {
      // A stream cannot be given again, so its key is free again.
      if (isStreamed(answer.body)) return this.release();
      const text = typeof answer.body === "object" ? undefined : answer.body;
      const whole = JSON.stringify({ status: answer.status, headers: answer.headers, body: text });
      const sealed = sealing.seal(whole, purposeOf(request));
      const values = [request.scope, request.key, holder, sealed, businessId ?? null];
      await pool.query({ name: "idempotency-complete", text: COMPLETE, values }).finally(() => void end());
    },
    async release() {
      // A renewal that is under way would come after it and take the key again.
      await end();
      await leaseFor(request, holder, 0, "idempotency-release");
    },
  });

  return {
    async claim(request) {
      const now = clock.now();
      const holder = ids.next();
      const { scope, key, endpoint, fingerprint, businessId } = request;
      const keptSince = new Date(now.getTime() - KEPT_MS);
      const values = [scope, key, endpoint, fingerprint, holder, leaseMs, businessId, now, keptSince];
      const claimed = await pool.query<{ created_at: string }>({ name: "idempotency-claim", text: CLAIM, values });
      const [row] = claimed.rows;
      if (row !== undefined) return mine(request, holder, row.created_at, keep(request, holder));
      const found = await pool.query<{ fingerprint: string; sealed_answer: string | null }>(FIND, [scope, key]);
      const held = found.rows[0];
      // It was purged in this moment; the client's next attempt finds it free.
      if (held === undefined) return { kind: "in_progress" };
      if (held.fingerprint !== fingerprint) return { kind: "other_request" };
      if (held.sealed_answer === null) return { kind: "in_progress" };
      return { kind: "replay", answer: JSON.parse(sealing.open(held.sealed_answer, purposeOf(request))) as HttpAnswer };
    },
    async erase(owner) {
      const [column, id] = "businessId" in owner ? ["business_id", owner.businessId] : ["scope", owner.accountId];
      await pool.query(`DELETE FROM operational.idempotency WHERE ${column} = $1`, [id]);
    },
    async purge() {
      const { rowCount } = await pool.query(PURGE, [new Date(clock.now().getTime() - KEPT_MS)]);
      return rowCount ?? 0;
    },
  };
}

/** Renews until it is called off, which resolves when no renewal is under way; what cannot be renewed now is tried again. */
function keepOn(everyMs: number, renew: () => Promise<void>): () => Promise<void> {
  let over = false;
  let callOff = (): void => undefined;
  let underWay = Promise.resolve();
  const again = (): void => {
    if (over) return;
    callOff = systemClock.after(everyMs, () => {
      underWay = renew().then(again, again);
    });
  };
  again();
  return () => {
    over = true;
    callOff();
    return underWay;
  };
}
