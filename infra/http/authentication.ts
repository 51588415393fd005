/** Who calls, and whether they may: credentials, origin of browser writes, plan and scope, in this order. */
import { readUrl } from "../outbound/read-url";
import type { Authenticator } from "./authenticator";
import type { AccountContext, Endpoint, Principal } from "./endpoint";
import type { FailedAttempts } from "./failed-attempts";
import { Failure, insufficientPlan } from "./failure";
import { bearerToken, type HttpRequest } from "./message";
import { readSessionCookie } from "./session-cookie";
import { readSigned, showsSignature, type SignedRequest } from "./signed-request";
import { isWitnessed } from "./witnessed";

const ANONYMOUS: Principal = { kind: "anonymous", id: "anonymous" };

/** A request whose caller is not known yet. */
export interface Arriving {
  readonly endpoint: Endpoint;
  readonly request: HttpRequest;
  readonly clientIp: string;
  /** What a provider signed, once it is read: its body comes but once. */
  signed?: SignedRequest;
}

export interface AuthenticationParts {
  readonly authenticator: Authenticator;
  readonly failed: FailedAttempts;
  readonly publicUrl: string;
}

/**
 * The caller, or a 401 Failure (403 where an account that is no administrator asks for administrators' things, 429 where
 * too many wrong credentials came from the same address).
 */
export async function authenticate(parts: AuthenticationParts, arriving: Arriving): Promise<Principal> {
  const { failed } = parts;
  const { endpoint, clientIp } = arriving;
  // Who shows nothing costs nothing, and is simply told to.
  if (endpoint.access.by === "open" || !showsCredential(arriving)) return known(parts, arriving);
  // A signature is made sure of without a look-up, and a provider calls for all from addresses that others have as well:
  // one that is genuine is taken in, whoever forged others from there.
  const costsNothing = endpoint.access.by === "signature";
  if (!costsNothing) failed.check(clientIp);
  try {
    return await known(parts, arriving);
  } catch (error) {
    if (error instanceof Failure && error.status === 401) {
      if (costsNothing) failed.check(clientIp);
      await failed.note(clientIp);
    }
    throw error;
  }
}

const showsCredential = ({ endpoint, request }: Arriving): boolean =>
  endpoint.access.by === "signature"
    ? showsSignature(request)
    : request.headers["x-service-key"] !== undefined ||
      request.headers["authorization"] !== undefined ||
      readSessionCookie(request.headers) !== undefined;

async function known(parts: AuthenticationParts, arriving: Arriving): Promise<Principal> {
  const { authenticator } = parts;
  const { endpoint, request, clientIp } = arriving;
  switch (endpoint.access.by) {
    case "open":
      return ANONYMOUS;
    case "api_key": {
      const presented = request.headers["x-service-key"] ?? bearerToken(request);
      const owner = presented === undefined ? null : await authenticator.apiKey(presented, clientIp);
      if (owner === null) throw unauthenticated("Send a valid API key in X-Service-Key or as a bearer token.");
      return owner;
    }
    case "session":
      return signedIn(authenticator, request);
    case "admin":
      return administrator(await signedIn(authenticator, request));
    case "signature":
      return signer(parts, arriving);
    case "collector": {
      const token = bearerToken(request);
      if (token === undefined) return administrator(await signedIn(authenticator, request));
      const principal = authenticator.collector(token);
      if (principal !== null) return principal;
      throw unauthenticated("Send a valid collector's token, or sign in as an administrator.");
    }
  }
}

export const unauthenticated = (sentence: string) =>
  new Failure(401, "unauthenticated", sentence, {}, { "www-authenticate": 'Bearer realm="service"' });

async function signedIn(authenticator: Authenticator, request: HttpRequest): Promise<Principal> {
  const value = readSessionCookie(request.headers);
  const principal = value === undefined ? null : await authenticator.session(value);
  if (principal === null) throw unauthenticated("Sign in first.");
  return principal;
}

async function signer({ authenticator, publicUrl }: AuthenticationParts, arriving: Arriving): Promise<Principal> {
  const { endpoint, request } = arriving;
  const unsigned = () => unauthenticated("This request bears no valid signature.");
  if (!showsSignature(request)) throw unsigned();
  arriving.signed ??= await readSigned(endpoint, request, publicUrl);
  const principal = authenticator.provider(arriving.signed);
  if (principal === null) throw unsigned();
  return principal;
}

function administrator(principal: Principal): Principal {
  if (accountOf(principal)?.admin === true) return principal;
  throw new Failure(403, "admin_only", "Only administrators may do this.");
}

export const accountOf = (principal: Principal): AccountContext | null =>
  "account" in principal ? principal.account : null;

/**
 * Refuses writes, and whatever else is more than reading, that a browser makes for another site: a look that is kept would
 * be a false witness where a link had made it. Whatever says where the request comes from must name us; only a client that
 * says nothing at all, which no current browser does on a write, is let through.
 */
export function checkOrigin(endpoint: Endpoint, principal: Principal, request: HttpRequest, publicUrl: string): void {
  const byCookie =
    principal.kind === "session" || (endpoint.access.by === "open" && endpoint.access.surface === "dashboard");
  const onlyReads = endpoint.kind === "query" && !isWitnessed(endpoint);
  const reads = endpoint.method === "GET" && (onlyReads || endpoint.access.by === "open");
  if (reads || !byCookie) return;
  const { origin, referer, "sec-fetch-site": site } = request.headers;
  const ours = new URL(publicUrl).origin;
  const honest =
    (origin === undefined || origin === ours) &&
    (site === undefined || site === "same-origin" || site === "none") &&
    (origin !== undefined || referer === undefined || readUrl(referer)?.origin === ours);
  if (!honest) throw new Failure(403, "origin_not_allowed", "This request comes from another site.");
}

/** Throws a 403 Failure that names the plan or the scope that is missing. */
export function authorize(endpoint: Endpoint, principal: Principal, planRank: Readonly<Record<string, number>>): void {
  const { plan, scopes, permission } = endpoint.access;
  const account = accountOf(principal);
  const rank = (name: string) => planRank[name] ?? -1;
  if (plan !== undefined && (account === null || rank(account.plan) < rank(plan))) {
    throw insufficientPlan(plan);
  }
  if (permission !== undefined && account?.permissions?.includes(permission) === false) {
    const sentence = `This needs the team permission ${permission}.`;
    throw new Failure(403, "insufficient_permission", sentence, { requiredPermission: permission });
  }
  if (scopes === undefined) return;
  const held = principal.kind === "api_key" ? principal.scopes : [];
  if (scopes.some((scope) => held.includes(scope))) return;
  const requiredScope = scopes[0];
  throw new Failure(403, "insufficient_scope", `The key lacks the scope ${scopes.join(" or ")}.`, { requiredScope });
}
