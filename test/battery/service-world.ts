/** The battery's view of the real service: accounts on every plan, sessions, keys, and the resources that ids name. */
import { planRank, planSchema, type Plan } from "../../domain/plans";
import type { Endpoint } from "../../infra/http/endpoint";
import { createIds } from "../../infra/ids/ids";
import { createSessions } from "../../infra/identity/sessions";
import { systemClock } from "../../infra/time/clock";
import { allScopes, createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { completeForm } from "../support/compliance-form";
import { eventually } from "../support/eventually";
import { startPlacesStandIn } from "../support/places-stand-in";
import { signedBySandbox } from "../support/sandbox-callbacks";
import { COLLECTOR_TOKEN, startTestService, type TestService } from "../support/service";
import { approve, haveConversation, haveNumber, underReview } from "../support/texting";
import type { Caller, Credentials, ReadyRequest, Trespass, World } from "./world";

const KEYS_PER_ACCOUNT = 40;
/** A fast machine asks more in a minute than one account may. */
const SESSIONS_PER_ACCOUNT = 100;
const administrators = Array.from({ length: 40 }, (_one, index) => `administrator-${index}@example.com`);
/** Fewer than an account may have webhooks. */
const TRESPASSES_PER_TENANT = 8;
/** Few enough for what an account may ask for in a minute. */
const READINGS_PER_TENANT = 6;

export async function serviceWorld(): Promise<World> {
  const standIn = await startPlacesStandIn();
  const settings = {
    WEBHOOK_ALLOWED_TARGETS: "localhost:1",
    SMS_PROVIDER: "sandbox",
    ADMIN_EMAILS: administrators.join(),
    ...standIn.settings,
  };
  const service = await startTestService({ settings });
  const api = createApi(service, administrators);
  const callers = createCallers(service, api);
  const resources = createResources(api);
  const ready = async (endpoint: Endpoint, of?: Tenant): Promise<ReadyRequest> =>
    readyRequest(endpoint, await resources(endpoint, of), () => callers.callerFor(endpoint));
  return {
    url: service.url,
    planRank,
    callerFor: (endpoint, caller) => callers.callerFor(endpoint, caller),
    strangerFor({ access }): Credentials {
      if (access.by === "api_key") return { "x-service-key": `svc_live_${"0".repeat(48)}` };
      if (access.by === "signature") return { "x-sandbox-signature": "wrong" };
      return access.by === "collector" ? { authorization: "Bearer wrong" } : { cookie: "service_session=wrong" };
    },
    signed: signedBySandbox,
    async revoke(credentials) {
      const { "x-service-key": key, cookie } = credentials;
      if (key !== undefined) return callers.revokeKey(key);
      if (cookie !== undefined)
        expectStatus(await api.anonymous.post("/api/auth/sign-out", undefined, { cookie }), 204);
      return cookie !== undefined;
    },
    ready,
    reading: createReadings(api, ready),
    now: () => service.clock.now(),
    trespass: createTrespasses(api, resources, ready),
    async close() {
      await service.close();
      await standIn.close();
    },
  };
}

/** Names the resource, with credentials of the tenant whose it is where the endpoint takes a tenant's. */
async function readyRequest(
  endpoint: Endpoint,
  { params, body, query, tenant }: Resource,
  callerFor: () => Promise<Credentials>,
): Promise<ReadyRequest> {
  const byTenant: Readonly<Record<string, Credentials>> = {
    api_key: { "x-service-key": tenant.api.key },
    session: { cookie: tenant.browser.cookie() },
  };
  const credentials = byTenant[endpoint.access.by] ?? (await callerFor());
  return { credentials, params, ...(query === undefined ? {} : { query }), ...(body === undefined ? {} : { body }) };
}

/** Gives the same one so many times, and then another. */
function inTurn<One>(times: number, make: () => Promise<One>): () => Promise<One> {
  let given = 0;
  let one: Promise<One> | undefined;
  return () => {
    if (one === undefined || given % times === 0) one = make();
    given += 1;
    return one;
  };
}

/** Their own place is linked, because a read that stops for want of one leaves tables out. */
function createReadings(api: Api, ready: (endpoint: Endpoint, of: Tenant) => Promise<ReadyRequest>) {
  const reader = inTurn(READINGS_PER_TENANT, () =>
    api.tenant({ plan: "agency", business: { placeId: "place-of-readers", city: "Oslo" } }),
  );
  return async (endpoint: Endpoint): Promise<ReadyRequest> => ready(endpoint, await reader());
}

/** Two tenants serve several endpoints, because nothing that is asked of them with each other's ids is done. */
function createTrespasses(
  api: Api,
  resources: Resources,
  ready: (endpoint: Endpoint, of: Tenant) => Promise<ReadyRequest>,
) {
  const both = inTurn(TRESPASSES_PER_TENANT, () =>
    Promise.all([api.tenant({ plan: "agency" }), api.tenant({ plan: "agency" })]),
  );
  return async (endpoint: Endpoint): Promise<Trespass> => {
    const [own, other] = await both();
    return { own: await ready(endpoint, own), foreign: (await resources(endpoint, other)).params };
  };
}

/** Accounts are shared between checks, credentials are not: hashing a password for each would take most of the time. */
function createCallers(service: TestService, api: Api) {
  const { running, clock } = service;
  const sessions = createSessions({ pool: running.engines.pool, clock, ids: createIds(clock) });
  const tenants = new Map<Plan, () => Promise<Tenant>>();
  const keyOwners = new Map<string, { readonly tenant: Tenant; readonly keyId: string }>();
  const keyed = inTurn(KEYS_PER_ACCOUNT, () => api.tenant({ plan: "agency" }));
  const keyedOnFree = inTurn(KEYS_PER_ACCOUNT, () => api.tenant({ plan: "agency" }));

  const tenantOn = (plan: Plan): Promise<Tenant> => {
    const next =
      tenants.get(plan) ??
      inTurn(SESSIONS_PER_ACCOUNT, async () => {
        const tenant = await api.tenant({ plan: "agency" });
        await api.setPlan(tenant.accountId, plan);
        return tenant;
      });
    tenants.set(plan, next);
    return next();
  };
  const sessionOf = async (accountId: string): Promise<Credentials> => ({
    cookie: `service_session=${(await sessions.open(accountId)).token}`,
  });
  const keyFor = async (plan: string, held: readonly string[]): Promise<Credentials> => {
    const tenant = await (plan === "free" ? keyedOnFree() : keyed());
    // Keys are made on a plan that has some, and outlive it.
    if (plan === "free") await api.setPlan(tenant.accountId, "agency");
    const { key, keyId } = await api.createKey(tenant.browser, { scopes: held });
    if (plan === "free") await api.setPlan(tenant.accountId, "free");
    keyOwners.set(key, { tenant, keyId });
    return { "x-service-key": key };
  };
  return {
    async callerFor({ access }: Endpoint, caller: Caller = {}): Promise<Credentials> {
      const byAdmin = access.by === "admin" || access.by === "collector";
      if (access.by === "collector" && caller.admin === undefined)
        return { authorization: `Bearer ${COLLECTOR_TOKEN}` };
      if (caller.admin ?? byAdmin) return sessionOf((await api.admin()).accountId);
      const plan = planSchema.parse(caller.plan ?? access.plan ?? "free");
      if (access.by === "api_key") return keyFor(plan, scopesOf(access, caller));
      return sessionOf((await tenantOn(plan)).accountId);
    },
    async revokeKey(key: string): Promise<boolean> {
      const owner = keyOwners.get(key);
      if (owner === undefined) return false;
      expectStatus(await owner.tenant.browser.delete(`/api/keys/${owner.keyId}`), 204);
      return true;
    },
  };
}

/** A key without the scopes asked for still has one, of another endpoint: there are no keys that may do nothing. */
function scopesOf({ scopes: needed = allScopes }: Endpoint["access"], { scopes }: Caller): readonly string[] {
  if (scopes?.length !== 0) return scopes ?? needed;
  return allScopes.filter((one) => !needed.includes(one)).slice(0, 1);
}

interface Resource {
  readonly tenant: Tenant;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
}
type Resources = (endpoint: Endpoint, of?: Tenant) => Promise<Resource>;

function createResources(api: Api): Resources {
  const webhookUrl = "https://localhost:1/hook";
  let count = 0;
  return async (endpoint, of) => {
    const tenant = of ?? (await api.tenant({ plan: "agency" }));
    const { path, id } = endpoint;
    const made = (params: Resource["params"], body?: unknown): Resource => ({ tenant, params, body });
    if (id === "receive-compliance-status")
      return made({}, JSON.stringify({ kind: "reviewed", id: "1", reference: "of-nobody" }));
    if (id === "register-webhook") return made({}, { url: webhookUrl, events: ["alert.created"] });
    if (id === "restore-business") {
      expectStatus(await tenant.browser.delete("/api/businesses/me/delete"), 200);
      return made({});
    }
    if (path.includes("/webhooks/:id")) {
      const registered = await tenant.api.post("/api/v1/webhooks", { url: webhookUrl, events: ["alert.created"] });
      return made({ id: String(expectStatus(registered, 201)["id"]) });
    }
    if (path.includes("/deliveries/:id")) return made({ id: await failedDelivery(tenant, webhookUrl) });
    if (path.includes("/competitors/:id")) {
      const named = made({ id: await track(tenant, `place-${(count += 1)}`) });
      return id === "get-competitor" ? { ...named, query: { include: "all" } } : named;
    }
    if (id === "set-job-monitoring")
      return made({}, { competitorId: await track(tenant, `place-${(count += 1)}`), enabled: false });
    if (path.includes("/conversations/:id")) {
      const conversation = await haveConversation(api, tenant);
      if (id === "send-message") await approve(api, tenant, conversation.phoneNumberId);
      return made({ id: conversation.id });
    }
    if (id === "start-conversation") {
      const { id: phoneNumberId } = await haveNumber(tenant);
      await approve(api, tenant, phoneNumberId);
      return made({}, { phoneNumberId, customerPhone: "(415) 555-0123", body: "Your table is ready." });
    }
    if (id === "receive-sms") {
      const { id: number, phoneNumber: to } = await haveNumber(tenant);
      const inbound = { kind: "inbound", id: `inbound-${(count += 1)}`, from: "+14155550123", to, body: "Hello" };
      return { ...made({}, JSON.stringify(inbound)), query: { business: tenant.businessId, number } };
    }
    if (id === "receive-sms-status") {
      const delivered = { kind: "status", id: "of-nobody", status: "delivered" };
      return { ...made({}, JSON.stringify(delivered)), query: { business: tenant.businessId, message: "nobody's" } };
    }
    if (id === "register-phone-compliance")
      return made({}, { ...completeForm, phoneNumberId: (await haveNumber(tenant)).id });
    if (path.includes("/phone-compliance/:id")) return made({ id: await draftRegistration(tenant) });
    if (id === "review-sandbox-registration") {
      const { id: phoneNumberId } = await haveNumber(tenant);
      return made({}, { registrationId: await underReview(api, tenant, phoneNumberId), status: "approved" });
    }
    if (id === "write-sandbox-message")
      return made({}, { from: "+14155550123", to: (await haveNumber(tenant)).phoneNumber, body: "Hello" });
    if (path.startsWith("/embed/:token") || path.includes("/embeds/:id")) {
      const { embed } = expectStatus(await tenant.api.post("/api/v1/embeds", {}), 201);
      const { id: embedId, url } = embed as { id: string; url: string };
      return made(path.includes(":token") ? { token: url.split("/").at(-1) ?? "" } : { id: embedId });
    }
    if (path.includes("/social-posts/:id")) {
      const publishAt = new Date(systemClock.now().getTime() + 86_400_000).toISOString();
      const later = { platform: "linkedin", text: "Tomorrow", publishAt };
      const { post } = expectStatus(await tenant.api.post("/api/v1/social-posts", later), 201);
      return made({ id: (post as { id: string }).id });
    }
    if (path.includes("/reports/:id")) {
      const { report } = expectStatus(await tenant.api.post("/api/v1/reports", { kind: "reviews" }), 201);
      return made({ id: (report as { id: string }).id });
    }
    if (path.includes("/alerts/:id")) return made({ id: await raiseAlert(api, tenant, `place-${(count += 1)}`) });
    if (path.includes("keys/:id")) return made({ id: tenant.api.keyId });
    if (path.includes("/accounts/:id")) return made({ id: tenant.accountId });
    if (path.includes("/businesses/:id")) return made({ id: tenant.businessId });
    // A made-up id would be another tenant's and nobody's alike.
    if (path.includes("/:")) throw new Error(`The battery does not know how to make what ${path} names.`);
    return made({});
  };
}

async function track(tenant: Tenant, placeId: string): Promise<string> {
  const body = { name: "Fjord Coffee", place_id: placeId };
  const { competitor } = expectStatus(await tenant.api.post("/api/v1/competitors", body), 201);
  return (competitor as { id: string }).id;
}

/** A registration that nobody has submitted. */
async function draftRegistration(tenant: Tenant): Promise<string> {
  const body = { ...completeForm, phoneNumberId: (await haveNumber(tenant)).id, asDraft: true };
  const { registration } = expectStatus(await tenant.browser.post("/api/businesses/me/phone-compliance", body), 201);
  return (registration as { id: string }).id;
}

/** A test delivery to a receiver that is not there. */
async function failedDelivery(tenant: Tenant, url: string): Promise<string> {
  const registered = await tenant.api.post("/api/v1/webhooks", { url, events: ["alert.created"] });
  const path = `/api/v1/webhooks/${String(expectStatus(registered, 201)["id"])}`;
  const tested = await tenant.api.post(`${path}/test`, { eventType: "alert.created" });
  const id = String(expectStatus(tested, 202)["deliveryId"]);
  return eventually(async () => {
    const { deliveries } = expectStatus(await tenant.api.get(`${path}/deliveries?status=failed`), 200);
    if (!(deliveries as { id: string }[]).some((delivery) => delivery.id === id))
      throw new Error("The test delivery has not failed yet.");
    return id;
  });
}

/** A competitor whose rating changes: the alert that its business is told. */
async function raiseAlert(api: Api, tenant: Tenant, placeId: string): Promise<string> {
  await track(tenant, placeId);
  const observedAt = systemClock.now().toISOString();
  for (const rating of [4.1, 4.2])
    await api.observe({ id: `${placeId}-${rating}`, placeId, observedAt, source: "tests", listing: { rating } });
  return eventually(async () => {
    const [alert] = expectStatus(await tenant.api.get("/api/v1/alerts"), 200)["alerts"] as { id: string }[];
    if (alert === undefined) throw new Error("There is no alert yet.");
    return alert.id;
  });
}
