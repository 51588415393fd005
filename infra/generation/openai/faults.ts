/** What an error of the SDK means for the port. */
import type { OpenAI } from "openai" with { "resolution-mode": "import" };
import { readRetryAfter } from "../../outbound/retry-after";
import { GenerationError } from "../generation";

/** Nobody is told to come back later than tomorrow. */
const RETRY_AFTER_SECONDS_MAX = 86_400;

/** `isTrouble`: everybody's next request would fail alike. */
export interface Fault {
  readonly error: GenerationError;
  readonly isTrouble: boolean;
}

/** Messages name statuses and kinds of errors, never what was sent or came back. */
export function faultOf(error: unknown, { APIError, APIConnectionTimeoutError }: typeof OpenAI, now: Date): Fault {
  if (error instanceof GenerationError) return { error, isTrouble: error.fault === "timed_out" };
  if (error instanceof APIConnectionTimeoutError)
    return { error: new GenerationError("timed_out", "The model's server did not answer in time."), isTrouble: true };
  if (!(error instanceof APIError) || error.status === undefined) return unanswered(error);
  const { status } = error as { readonly status: number };
  const headers = error.headers as Headers | undefined;
  const retryAfterMs = readRetryAfter(headers?.get("retry-after") ?? undefined, now);
  const seconds =
    retryAfterMs === null ? undefined : Math.min(Math.ceil(retryAfterMs / 1_000), RETRY_AFTER_SECONDS_MAX);
  const said = `The model's server answered with status ${status}.`;
  if (status === 429) return { error: new GenerationError("unavailable", said, seconds ?? 60), isTrouble: false };
  return { error: new GenerationError("failed", said, seconds), isTrouble: status >= 500 };
}

function unanswered(error: unknown): Fault {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof GenerationError) return { error: cause, isTrouble: true };
  const kind = error instanceof Error ? error.name : typeof error;
  const message = `The model's server could not be asked, or its answer not be read (${kind}).`;
  return { error: new GenerationError("failed", message), isTrouble: true };
}
