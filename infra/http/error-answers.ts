/** Every error in one form: `{ error, code, requestId, … }`, or the same members as a problem document (RFC 9457). */
import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import type { Refusal } from "../../domain/fold/refusal";
import { ContentionError } from "../command-runner/command-runner";
import { StreamErasedError } from "../command-runner/stream-erased-error";
import { LogUnavailable } from "../event-log/event-log";
import { ReadingStopped } from "../event-log/reading-until";
import { GenerationError } from "../generation/generation";
import { TooManyHashes } from "../identity/hashing-queue";
import { PlacesProviderError } from "../places-provider/places-provider";
import { isConnectionLoss } from "../postgres/connection-loss";
import type { Endpoint } from "./endpoint";
import { Failure, NamedFailure } from "./failure";
import type { HttpAnswer, HttpRequest } from "./message";
import { travelFailure } from "./moments";
import { UnreadableCallback } from "./signed-request";

const RETRY_SOON = { "retry-after": "1" };

/** What is known to go wrong, as a failure; undefined for what nobody expected. */
export function expectedFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  if (error instanceof ContentionError) {
    // Nothing was written and the client did nothing wrong, so this asks for a repetition (503), not for a change (409).
    return new Failure(
      503,
      "contention",
      "Too many writes met at the same moment; repeat the request.",
      {},
      RETRY_SOON,
    );
  }
  if (error instanceof StreamErasedError) {
    return new Failure(410, "erased", "What this request is about was erased for good.");
  }
  if (error instanceof TooManyHashes) {
    return new Failure(503, "busy", "Too many people sign in at this moment; repeat the request.", {}, RETRY_SOON);
  }
  if (error instanceof PlacesProviderError) {
    const { retryAfterSeconds: seconds } = error;
    const headers: Record<string, string> = seconds === undefined ? {} : { "retry-after": String(Math.ceil(seconds)) };
    return new Failure(502, "location_lookup_failed", "The location look-up failed; try again later.", {}, headers);
  }
  if (error instanceof GenerationError) return generationFailure(error);
  if (error instanceof UnreadableCallback) {
    return new Failure(400, "unreadable_callback", "What the provider has to say is in no form that is known here.");
  }
  if (error instanceof LogUnavailable) {
    return new Failure(
      503,
      "log_unavailable",
      "Events cannot be stored or read just now; repeat the request.",
      {},
      RETRY_SOON,
    );
  }
  if (isConnectionLoss(error)) {
    return new Failure(
      503,
      "database_unavailable",
      "What is stored cannot be read or written just now; repeat the request.",
      {},
      RETRY_SOON,
    );
  }
  // Nobody hears this answer.
  if (error instanceof ReadingStopped) return new Failure(499, "client_closed_request", error.message);
  return travelFailure(error);
}

function generationFailure({ fault, retryAfterSeconds: seconds }: GenerationError): Failure {
  const headers: Record<string, string> = seconds === undefined ? {} : { "retry-after": String(Math.ceil(seconds)) };
  switch (fault) {
    case "failed":
      return new Failure(502, "generation_failed", "No usable answer was generated; try again later.", {}, headers);
    case "timed_out":
      return new Failure(504, "generation_timed_out", "No answer was generated in time; try again later.", {}, headers);
    case "unavailable":
      return new Failure(503, "generation_unavailable", "Nothing is generated just now; try again later.", {}, headers);
  }
}

export const unexpectedFailure = () => new Failure(500, "internal_error", "Something went wrong on our side.");

/** How refusals are answered. */
export interface RefusalForms {
  /** The status that answers each refusal code. */
  readonly refusalStatuses: Readonly<Record<string, number>>;
  /** Those that `error` names by their code, with the sentence in `message`: the facts that stand beside it. */
  readonly namedRefusals: Readonly<Record<string, z.ZodObject>>;
}

/** A decision's refusal as a failure. Throws where the endpoint did not declare it: what clients cannot know is a defect. */
export function refusedFailure(
  refusal: Refusal,
  endpoint: Endpoint,
  { refusalStatuses, namedRefusals }: RefusalForms,
): Failure {
  const status = refusalStatuses[refusal.refused];
  if (status === undefined || !(endpoint.refusals ?? []).includes(refusal.refused)) {
    throw new Error(`The endpoint ${endpoint.id} was refused with "${refusal.refused}", which it does not declare.`);
  }
  const { retryAfterSeconds, ...members } = refusal.details ?? {};
  const headers: Record<string, string> = {};
  if (typeof retryAfterSeconds === "number") headers["retry-after"] = String(Math.ceil(retryAfterSeconds));
  const facts = namedRefusals[refusal.refused];
  return facts === undefined
    ? new Failure(status, refusal.refused, refusal.message, members, headers)
    : new NamedFailure(status, refusal.refused, refusal.message, facts.parse(members), headers);
}

/** The failure as an answer in the form that the client accepts. Facts never overwrite the members that all errors have. */
export function errorAnswer(failure: Failure, requestId: string, request: Pick<HttpRequest, "headers">): HttpAnswer {
  const isNamed = failure instanceof NamedFailure;
  const said = isNamed ? { error: failure.code, message: failure.message } : { error: failure.message };
  const members = { ...failure.members, ...said, code: failure.code, requestId };
  const asProblem = (request.headers["accept"] ?? "").includes("application/problem+json");
  return {
    status: failure.status,
    headers: {
      ...failure.headers,
      "content-type": asProblem ? "application/problem+json" : "application/json; charset=utf-8",
    },
    body: JSON.stringify(asProblem ? { ...members, ...problemMembers(failure.status, failure.message) } : members),
  };
}

/** What a problem document has beside the members of every error. */
export const problemMembers = (status: number, detail: string): object => ({
  type: "about:blank",
  title: STATUS_CODES[status],
  status,
  detail,
});
