/** Which limits a request counts against, and the headers that tell the client where it stands. */
import type { Endpoint, Principal } from "./endpoint";
import { Failure } from "./failure";
import { addressBlock } from "./message";
import type { Limit, Limiter, Standing, Taken } from "./rate-limiter";

/** A named limit, such as a plan's `requestsPerMinute`, counted per key, account or client address. */
export interface RatePolicy extends Limit {
  readonly name: string;
  readonly per: "key" | "account" | "ip";
}

/**
 * The policies of API keys by plan, of dashboard sessions, of providers, and of callers without credentials. A provider is
 * counted as one: it calls from few addresses, for all businesses at once.
 */
export interface RateTable {
  readonly keys: Readonly<Record<string, readonly RatePolicy[]>>;
  readonly sessions: readonly RatePolicy[];
  readonly providers: readonly RatePolicy[];
  readonly open: readonly RatePolicy[];
}

/** What a tenant's heavy look counts for within a minute: it may go through a long history. In a month it is one request. */
const HEAVY_UNITS = 10;

/** Counts the request. Fills `headers` as it goes; throws a 429 Failure with `quota` where a limit is used up. */
export async function countRequest(
  limiter: Limiter,
  table: RateTable,
  request: {
    readonly endpoint: Endpoint;
    readonly principal: Principal;
    readonly clientIp: string;
    readonly heavy: boolean;
  },
  headers: Record<string, string | readonly string[]>,
): Promise<void> {
  const policies = policiesOf(table, request.endpoint, request.principal);
  const states: string[] = [];
  for (const policy of policies) {
    const isCharged = request.heavy && request.endpoint.access.by !== "admin" && policy.windowSeconds !== "month";
    const units = isCharged ? HEAVY_UNITS : 1;
    const taken = await limiter.take(keyOf(policy, request.principal, request.clientIp), policy, units);
    states.push(`"${policy.name}";r=${taken.remaining};t=${taken.resetSeconds}`);
    headers["ratelimit"] = states.join(", ");
    headers["ratelimit-policy"] = policies.map((one) => describe(one, limiter)).join(", ");
    if (!taken.allowed) throw exceeded(policy, taken);
  }
}

/** How the limits stand that requests of a principal count against, by name. */
export type Standings = (principal: Principal, clientIp: string) => Promise<ReadonlyMap<string, Standing>>;

export const createStandings =
  (limiter: Limiter, table: RateTable): Standings =>
  async (principal, clientIp) => {
    const standing = async (policy: RatePolicy) =>
      [policy.name, await limiter.look(keyOf(policy, principal, clientIp), policy)] as const;
    return new Map(await Promise.all(policiesFor(table, principal).map(standing)));
  };

function policiesOf(table: RateTable, endpoint: Endpoint, principal: Principal): readonly RatePolicy[] {
  // Probes and scrapers must never be turned away: they are how one learns that something is wrong.
  return endpoint.access.surface === "ops" ? [] : policiesFor(table, principal);
}

function policiesFor(table: RateTable, principal: Principal): readonly RatePolicy[] {
  if (principal.kind === "api_key") return table.keys[principal.account.plan] ?? [];
  if (principal.kind === "session") return table.sessions;
  if (principal.kind === "provider") return table.providers;
  return principal.kind === "anonymous" ? table.open : [];
}

function keyOf(policy: RatePolicy, principal: Principal, clientIp: string): string {
  const account = "account" in principal ? principal.account.id : principal.id;
  const owner = { key: principal.id, account, ip: addressBlock(clientIp) }[policy.per];
  return `${principal.kind}:${policy.name}:${policy.per}:${owner}`;
}

const describe = (policy: RatePolicy, limiter: Limiter) =>
  `"${policy.name}";q=${policy.limit};w=${limiter.windowSeconds(policy)}`;

/** The 429 that says which limit is used up, and when it begins anew. */
export function exceeded(policy: Pick<RatePolicy, "name">, taken: Taken): Failure {
  const quota = { name: policy.name, limit: taken.limit, used: taken.limit, resetSeconds: taken.resetSeconds };
  const sentence = `The ${policy.name} limit of ${taken.limit} requests is used up.`;
  return new Failure(429, "rate_limited", sentence, { quota }, { "retry-after": String(taken.resetSeconds) });
}
