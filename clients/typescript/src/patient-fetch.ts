/** Asks again, a bounded number of times, where asking twice is the same as asking once. */
import { setTimeout } from "node:timers/promises";
import { retryAfterSeconds } from "./api-error";

export type Fetch = (request: Request) => Promise<Response>;
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export interface Patience {
  /** The first try counts. */
  readonly triesMax: number;
  /** Who is told to wait longer than this gives up at once. */
  readonly waitSecondsMax: number;
  readonly wait: Wait;
}

const FIRST_WAIT_SECONDS = 0.5;
const SAFE_METHODS = ["GET", "HEAD", "PUT", "DELETE"];

export const waitByTimer: Wait = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal });

/**
 * Tries a request again after 429 and 503, after 409 with Retry-After (the first try is still at work under the same
 * Idempotency-Key), and after a connection that broke. Only where the method or an Idempotency-Key makes that safe.
 */
export function patientFetch(fetch: Fetch, { triesMax, waitSecondsMax, wait }: Patience): Fetch {
  return async (request) => {
    const triesAllowed = isIdempotent(request) ? triesMax : 1;
    for (let tries = 1; tries < triesAllowed; tries++) {
      const response = await attempt(fetch, request.clone());
      if (response !== null && !asksForPatience(response)) return response;
      const seconds = (response === null ? null : retryAfterSeconds(response.headers)) ?? backOffSeconds(tries);
      if (response !== null && seconds > waitSecondsMax) return response;
      await response?.body?.cancel();
      await wait(seconds * 1000, request.signal);
    }
    return fetch(request);
  };
}

const isIdempotent = ({ method, headers }: Request): boolean =>
  SAFE_METHODS.includes(method) || headers.has("idempotency-key");

const asksForPatience = ({ status, headers }: Response): boolean =>
  status === 429 || status === 503 || (status === 409 && headers.has("retry-after"));

/** Null where the connection broke; fetch says so by a TypeError, and an abort by another. */
async function attempt(fetch: Fetch, request: Request): Promise<Response | null> {
  try {
    return await fetch(request);
  } catch (error) {
    if (error instanceof TypeError && !request.signal.aborted) return null;
    throw error;
  }
}

/** Twice as long each time, and never together with all others who were turned away. */
const backOffSeconds = (tries: number): number => FIRST_WAIT_SECONDS * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
