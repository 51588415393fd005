/** What endpoints that have something generated share: how that can fail, and for how long what they reserved is theirs. */
import { GENERATION_SECONDS_MAX } from "../../infra/generation/generation";
import { Failure } from "../../infra/http/failure";

/** The kernel answers a GenerationError with these. */
export const generationFails = { generation_failed: 502, generation_timed_out: 504, generation_unavailable: 503 };

/** Gathering facts and recording the outcome take a moment too. */
const RESERVED_SECONDS = GENERATION_SECONDS_MAX + 30;

/** When a reservation ends by itself, because whoever made it must have died: an ISO instant. */
export const reservedUntil = (now: Date): string => new Date(now.getTime() + RESERVED_SECONDS * 1_000).toISOString();

/** A model was paid for it once under this Idempotency-Key: whoever repeats the request does not pay twice for it unasked. */
export const paidInVain = () =>
  new Failure(
    502,
    "generation_failed",
    "The model answered with nothing of use and was paid for it; ask again under another Idempotency-Key.",
  );
