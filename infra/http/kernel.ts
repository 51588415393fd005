/** Serves endpoints: from a request to an answer through every check that a declaration implies, whatever the server. */
import type { Pool } from "pg";
import type { Logger } from "../logging/logger";
import { accountOf, authenticate, authorize, checkOrigin, unauthenticated } from "./authentication";
import type { Authenticator } from "./authenticator";
import { checkEndpoints, type Declarables } from "./check-endpoints";
import type { Endpoint, Principal } from "./endpoint";
import { errorAnswer, expectedFailure, type RefusalForms, unexpectedFailure } from "./error-answers";
import { createFailedAttempts } from "./failed-attempts";
import { Failure } from "./failure";
import { cursorsOf, type Exchange, handling } from "./handling";
import { createGuard, isHeavy } from "./heavy-looks";
import { createIdempotency, type Idempotency, type Sealing } from "./idempotency";
import { clientIp, isStreamed, type HttpAnswer, type HttpRequest, PARAM_CHARS_MAX } from "./message";
import { workingOnce } from "./once";
import { createOpenStreams, readersOf, type Reader } from "./open-streams";
import { createCursors } from "./paging";
import type { CallerThen } from "./past";
import { type QuotaStandings, tellingQuotas } from "./quota-headers";
import { awaitPosition, POSITION_HEADER, positionCookie } from "./read-position";
import { cameWhole } from "./request-body";
import { readInput } from "./request-input";
import { countRequest, type RateTable } from "./request-limits";
import type { Services } from "./services";
import { lookBegan, lookIn, type Witness } from "./witness";

export interface KernelParts extends Declarables, RefusalForms {
  readonly endpoints: readonly Endpoint[];
  readonly services: Services;
  readonly authenticator: Authenticator;
  readonly callerThen: CallerThen;
  readonly rateTable: RateTable;
  readonly quotaStandings: QuotaStandings;
  readonly witness: Witness;
  readonly pool: Pool;
  readonly sealing: Sealing;
  /** Secret, derived from the master key, the same in all processes: signs cursors and fingerprints. */
  readonly key: Uint8Array;
  /** How often the log has moved from one engine to another. */
  readonly logMoves: number;
  readonly publicUrl: string;
  /** How many proxies of our own stand in front. */
  readonly trustedProxies: number;
  readonly logger: Logger;
  /** Milliseconds since any moment, never set back. */
  readonly monotonicMs?: () => number;
}

/** Longer than it usually takes to count a request, so that few callers are looked up twice, and too short to do harm in. */
const FRESH_MS = 50;

const nothingThere = () => new Failure(404, "not_found", "There is nothing at this address.");

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
  /** The request's own id where it is one that can be taken over, or else a new one. */
  requestIdOf(request: Pick<HttpRequest, "headers">): string;
  /** The answer to what no endpoint stands for. */
  refuse(failure: Failure, request: Pick<HttpRequest, "headers">): Served;
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
    requestIdOf,
    async serve(endpoint, request) {
      const requestId = requestIdOf(request);
      const ip = clientIp(request, parts.trustedProxies);
      const exchange: Exchange = { endpoint, request, requestId, clientIp: ip, headers: { "x-request-id": requestId } };
      if (endpoint.access.by !== "open") exchange.headers["cache-control"] = "no-store";
      // Whoever is not let in is answered as it asks: with the page, or with the error.
      if (endpoint.turnedAway !== undefined) exchange.headers["vary"] = "accept";
      const answer = await serve(exchange).catch((error: unknown) => {
        const failure = expectedFailure(error) ?? unexpectedFailure();
        // What others did wrong is told to the caller in our words alone, and to operators in whole.
        if (failure.status === 500 || failure.status === 502)
          logger.error({ err: error, requestId, endpoint: endpoint.id }, "A request failed.");
        return turnedAway(exchange, failure, services) ?? errorAnswer(failure, requestId, request);
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

/** The page of an endpoint that has one for whom it does not let in. */
function turnedAway({ endpoint, request }: Exchange, { status }: Failure, services: Services): HttpAnswer | undefined {
  const asksForPage = (request.headers["accept"] ?? "").toLowerCase().includes("text/html");
  if ((status !== 401 && status !== 403) || !asksForPage) return undefined;
  const page = endpoint.turnedAway?.(services);
  return page === undefined ? undefined : { status, headers: page.headers, body: String(page.body) };
}

interface Arrived {
  readonly principal: Principal;
  /** Whether the look-up is of just now: whatever was waited for since, such as a connection, may have taken seconds. */
  readonly isFresh: () => boolean;
}

interface Admission {
  /** Lets in who may do this, from there and this often, before the body is read. */
  arrive(exchange: Exchange, heavy: boolean): Promise<Arrived>;
  /** The caller as it is now: what was revoked or downgraded while the request was waited for must not write. */
  again(exchange: Exchange): Promise<Principal>;
}

function admitting(parts: KernelParts): Admission {
  const { services, authenticator, publicUrl, planRank, rateTable, monotonicMs = () => performance.now() } = parts;
  const credentials = { authenticator, failed: createFailedAttempts(services.clock, services.limiter), publicUrl };
  return {
    async arrive(exchange, heavy) {
      const { endpoint, request } = exchange;
      const principal = await authenticate(credentials, exchange);
      const lookedUpAt = monotonicMs();
      exchange.principal = principal;
      checkOrigin(endpoint, principal, request, publicUrl);
      authorize(endpoint, principal, planRank);
      const counted = { endpoint, principal, clientIp: exchange.clientIp, heavy };
      await countRequest(services.limiter, rateTable, counted, exchange.headers);
      return { principal, isFresh: () => monotonicMs() - lookedUpAt < FRESH_MS };
    },
    async again(exchange) {
      const principal = await authenticate(credentials, exchange);
      authorize(exchange.endpoint, principal, planRank);
      return principal;
    },
  };
}

function serving(parts: KernelParts, idempotency: Idempotency): (exchange: Exchange) => Promise<HttpAnswer> {
  const { services, authenticator } = parts;
  const admission = admitting(parts);
  const handle = handling(parts);
  const cursors = createCursors(parts.key, services.clock, parts.logMoves);
  const once = tellingQuotas(parts, workingOnce(parts, idempotency, handle));
  const guard = createGuard(services.clock);
  const streams = createOpenStreams(services.clock);
  const streamed = (answer: HttpAnswer, readers: readonly Reader[], { method, closed }: HttpRequest): HttpAnswer =>
    isStreamed(answer.body) && method !== "HEAD"
      ? { ...answer, body: streams.open(readers, answer.body, closed) }
      : answer;
  return async (exchange) => {
    const { endpoint, request } = exchange;
    if (Object.values(request.params).some((value) => value.length > PARAM_CHARS_MAX)) throw nothingThere();
    const heavy = isHeavy(endpoint, request.search);
    const isWhole = cameWhole(request.stream);
    const { principal: arrived, isFresh } = await admission.arrive(exchange, heavy);
    const parsed = await readInput(exchange);
    // The past is read from the log itself, which has reached whatever it answered with.
    const tables = parsed.asOf === undefined ? (endpoint.reads ?? []) : [];
    const waited = await awaitPosition(services.positions, tables, arrived, request);
    // Who signs, signs a body that has come; and who was looked up just now, when all had come, is who writes.
    const isWriterSure = async (): Promise<boolean> => !waited && (await isWhole) && isFresh();
    const isSure = endpoint.method === "GET" || endpoint.access.by === "signature" || (await isWriterSure());
    const principal = isSure ? arrived : await admission.again(exchange);
    exchange.principal = principal;
    const account = accountOf(principal);
    if (endpoint.on === "business" && (account?.activeBusiness ?? null) === null) {
      throw new Failure(404, "no_active_business", "There is no active business; create or activate one first.");
    }
    const owner = account?.id ?? principal.id;
    const witnessed = async (): Promise<HttpAnswer> => {
      const bound = cursorsOf(cursors, exchange, principal);
      const began = lookBegan(endpoint, request, bound, services.clock.now());
      if (began !== undefined) exchange.lookBegan = began;
      const look = began === undefined ? lookIn(endpoint, principal, request, exchange.requestId) : undefined;
      if (look !== undefined) await parts.witness(look);
      return once(exchange, principal, parsed);
    };
    const answered = await (heavy ? guard(endpoint, owner, witnessed) : witnessed());
    const answer = heavy ? streamed(answered, readersOf(endpoint, principal, owner), request) : answered;
    // A credential that was revoked while the handler ran must not see the answer.
    const revocable = (principal.kind === "api_key" || principal.kind === "session") && endpoint.endsSession !== true;
    if (revocable && !(await authenticator.stillValid(principal))) throw unauthenticated("The credential was revoked.");
    return withPositionCookie(answer, principal, parts.publicUrl);
  };
}

function withPositionCookie(answer: HttpAnswer, principal: Principal, publicUrl: string): HttpAnswer {
  const position = answer.headers[POSITION_HEADER];
  if (principal.kind !== "session" || typeof position !== "string") return answer;
  const own = answer.headers["set-cookie"] ?? [];
  const cookies = [...(typeof own === "string" ? [own] : own), positionCookie(position, publicUrl)];
  return { ...answer, headers: { ...answer.headers, "set-cookie": cookies } };
}
