/** What may be registered as a receiver: event types of the catalogue, and a URL that the guarded connector would dial. */
import { z } from "zod";
import { eventTypeSchema } from "../domain/event-types";
import type { Refusal } from "../domain/fold/refusal";
import { refuse } from "../domain/refusals";
import type { GuardedClient } from "../infra/outbound/guarded-connector";

export const urlSchema = z.string().min(1).max(2_000);
export const eventsSchema = z
  .array(eventTypeSchema)
  .min(1)
  .max(eventTypeSchema.options.length)
  .transform((events) => [...new Set(events)]);

/** A refusal where the service would not connect there. What is private and what does not exist are told alike. */
export async function checkTarget(outbound: GuardedClient, url: string): Promise<Refusal | undefined> {
  const checked = await outbound.checkTarget(url);
  return checked.ok
    ? undefined
    : refuse("webhook_url_refused", checked.message, { details: [{ path: "url", message: checked.message }] });
}
