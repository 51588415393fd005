/** What may be registered as a receiver: event types of the catalogue, and a URL that the guarded connector would dial. */
import { z } from "zod";
import { eventTypeSchema } from "../../domain/event-types";
import type { Refusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import type { GuardedClient } from "../../infra/outbound/guarded-connector";

export const urlSchema = z.string().min(1).max(2_000).describe("Of your own; its name has to resolve.");
export const eventsSchema = z
  .array(eventTypeSchema)
  .min(1)
  .max(eventTypeSchema.options.length)
  .transform((events) => [...new Set(events)]);

/**
 * The URL as it will be dialled and is to be stored; a refusal where the service would not connect there. What is private
 * and what does not exist are told alike.
 */
export async function checkTarget(outbound: GuardedClient, url: string): Promise<string | Refusal> {
  const checked = await outbound.checkTarget(url);
  return checked.ok
    ? checked.url
    : refuse("webhook_url_refused", checked.message, { details: [{ path: "url", message: checked.message }] });
}
