/** Each operation as its users do it, as often as told, on tenants of its own. */
import { expectStatus, type Tenant } from "../../test/support/api";
import type { Operation } from "./costs";
import { startObserving } from "./observing";
import type { Stage } from "./stage";

/** Does an operation `count` times; resolves when all were answered. */
export type Work = (count: number) => Promise<void>;

const IN_FLIGHT = 8;
/** What a customer reads at once. */
const COMPETITORS = 20;
const PLACES = 400;
const SPARE_TENANTS = 12;

export async function prepare(stage: Stage): Promise<Readonly<Record<Operation, Work>>> {
  const { api } = stage;
  const places = Array.from({ length: PLACES }, (_, at) => `place-${at}`);
  const [plain, told] = [places.slice(0, PLACES / 2), places.slice(PLACES / 2)];
  const tenants = [...(await tracking(stage, plain)), ...(await tracking(stage, told, stage.sinkUrl))];
  const spare: Tenant[] = [];
  while (spare.length < SPARE_TENANTS) spare.push(await api.tenant({ plan: "agency" }));
  const observing = await startObserving(stage, places);
  /** Each key has its limit of requests a minute: they take turns. */
  const reading = (path: string): Work => many(async (at) => get(tenants[at % tenants.length], path));
  return {
    signUp: many(async () => {
      await api.tenant({ plan: "growth" });
    }),
    addCompetitor: many(async (at) => add(spare[at % spare.length], `added-${at}`)),
    readCompetitors: reading("/api/v1/competitors"),
    readAlerts: reading("/api/v1/alerts"),
    pollEvents: reading("/api/v1/events"),
    observeUnchanged: observing.unchanged,
    observeDay: observing.day,
    observeReview: observing.review,
    observeChange: observing.changeOf(plain),
    observeChangeWithWebhook: observing.changeOf(told),
  };
}

/** Tenants that share the places out among them; with a webhook where a URL is given. */
async function tracking({ api }: Stage, places: readonly string[], url?: string): Promise<readonly Tenant[]> {
  const tenants: Tenant[] = [];
  for (let from = 0; from < places.length; from += COMPETITORS) {
    const tenant = await api.tenant({ plan: "agency" });
    for (const place of places.slice(from, from + COMPETITORS)) await add(tenant, place);
    const webhook = { url, events: ["competitor.rating_change"] };
    if (url !== undefined) expectStatus(await tenant.api.post("/api/v1/webhooks", webhook), 201);
    tenants.push(tenant);
  }
  return tenants;
}

async function add(tenant: Tenant | undefined, place: string): Promise<void> {
  const reply = await tenant?.api.post("/api/v1/competitors", { name: place, place_id: place });
  if (reply !== undefined) expectStatus(reply, 201);
}

async function get(tenant: Tenant | undefined, path: string): Promise<void> {
  const reply = await tenant?.api.get(path);
  if (reply !== undefined) expectStatus(reply, 200);
}

/** So many at a time, each with a number that no other had. */
function many(one: (at: number) => Promise<void>): Work {
  let next = 0;
  return async (count) => {
    const end = next + count;
    const worker = async (): Promise<void> => {
      while (next < end) await one(next++);
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  };
}
