/** Refuses too many attempts at something that can be guessed at. */
import { createHash } from "node:crypto";
import { Failure } from "./failure";
import { addressBlock } from "./message";
import type { Limit, Limiter } from "./rate-limiter";

/** Counts one attempt on `subject`; addresses in it count by their block. Throws a 429 Failure with `Retry-After` where there were too many. */
export async function countAttempt(limiter: Limiter, subject: readonly string[], limit: Limit): Promise<void> {
  // Hashed, so that the table of counts holds no address that someone typed in.
  const key = `attempt:${createHash("sha256")
    .update(JSON.stringify(subject.map(addressBlock)))
    .digest("base64url")}`;
  const taken = await limiter.take(key, limit);
  if (taken.allowed) return;
  const headers = { "retry-after": String(taken.resetSeconds) };
  throw new Failure(429, "too_many_attempts", "There were too many attempts; try again later.", {}, headers);
}
