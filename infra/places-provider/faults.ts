/** What an outcome of asking the places provider means, where it is no answer. */
import type { OutboundOutcome, OutboundResponse } from "../outbound/outcome";
import { readRetryAfter } from "../outbound/retry-after";
import { PlacesProviderError, type ProviderFault } from "./places-provider";
import { errorForm } from "./published-form";
import { nonsense, readAnswer } from "./reading";

/** Nobody is told to come back later than tomorrow. */
const RETRY_AFTER_SECONDS_MAX = 86_400;

/** Undefined where it is an answer that may be read. Messages name statuses and classes of failure, never what was sent or came back. */
export function faultOf(outcome: OutboundOutcome, now: Date): PlacesProviderError | undefined {
  if (outcome.outcome === "failed") {
    if (outcome.errorClass === "blocked_address") {
      return new PlacesProviderError("denied", "The address of the places provider is none that may be called.");
    }
    return new PlacesProviderError("unavailable", `The places provider did not answer (${outcome.errorClass}).`);
  }
  const { status, bodyTruncated } = outcome;
  if (bodyTruncated) return nonsense("an answer that is too long");
  if (status === 200) return undefined;
  if (status < 400) return nonsense(`the status ${status}`);
  const retryAfterMs = readRetryAfter(outcome.headers["retry-after"], now);
  const fault = faultOfStatus(outcome);
  const said = `The places provider answered with status ${status} (${errorStatus(outcome) ?? "no reason given"}).`;
  if (retryAfterMs === null) return new PlacesProviderError(fault, said);
  return new PlacesProviderError(fault, said, Math.min(Math.ceil(retryAfterMs / 1_000), RETRY_AFTER_SECONDS_MAX));
}

/** It does not know the place, or what was asked for is no id of its own. */
export function isUnknownPlace(response: OutboundResponse): boolean {
  if (response.status === 404) return errorStatus(response) === "NOT_FOUND";
  return response.status === 400 && /^not a valid place id/i.test(errorOf(response)?.message ?? "");
}

/** It is in trouble, or cannot be reached: everybody's next request would fail alike. */
export function isTrouble(outcome: OutboundOutcome): boolean {
  return outcome.outcome === "failed" || outcome.status >= 500;
}

function faultOfStatus(response: OutboundResponse): ProviderFault {
  if (response.status === 429 || errorStatus(response) === "RESOURCE_EXHAUSTED") return "quota";
  return response.status >= 500 || response.status === 408 ? "unavailable" : "denied";
}

/** Such as `PERMISSION_DENIED`; nothing that is not of that form is ever shown. */
function errorStatus(response: OutboundResponse): string | undefined {
  const { status } = errorOf(response) ?? {};
  return status !== undefined && /^[A-Z_]{1,40}$/.test(status) ? status : undefined;
}

function errorOf({ body }: OutboundResponse) {
  try {
    return readAnswer(body, (json) => errorForm.parse(json)).error;
  } catch {
    return undefined;
  }
}
