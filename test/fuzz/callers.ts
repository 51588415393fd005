/** As whom the API is fuzzed: credentials, the operations that are meant for them, and how much must have been done. */
import { plans, type Plan } from "../../domain/plans";
import type { Api } from "../support/api";
import { COLLECTOR_TOKEN, type TestService } from "../support/service";
import type { KnownIds, Operation } from "./fuzzed-document";
import { createFuzzedTenant, type FuzzedTenant } from "./fuzzed-tenant";

export interface FuzzedCaller {
  readonly headers: Readonly<Record<string, string>>;
  readonly ids: KnownIds;
  /** When all of these were there: an instant and a position. */
  readonly moments: readonly string[];
  readonly mayCall: (path: string, operation: Operation) => boolean;
  /** The least share of answers that must be 2xx: a run that is turned away throughout has tried nothing. */
  readonly doneShareMin: number;
  /** Called all the time; undoes what would leave the rest of the run with nothing to ask about. */
  readonly keepUp: () => Promise<void>;
}

/** A free plan has no keys of its own; one that is left from a higher plan is turned away. */
export const callerNames = [
  ...plans.toReversed().map((plan) => `key:${plan}` as const),
  ...plans.toReversed().map((plan) => `session:${plan}` as const),
  "admin",
  "collector",
  "nobody",
] as const;
export type CallerName = (typeof callerNames)[number];

/** Two cases of three are to be refused, and some of the others are about what is not there, or was done before. */
const DONE_SHARE_MIN = 0.1;

const takes = (scheme: string, { security = [] }: Operation): boolean => security.some((one) => scheme in one);
const nothing = () => Promise.resolve();

export async function createCaller(service: TestService, api: Api, name: CallerName): Promise<FuzzedCaller> {
  const [kind, plan = "agency"] = name.split(":") as [string, Plan | undefined];
  const tenant = await createFuzzedTenant(service, api, name.replace(":", "-"), plan);
  if (kind === "key") return byKey(tenant, plan);
  if (kind === "session") return bySession(tenant, plan);
  if (kind === "admin") return byAdmin(api, tenant);
  const { ids, moments } = tenant;
  if (kind === "collector") {
    const headers = { Authorization: `Bearer ${COLLECTOR_TOKEN}` };
    const mayCall = (_path: string, operation: Operation) => takes("collectorToken", operation);
    return { headers, ids, moments, mayCall, doneShareMin: DONE_SHARE_MIN, keepUp: nothing };
  }
  return { headers: {}, ids, moments, mayCall: () => true, doneShareMin: 0, keepUp: nothing };
}

function byKey({ key, ids, moments }: FuzzedTenant, plan: Plan): FuzzedCaller {
  const mayCall = (path: string) => path.startsWith("/api/v1/");
  return {
    headers: { "X-Service-Key": key },
    ids,
    moments,
    mayCall,
    doneShareMin: plan === "free" ? 0 : DONE_SHARE_MIN,
    keepUp: nothing,
  };
}

/** Whoever signs out has no session any more; to sign out is tried by nobody. */
function bySession({ browser, businessId, ids, moments }: FuzzedTenant, plan: Plan): FuzzedCaller {
  const mayCall = (path: string, operation: Operation) =>
    takes("session", operation) && !path.startsWith("/api/admin/") && operation.operationId !== "signOut";
  const keepUp = async (): Promise<void> => {
    await browser.post("/api/businesses/me/restore");
    await browser.post(`/api/businesses/${businessId}/activate`);
  };
  return {
    headers: { Cookie: browser.cookie() },
    ids,
    moments,
    mayCall,
    doneShareMin: plan === "free" ? DONE_SHARE_MIN / 3 : DONE_SHARE_MIN,
    keepUp,
  };
}

async function byAdmin(api: Api, { ids, moments }: FuzzedTenant): Promise<FuzzedCaller> {
  const admin = await api.admin();
  const mayCall = (path: string) => path.startsWith("/api/admin/");
  return { headers: { Cookie: admin.cookie() }, ids, moments, mayCall, doneShareMin: DONE_SHARE_MIN, keepUp: nothing };
}
