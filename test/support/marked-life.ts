/** The life of a business with a marker in everything that anybody can say about it. */
import type { Pool } from "pg";
import { endpoints } from "../../infra/composition/catalogue/endpoints";
import type { Answering } from "./answering";
import type { Api, Client, Tenant } from "./api";
import { eventually } from "./eventually";
import { dealing, dealt } from "./marked-dealings";
import { messaged, messaging } from "./marked-messaging";
import { ask, endpointCalled, type Marked } from "./marked-requests";
import { concernsBusiness, newMarker } from "./planting";
import { sighting } from "./sightings";

/** Where the business lives. */
export interface Stage {
  readonly api: Api;
  readonly pool: Pool;
  readonly now: () => Date;
  readonly answering: Answering;
}

export interface Life extends Marked {
  readonly tenant: Tenant;
}

/** Whatever of the API concerns one business. */
export const covered = endpoints.filter(concernsBusiness);
/** What ends the life of a competitor or a business is asked for where the test wants it to end. */
const endings: ReadonlySet<string> = new Set(["delete-business", "order-erasure", "remove-competitor"]);

/** What fits this life better than the declared examples. */
const examples: Readonly<Record<string, (competitorId: string) => unknown>> = {
  "set-job-monitoring": (competitorId) => ({ competitorId, enabled: false }),
  "edit-my-business": () => ({}),
  "edit-own-profile": () => ({}),
};

/** A business with everything that a business can have, and a marker in all that can hold one. */
export async function lived({ api, pool, now, answering }: Stage): Promise<Life> {
  const markers = new Map<string, string>();
  const requestIds = new Map<string, string>();
  const life = { markers, requestIds };
  const browser = await api.signUp();
  await api.setPlan(browser.accountId, "agency");
  const { business } = await ask(life, endpointCalled("create-business"), browser);
  const { id: businessId } = business as { id: string };
  const tenant = { browser, api: await api.createKey(browser), accountId: browser.accountId, businessId };
  for (const path of ["/ok", "/fails"]) {
    const url = `http://localhost:${answering.port}${path}`;
    await tenant.api.v1.post("/api/v1/webhooks", { body: { url, events: ["alert.created"] } });
  }
  const said = newMarker();
  answering.say(said);
  markers.set("what a receiver answered", said);
  const { competitor } = await ask(life, endpointCalled("add-competitor"), tenant.api);
  const { id: competitorId, placeId } = competitor as { id: string; placeId: string };
  markers.set("a competitor's id", competitorId);
  for (const rating of [4, 3]) await api.observe(sighting(placeId, now(), { listing: { rating } }));
  const alertId = await eventually(async () => {
    const { alerts } = await tenant.api.v1.get("/api/v1/alerts");
    if (alerts[0] === undefined) throw new Error("There is no alert yet.");
    return alerts[0].id;
  });
  markers.set("an alert's id", alertId);
  const params = (path: string) => ({
    id: path.includes("/competitors/:id") ? competitorId : path.includes("/alerts/:id") ? alertId : businessId,
  });
  const made = new Set([
    "create-business",
    "add-competitor",
    "restore-business",
    ...endings,
    ...dealing,
    ...messaging,
    ANSWERS,
  ]);
  for (const endpoint of covered.filter(({ id }) => !made.has(id))) {
    const client = { api_key: tenant.api, session: browser, admin: await api.admin() }[endpoint.access.by as "admin"];
    const example = examples[endpoint.id]?.(competitorId);
    await ask(life, example === undefined ? endpoint : { ...endpoint, example }, client, params(endpoint.path));
  }
  await dealt(life, tenant.api);
  await answeredByEngines(life, businessId, await api.admin(), now());
  await messaged(life, api, browser);
  await deliveriesTried(pool, businessId);
  const { rows } = await pool.query<{ sealed_key: string }>(
    "SELECT sealed_key FROM operational.data_keys WHERE owner = $1",
    [`business:${businessId}`],
  );
  markers.set("the data key", rows[0]?.sealed_key ?? "");
  return { ...life, tenant };
}

const ANSWERS = "record-ai-answers";

/** What an AI engine answered about it. */
async function answeredByEngines(life: Marked, businessId: string, admin: Client, now: Date): Promise<void> {
  const found = { engine: "an-engine", checkedAt: now.toISOString(), mentioned: true, source: "tests" };
  const example = { answers: [{ businessId, ...found, location: { city: "Oslo", state: null } }] };
  const report = await ask(life, { ...endpointCalled(ANSWERS), example }, admin);
  expect(report).toMatchObject({ changed: 1, rejected: 0 });
}

/** One has arrived, another one waits to be tried again. */
const deliveriesTried = (pool: Pool, businessId: string): Promise<void> =>
  eventually(async () => {
    const { rows } = await pool.query<{ status: string }>(
      "SELECT DISTINCT status FROM operational.webhook_deliveries WHERE business_id = $1 ORDER BY status",
      [businessId],
    );
    expect(rows.map(({ status }) => status)).toEqual(["delivered", "retrying"]);
  });
