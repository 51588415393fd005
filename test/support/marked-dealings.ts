/** What a business keeps of its dealings with customers and readers, with a marker in everything that can be said in it. */
import { z } from "zod";
import { DAY_MS } from "../../domain/utc-day";
import type { Endpoint } from "../../infra/http/endpoint";
import { systemClock } from "../../infra/time/clock";
import type { KeyClient } from "./api";
import { ask, endpointCalled, type Marked } from "./marked-requests";

/** These are asked for here, and in this order: some stand on the one before. */
export const dealing: ReadonlySet<string> = new Set([
  "create-embed",
  "revoke-embed",
  "create-contact",
  "record-payment",
  "request-review",
  "make-report",
  "schedule-social-post",
  "cancel-social-post",
]);

/** The body of which some members are not said. */
const without = ({ body }: Endpoint, members: readonly string[]): z.ZodObject => {
  if (!(body instanceof z.ZodObject)) throw new Error("Its body has no members.");
  const shape: z.ZodRawShape = body.shape;
  return z.strictObject(Object.fromEntries(Object.entries(shape).filter(([name]) => !members.includes(name))));
};

/** A chart that is shared and taken back; a customer, what they paid, and that they were asked; a report; posts. */
export async function dealt(life: Marked, key: KeyClient): Promise<void> {
  const { embed } = await ask(life, endpointCalled("create-embed"), key);
  await ask(life, endpointCalled("revoke-embed"), key, { id: (embed as { id: string }).id });
  const { contact } = await ask(life, endpointCalled("create-contact"), key);
  life.markers.set("a contact's phone number", (contact as { phone: string }).phone);
  await ask(life, endpointCalled("record-payment"), key);
  const market = { kind: "market", city: "Oslo" };
  await ask(life, { ...endpointCalled("make-report"), example: market }, key);
  const asking = { email: "kari@example.com", reviewUrl: "https://reviews.example" };
  const request = endpointCalled("request-review");
  await ask(life, { ...request, body: without(request, ["message"]), example: asking }, key);
  // Own words go to contacts alone.
  const toContact = { ...asking, email: undefined, contactId: (contact as { id: string }).id, channel: "email" };
  await ask(life, { ...request, body: without(request, ["email", "name"]), example: toContact }, key);
  // Later than the clock of a service that an earlier test has led a month ahead.
  const publishAt = new Date(systemClock.now().getTime() + 90 * DAY_MS).toISOString();
  const later = { platform: "facebook", text: "Tomorrow", publishAt };
  const { post } = await ask(life, { ...endpointCalled("schedule-social-post"), example: later }, key);
  await ask(life, endpointCalled("cancel-social-post"), key, { id: (post as { id: string }).id });
  await ask(life, endpointCalled("schedule-social-post"), key);
}
