/** What happens then: changes are told, a pause holds them back, a deletion is taken back, and the history keeps it all. */
import { CallRefused, type Json } from "./api";
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
    const me = await client.call("GET", "/api/v1/me");
    return [`${String(me["name"])}: ${String(me["rating"])} from ${String(me["reviewCount"])} reviews`, undefined];
  });
  await progress.step("Read the competitors", async () => {
    const { competitors } = await client.call("GET", "/api/v1/competitors");
    const told = (competitors as readonly Json[]).map(({ name, rating }) => `${String(name)} ${String(rating)}`);
    return [told.join(", "), undefined];
  });
  await progress.step("Read one in detail, its days and its reviews", () => detail(scene));
  await progress.step("Read the alerts", async () => {
    const { alerts, unread } = await client.call("GET", "/api/v1/alerts");
    return [`${(alerts as readonly Json[]).length} alerts, ${String(unread)} unread`, undefined];
  });
}

async function detail({ client, competitorIds }: Scene): Promise<readonly [string, undefined]> {
  const path = `/api/v1/competitors/${String(competitorIds[0])}`;
  const whole = await client.call("GET", `${path}?include=all`);
  const { snapshots } = await client.call("GET", `${path}/snapshots?days=90`);
  const { reviews } = await client.call("GET", `${path}/reviews?limit=5`);
  const counts = [snapshots, reviews].map((list) => (list as readonly Json[]).length);
  return [
    `${String((whole["included"] as readonly string[]).length)} sections, ${counts[0]} days, ${counts[1]} reviews`,
    undefined,
  ];
}

export async function pausedThenResumed(scene: Scene, observations: readonly Json[]): Promise<void> {
  const { progress, receiver, feed, client, webhookId } = scene;
  const before = receiver.received.length;
  const setActive = (active: boolean) => client.call("PATCH", `/api/v1/webhooks/${webhookId}`, { active });
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
    const { deliveries } = await client.call("GET", `/api/v1/webhooks/${webhookId}/deliveries?status=held`);
    return (deliveries as readonly Json[]).length > 0;
  }, "The change did not become a delivery.");
}

export async function removedThenRestored({ progress, owner, client }: Scene): Promise<void> {
  await progress.step("Delete the business", async () => {
    const { business } = await owner.call("DELETE", "/api/businesses/me/delete");
    const status = await statusOf(client.call("GET", "/api/v1/me"));
    return [
      `until ${String((business as Json)["restorableUntil"])} it can come back; the API answers ${status}`,
      undefined,
    ];
  });
  await progress.step("Restore it", async () => {
    await owner.call("POST", "/api/businesses/me/restore", {});
    const { count } = await client.call("GET", "/api/v1/competitors");
    return [`active again with ${String(count)} competitors`, undefined];
  });
}

async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof CallRefused) return error.status;
    throw error;
  }
}
