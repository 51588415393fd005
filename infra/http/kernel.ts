/** Serves endpoints: from a request to an answer through every check that a declaration implies, whatever the server. */
import { createHmac } from "node:crypto";
import type { Pool } from "pg";
import { isRefusal } from "../../domain/fold/refusal";
import type { Logger } from "../logging/logger";
import { answerWith } from "./answers";
import { accountOf, authenticate, authorize, checkOrigin, unauthenticated } from "./authentication";
import type { Authenticator } from "./authenticator";
import { checkEndpoints, type Declarables } from "./check-endpoints";
import type { AccountContext, Context, Endpoint, Principal } from "./endpoint";
import { demandedRevision } from "./entity-tags";
import { errorAnswer, expectedFailure, refusedFailure, unexpectedFailure } from "./error-answers";
import { executeFor, type Progress } from "./execute";
import { Failure, invalid } from "./failure";
import { createIdempotency, type Idempotency, type Sealing } from "./idempotency";
import { clientIp, type HttpAnswer, type HttpRequest } from "./message";
import { createCursors } from "./paging";
import { awaitPosition, POSITION_HEADER, positionCookie } from "./read-position";
import { type ParsedRequest, readInput } from "./request-input";
import { countRequest, type RateTable } from "./request-limits";
import type { Services } from "./services";

export interface KernelParts extends Declarables {
  readonly endpoints: readonly Endpoint[];
  readonly services: Services;
  readonly authenticator: Authenticator;
  readonly rateTable: RateTable;
  readonly pool: Pool;
  readonly sealing: Sealing;
  /** Secret, derived from the master key, the same in all processes: signs cursors and fingerprints. */
  readonly key: Uint8Array;
  readonly publicUrl: string;
  /** How many proxies of our own stand in front. */
  readonly trustedProxies: number;
  readonly logger: Logger;
}

/** An answer, and what the log line says of it. */
export interface Served {
  readonly answer: HttpAnswer;
  readonly requestId: string;
  readonly accountId?: string;
}

export interface Kernel {
  readonly endpoints: readonly Endpoint[];
  readonly idempotency: Idempotency;
  serve(endpoint: Endpoint, request: HttpRequest): Promise<Served>;
  /** The answer to what no endpoint stands for. */
  refuse(failure: Failure, request: Pick<HttpRequest, "headers">): Served;
}

/** One request on its way. `headers` join whatever the answer will be. */
interface Exchange {
  readonly endpoint: Endpoint;
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly clientIp: string;
  readonly headers: Record<string, string | readonly string[]>;
  principal?: Principal;
}

/** Throws a list of sentences where an endpoint is misdeclared. */
export function createKernel(parts: KernelParts): Kernel {
  checkEndpoints(parts.endpoints, parts);
  const { services, logger, pool, sealing } = parts;
  const idempotency = createIdempotency({ pool, sealing, clock: services.clock, ids: services.ids });
  const serve = serving(parts, idempotency);
  const requestIdOf = ({ headers }: Pick<HttpRequest, "headers">) => {
    const given = headers["x-request-id"] ?? "";
    return /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : services.ids.next();
  };
  return {
    endpoints: parts.endpoints,
    idempotency,
    async serve(endpoint, request) {
      const requestId = requestIdOf(request);
      const ip = clientIp(request, parts.trustedProxies);
      const exchange: Exchange = { endpoint, request, requestId, clientIp: ip, headers: { "x-request-id": requestId } };
      if (endpoint.access.by !== "open") exchange.headers["cache-control"] = "no-store";
      const answer = await serve(exchange).catch((error: unknown) => {
        const failure = expectedFailure(error) ?? unexpectedFailure();
        if (failure.status === 500) logger.error({ err: error, requestId, endpoint: endpoint.id }, "A request failed.");
        return errorAnswer(failure, requestId, request);
      });
      const accountId = exchange.principal === undefined ? undefined : accountOf(exchange.principal)?.id;
      const whole = { ...answer, headers: { ...exchange.headers, ...answer.headers } };
      return { answer: whole, requestId, ...(accountId === undefined ? {} : { accountId }) };
    },
    refuse(failure, request) {
      const requestId = requestIdOf(request);
      const answer = errorAnswer(failure, requestId, request);
      return { answer: { ...answer, headers: { ...answer.headers, "x-request-id": requestId } }, requestId };
    },
  };
}

function serving(parts: KernelParts, idempotency: Idempotency): (exchange: Exchange) => Promise<HttpAnswer> {
  const { services, authenticator } = parts;
  const handle = handling(parts);
  return async (exchange) => {
    const { endpoint, request } = exchange;
    const principal = await authenticate(authenticator, endpoint, request, exchange.clientIp);
    exchange.principal = principal;
    checkOrigin(endpoint, principal, request, parts.publicUrl);
    authorize(endpoint, principal, parts.planRank);
    await countRequest(services.limiter, parts.rateTable, { endpoint, principal, clientIp: exchange.clientIp }, exchange.headers);
    const parsed = await readInput(endpoint, request);
    const account = accountOf(principal);
    if (endpoint.on === "business" && account?.activeBusiness == null) {
      throw new Failure(404, "no_active_business", "There is no active business; create or activate one first.");
    }
    await awaitPosition(services.positions, endpoint, principal, request);
    const key = idempotencyKey(endpoint, request, parsed);
    const answer = await (key === undefined
      ? handle(exchange, principal, parsed, services.ids.next())
      : once(exchange, principal, parsed, key));
    // A credential that was revoked while the handler ran must not see the answer.
    const revocable = (principal.kind === "api_key" || principal.kind === "session") && endpoint.endsSession !== true;
    if (revocable && !(await authenticator.stillValid(principal))) throw unauthenticated("The credential was revoked.");
    return withPositionCookie(answer, principal, parts.publicUrl);
  };

  async function once(exchange: Exchange, principal: Principal, parsed: ParsedRequest, key: string): Promise<HttpAnswer> {
    const { endpoint, request } = exchange;
    const account = accountOf(principal);
    const scope = account?.id ?? `${principal.kind}:${principal.id}`;
    const fingerprint = createHmac("sha256", parts.key)
      .update(JSON.stringify([request.method, request.path, request.search.toString(), parsed.bodyText]))
      .digest("base64url");
    const businessId = endpoint.on === "business" ? (account?.activeBusiness?.id ?? null) : null;
    const claim = await idempotency.claim({ scope, key, endpoint: endpoint.id, fingerprint, businessId });
    switch (claim.kind) {
      case "replay":
        return { ...claim.answer, headers: { ...claim.answer.headers, "idempotency-replayed": "true" } };
      case "in_progress": {
        const sentence = "A request with this Idempotency-Key is still under way.";
        throw new Failure(409, "idempotency_in_progress", sentence, {}, { "retry-after": "1" });
      }
      case "other_request":
        throw new Failure(422, "idempotency_key_reused", "This Idempotency-Key was used for another request.");
      case "mine":
        try {
          const commandId = services.ids.derive("command", scope, endpoint.id, key, claim.since);
          const answer = await handle(exchange, principal, parsed, commandId);
          await (answer.status >= 500 ? claim.release() : claim.complete(answer));
          return answer;
        } catch (error) {
          await claim.release();
          throw error;
        }
    }
  }
}

/** Whether a repeated Idempotency-Key gives the first answer again. Strangers share no account that could hold their keys. */
export const isIdempotent = (endpoint: Endpoint): boolean =>
  (endpoint.method === "POST" || endpoint.method === "PATCH") &&
  endpoint.access.by !== "open" &&
  endpoint.idempotent !== false &&
  endpoint.bodyStream === undefined;

function idempotencyKey(endpoint: Endpoint, request: HttpRequest, parsed: ParsedRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || !isIdempotent(endpoint)) return undefined;
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return parsed.dryRun ? undefined : key;
  throw invalid([{ path: "Idempotency-Key", message: "Expected 1 to 255 printable ASCII characters." }]);
}

function withPositionCookie(answer: HttpAnswer, principal: Principal, publicUrl: string): HttpAnswer {
  const position = answer.headers[POSITION_HEADER];
  if (principal.kind !== "session" || typeof position !== "string") return answer;
  const own = answer.headers["set-cookie"] ?? [];
  const cookies = [...(typeof own === "string" ? [own] : own), positionCookie(position, publicUrl)];
  return { ...answer, headers: { ...answer.headers, "set-cookie": cookies } };
}

type Handle = (exchange: Exchange, principal: Principal, parsed: ParsedRequest, commandId: string) => Promise<HttpAnswer>;

function handling({ services, key, refusalStatuses }: KernelParts): Handle {
  const cursors = createCursors(key);
  return async ({ endpoint, request, requestId, clientIp }, principal, { input, dryRun }, commandId) => {
    const writes = endpoint.kind === "command" && endpoint.method !== "POST";
    const expectedRevision = writes ? demandedRevision(request.headers["if-match"]) : undefined;
    const progress: Progress = {};
    const account: AccountContext | null = endpoint.on === "none" ? null : accountOf(principal);
    const context: Context = {
      requestId,
      now: services.clock.now(),
      clientIp,
      principal,
      account,
      business: endpoint.on === "business" ? (account?.activeBusiness ?? null) : null,
      services,
      read: services.read,
      cursors: cursors.bind(endpoint.id, accountOf(principal)?.id ?? principal.id),
      dryRun,
      execute: executeFor({ endpoint, principal, requestId, commandId, dryRun, expectedRevision }, services, progress),
    };
    const result: unknown = await endpoint.handle(input as never, context as never);
    if (isRefusal(result)) {
      if (result.refused === "revision_mismatch") throw preconditionFailed();
      return errorAnswer(refusedFailure(result, endpoint, refusalStatuses), requestId, request);
    }
    return answerWith(endpoint, request, result, progress, dryRun);
  };
}

const preconditionFailed = () =>
  new Failure(412, "precondition_failed", "It was changed since the revision that If-Match names.");
