/** A tenant who has several of everything that an id of the API can name. */
import type { Plan } from "../../domain/plans";
import { unsubscribeTokens } from "../../infra/composition/adapters/unsubscribe-links";
import { expectStatus, type Api, type Browser, type Tenant } from "../support/api";
import { completeForm } from "../support/compliance-form";
import { everything } from "../e2e/facts-of-everything";
import { eventually } from "../support/eventually";
import { masterKey, type TestService } from "../support/service";
import { sighting } from "../support/sightings";
import { haveConversation, haveNumber } from "../support/texting";
import type { KnownIds } from "./fuzzed-document";

const DAY_MS = 86_400_000;
/** Of each kind: some are deleted on the way. */
const OF_EACH = 12;
const times = Array.from({ length: OF_EACH }, (_, at) => at);
/** What an account may have fewer of. */
const few = times.slice(0, 6);

export interface FuzzedTenant {
  readonly key: string;
  readonly browser: Browser;
  readonly businessId: string;
  readonly ids: KnownIds;
  readonly moments: readonly string[];
}

/** Everything is made on the largest plan, and outlives it. `name` keeps the places of several tenants apart. */
export async function createFuzzedTenant(
  service: TestService,
  api: Api,
  name: string,
  plan: Plan,
): Promise<FuzzedTenant> {
  const own = `${name}-own`;
  const tenant = await api.tenant({ plan: "agency", business: { placeId: own, city: "Oslo", category: "Cafe" } });
  const { browser, accountId, businessId } = tenant;
  const ids = new Map<string, readonly string[]>();
  const make = async (path: string, body: (at: number) => object, some = times): Promise<void> => {
    const made: string[] = [];
    for (const at of some) made.push(idOf(expectStatus(await tenant.api.post(path, body(at)), 201)));
    ids.set(path, made);
  };
  await make("/api/v1/competitors", (at) => ({ name: `Fjord Coffee ${at}`, place_id: `${name}-${at}` }));
  const now = service.clock.now().getTime();
  const ago = (days: number): string => new Date(now - days * DAY_MS).toISOString();
  for (const days of [60, 30, 1, 0])
    await api.observe(...[own, ...times.map((at) => `${name}-${at}`)].map((place, at) => seen(place, at, days, ago)));
  const publishAt = new Date(now + 300 * DAY_MS).toISOString();
  await make("/api/v1/embeds", () => ({}));
  await make("/api/v1/social-posts", (at) => ({ platform: "linkedin", text: `Tomorrow ${at}`, publishAt }));
  await make("/api/v1/reports", () => ({ kind: "reviews" }));
  const hook = (at: number) => ({ url: `https://localhost:1/hook-${at}`, events: ["alert.created"] });
  await make("/api/v1/webhooks", hook, few);
  ids.set("/embed", await embedTokens(tenant));
  ids.set("/unsubscribe", await unsubscribeTokensOf(tenant));
  ids.set("/api/v1/alerts", await alertsOf(tenant));
  ids.set("/api/webhooks/deliveries", await failedDeliveries(tenant, ids.get("/api/v1/webhooks")?.[0] ?? ""));
  const keys: string[] = [];
  for (const at of few) keys.push((await api.createKey(browser, { name: `Fuzzed ${at}` })).keyId);
  for (const path of ["/api/keys", "/api/admin/api-keys"]) ids.set(path, keys);
  ids.set("/api/businesses/me/phone-compliance", [await draftRegistration(tenant)]);
  ids.set("/api/conversations", await conversationsOf(api, tenant));
  ids.set("/api/competitors", ids.get("/api/v1/competitors") ?? []);
  ids.set("/api/alerts", ids.get("/api/v1/alerts") ?? []);
  ids.set("/api/admin/accounts", [accountId]);
  ids.set("/api/admin/businesses", [businessId, ...(await otherBusinesses(browser))]);
  ids.set("/api/businesses", [businessId]);
  const activated = await browser.post(`/api/businesses/${businessId}/activate`);
  expectStatus(activated, 200);
  const position = String(activated.headers["x-service-position"] ?? 0);
  const moments = [service.clock.now().toISOString(), position];
  if (plan !== "agency") await api.setPlan(accountId, plan);
  return { key: tenant.api.key, browser, businessId, ids, moments };
}

async function otherBusinesses(browser: Browser): Promise<readonly string[]> {
  const made: string[] = [];
  for (const at of few)
    made.push(idOf(expectStatus(await browser.post("/api/businesses", { name: `Hut ${at}` }), 201)));
  return made;
}

async function embedTokens({ api }: Tenant): Promise<readonly string[]> {
  const { embed } = expectStatus(await api.post("/api/v1/embeds", {}), 201) as { embed: { url: string } };
  return [embed.url.split("/").at(-1) ?? ""];
}

/** As the mails have them, which nothing carries here. */
async function unsubscribeTokensOf({ api, businessId }: Tenant): Promise<readonly string[]> {
  const { reviewRequests, alertMails } = unsubscribeTokens(masterKey);
  const asking = async (email: string): Promise<string> => {
    const asked = await api.post("/api/v1/review-requests", { email, reviewUrl: "https://reviews.example" });
    return reviewRequests.sign(idOf(expectStatus(asked, 202)));
  };
  return [await asking("kari@example.com"), alertMails.sign(businessId), await asking("ola@example.com")];
}

/** A registration that nobody has submitted. */
async function draftRegistration(tenant: Tenant): Promise<string> {
  const body = { ...completeForm, phoneNumberId: (await haveNumber(tenant)).id, asDraft: true };
  return idOf(expectStatus(await tenant.browser.post("/api/businesses/me/phone-compliance", body), 201));
}

async function conversationsOf(api: Api, tenant: Tenant): Promise<readonly string[]> {
  const begun: string[] = [];
  for (const at of few) begun.push((await haveConversation(api, tenant, `+1415555012${at}`)).id);
  return begun;
}

/** Test deliveries to a receiver that is not there. */
async function failedDeliveries({ api, browser }: Tenant, webhookId: string): Promise<readonly string[]> {
  for (const _ of few)
    expectStatus(await api.post(`/api/v1/webhooks/${webhookId}/test`, { eventType: "alert.created" }), 202);
  return eventually(async () => {
    const { deliveries } = expectStatus(await browser.get("/api/webhooks/deliveries?status=failed"), 200);
    const failed = (deliveries as { id: string }[]).map(({ id }) => id);
    if (failed.length < few.length) throw new Error("The test deliveries have not failed yet.");
    return failed;
  });
}

/** Everything about a place, as it was so many days ago: its rating and its reviews grow. */
function seen(place: string, at: number, days: number, ago: (days: number) => string) {
  const listing = {
    ...{ name: place, city: "Oslo", category: "Cafe", country: "NO" },
    ...{ latitude: 59.9 + at / 1_000, longitude: 10.7, rating: days > 0 ? 4.1 : 4.3, reviewCount: 100 + at - days },
  };
  return sighting(place, ago(days), { ...everything(ago(days)), listing });
}

/** The id of what was made, which stands in the answer or in its one member. */
function idOf(body: Readonly<Record<string, unknown>>): string {
  for (const value of [body, ...Object.values(body)]) {
    const id = typeof value === "object" && value !== null ? (value as { id?: unknown }).id : undefined;
    if (typeof id === "string") return id;
  }
  throw new Error(`No id was given: ${JSON.stringify(body)}`);
}

const alertsOf = (tenant: Tenant): Promise<readonly string[]> =>
  eventually(async () => {
    const { alerts } = expectStatus(await tenant.api.get("/api/v1/alerts"), 200) as { alerts: { id: string }[] };
    if (alerts.length === 0) throw new Error("There is no alert yet.");
    return alerts.map(({ id }) => id).slice(0, OF_EACH);
  });
