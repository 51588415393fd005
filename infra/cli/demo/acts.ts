/** What happens then: changes are told, a pause holds them back, a deletion is taken back, and the history keeps it all. */
import { ApiError } from "local-business-intelligence-client";
import type { Json } from "./api";
import { until } from "./until";
import type { Cast, Stage } from "./settle-in";

export type Scene = Stage & Cast;

const TOLD = [
  "business.rating_change",
  "business.review_surge",
  "competitor.rating_change",
  "competitor.review_surge",
  "competitor.hours_change",
  "competitor.website_change",
  "competitor.price_change",
  "competitor.status_change",
  "competitor.new_competitor",
  "alert.created",
];

export async function changesAreTold(scene: Scene, observations: readonly Json[]): Promise<void> {
  const { progress, receiver, feed, client } = scene;
  await progress.step("Feed today's observations", async () => {
    const report = await feed(observations);
    return [`${String(report["changed"])} said something new`, undefined];
  });
  await progress.step("Webhooks arrive, both signatures verified", async () => {
    for (const type of TOLD) await receiver.expect((delivery) => delivery.type === type, type);
    if (receiver.refused.length > 0) throw new Error(receiver.refused.join(" "));
    return [`${receiver.received.length} deliveries of ${TOLD.length} types`, undefined];
  });
  await progress.step("Read the own profile", async () => {
    const { name, rating, reviewCount } = await client.get("/api/v1/me");
    return [`${name}: ${rating} from ${reviewCount} reviews`, undefined];
  });
  await progress.step("Read the competitors", async () => {
    const { competitors } = await client.get("/api/v1/competitors");
    return [competitors.map(({ name, rating }) => `${name} ${rating}`).join(", "), undefined];
  });
  await progress.step("Read one in detail, its days and its reviews", () => detail(scene));
  await progress.step("Read the alerts", async () => {
    const counts = { all: 0, unread: 0 };
    for await (const { alerts, unread } of client.pages("/api/v1/alerts", { params: { query: { limit: 5 } } })) {
      counts.all += alerts.length;
      counts.unread = unread;
    }
    return [`${counts.all} alerts, ${counts.unread} unread`, undefined];
  });
}

async function detail({ client, competitorIds }: Scene): Promise<readonly [string, undefined]> {
  const path = { id: String(competitorIds[0]) };
  const { included } = await client.get("/api/v1/competitors/{id}", { params: { path, query: { include: "all" } } });
  const { snapshots } = await client.get("/api/v1/competitors/{id}/snapshots", {
    params: { path, query: { days: 90 } },
  });
  const { reviews } = await client.get("/api/v1/competitors/{id}/reviews", { params: { path, query: { limit: 5 } } });
  return [`${included.length} sections, ${snapshots.length} days, ${reviews.length} reviews`, undefined];
}

export async function pausedThenResumed(scene: Scene, observations: readonly Json[]): Promise<void> {
  const { progress, receiver, feed, client, webhookId } = scene;
  const before = receiver.received.length;
  const setActive = (active: boolean) =>
    client.patch("/api/v1/webhooks/{id}", { params: { path: { id: webhookId } }, body: { active } });
  await progress.step("Pause the webhook, and let something happen", async () => {
    await setActive(false);
    await feed(observations);
    await heldDelivery(scene);
    if (receiver.received.length > before) throw new Error("A paused endpoint was called.");
    return ["kept, not sent", undefined];
  });
  await progress.step("Resume it", async () => {
    await setActive(true);
    const rated = (delivery: { type: string; data: Json }) =>
      delivery.type === "competitor.rating_change" && delivery.data["after"] === 4.5;
    const { sequence } = await receiver.expect(rated, "delivery that was held back");
    return [`delivery ${String(sequence)} arrived now`, undefined];
  });
}

/** The change has come so far that a delivery waits for the endpoint. */
async function heldDelivery({ client, webhookId }: Scene): Promise<void> {
  await until(async () => {
    const params = { path: { id: webhookId }, query: { status: "held" } } as const;
    const { deliveries } = await client.get("/api/v1/webhooks/{id}/deliveries", { params });
    return deliveries.length > 0;
  }, "The change did not become a delivery.");
}

export async function removedThenRestored({ progress, owner, client }: Scene): Promise<void> {
  await progress.step("Delete the business", async () => {
    const { business } = await owner.call("DELETE", "/api/businesses/me/delete");
    const status = await statusOf(client.get("/api/v1/me"));
    return [
      `until ${String((business as Json)["restorableUntil"])} it can come back; the API answers ${status}`,
      undefined,
    ];
  });
  await progress.step("Restore it", async () => {
    await owner.call("POST", "/api/businesses/me/restore", {});
    const { count } = await client.get("/api/v1/competitors");
    return [`active again with ${count} competitors`, undefined];
  });
}

async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}
