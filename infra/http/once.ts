/** Does what a request asks for once for each Idempotency-Key, and answers repetitions with the first answer. */
import { createHmac } from "node:crypto";
import type { Logger } from "../logging/logger";
import { accountOf } from "./authentication";
import type { Endpoint, Principal } from "./endpoint";
import { Failure, invalid } from "./failure";
import type { Exchange, Handle } from "./handling";
import type { Claim, Idempotency } from "./idempotency";
import type { HttpAnswer, HttpRequest } from "./message";
import type { ParsedRequest } from "./request-input";
import type { Services } from "./services";

export interface OnceParts {
  readonly services: Services;
  /** Keys the fingerprints of requests, because bodies can hold what is easily guessed. */
  readonly key: Uint8Array;
  readonly logger: Logger;
}

export type Once = (exchange: Exchange, principal: Principal, parsed: ParsedRequest) => Promise<HttpAnswer>;

/** `handle`, at most once for a key. Throws Failures: 409 while another works under the key, 422 for another request. */
export function workingOnce(
  { services, key: secret, logger }: OnceParts,
  idempotency: Idempotency,
  handle: Handle,
): Once {
  return async (exchange, principal, parsed) => {
    const { endpoint, request } = exchange;
    const key = idempotencyKey(endpoint, request, parsed);
    if (key === undefined) return handle(exchange, principal, parsed, services.ids.next());
    const scope = accountOf(principal)?.id ?? `${principal.kind}:${principal.id}`;
    const businessId = businessOf(endpoint, principal, request);
    const fingerprint = createHmac("sha256", secret)
      .update(JSON.stringify([request.method, request.path, request.search.toString(), parsed.bodyText, businessId]))
      .digest("base64url");
    const claim = await idempotency.claim({ scope, key, endpoint: endpoint.id, fingerprint, businessId });
    if (claim.kind !== "mine") return repeated(claim);
    const commandId = services.ids.derive("command", scope, endpoint.id, key, claim.since);
    try {
      const answer = await handle(exchange, principal, parsed, commandId);
      await (answer.status >= 500 ? claim.release() : claim.complete(answer, exchange.progress?.businessId));
      return answer;
    } catch (error) {
      // What cannot be released now is free when its lease ends; the first error is the one to answer with.
      await claim.release().catch((err: unknown) => logger.warn({ err }, "An Idempotency-Key could not be released."));
      throw error;
    }
  };
}

/** Whom the answer concerns, as far as it is known before anything is done: what is kept of it is forgotten with that business. */
function businessOf({ on, path }: Endpoint, principal: Principal, { params }: HttpRequest): string | null {
  if (on === "business") return accountOf(principal)?.activeBusiness?.id ?? null;
  return path.includes("/businesses/:id") ? (params["id"] ?? null) : null;
}

function repeated(claim: Exclude<Claim, { kind: "mine" }>): HttpAnswer {
  switch (claim.kind) {
    case "replay":
      return { ...claim.answer, headers: { ...claim.answer.headers, "idempotency-replayed": "true" } };
    case "in_progress": {
      const sentence = "A request with this Idempotency-Key is still under way.";
      throw new Failure(409, "idempotency_in_progress", sentence, {}, { "retry-after": "1" });
    }
    case "other_request":
      throw new Failure(422, "idempotency_key_reused", "This Idempotency-Key was used for another request.");
  }
}

/**
 * Whether a repeated Idempotency-Key gives the first answer again. Strangers share no account that could hold their keys, and
 * what a provider tells again is known by the names that it has there.
 */
export const isIdempotent = (endpoint: Endpoint): boolean =>
  (endpoint.method === "POST" || endpoint.method === "PATCH") &&
  endpoint.access.by !== "open" &&
  endpoint.access.by !== "signature" &&
  endpoint.idempotent !== false &&
  endpoint.bodyStream === undefined;

function idempotencyKey(endpoint: Endpoint, request: HttpRequest, parsed: ParsedRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || !isIdempotent(endpoint)) return undefined;
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return parsed.dryRun ? undefined : key;
  throw invalid([{ path: "Idempotency-Key", message: "Expected 1 to 255 printable ASCII characters." }]);
}
