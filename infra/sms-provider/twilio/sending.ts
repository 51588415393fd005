/** A message is sent once: where an earlier attempt may have reached Twilio, what it has is taken instead of sending again. */
import type { OutgoingSms } from "../sms-provider";
import type { Sdk } from "./sdk";
import { sidIn } from "./values";

/** Twilio tells whole seconds, by a clock of its own. */
const CLOCKS_APART_MS = 2_000;
const RECENT = 50;

export async function send(sdk: Sdk, message: OutgoingSms): Promise<{ readonly providerMessageId: string }> {
  const { from, to, body, statusUrl: statusCallback } = message;
  const earlier = await findEarlier(sdk, message);
  const sid = earlier ?? (await sdk.messages.create({ from, to, body, statusCallback })).sid;
  // Also SM…: Twilio names a message with pictures, or one that it split, otherwise.
  return { providerMessageId: sidIn(sid, sid.startsWith("MM") ? "MM" : "SM") };
}

/**
 * Twilio's list is not asked by the time of sending: a message that still waits in its queue has none, and would be missed.
 * The newest come first; the same words to the same phone from before the first attempt were another message.
 */
async function findEarlier(sdk: Sdk, { from, to, body, firstTriedAt }: OutgoingSms): Promise<string | undefined> {
  if (firstTriedAt === null) return undefined;
  const since = firstTriedAt.getTime() - CLOCKS_APART_MS;
  const recent = await sdk.messages.list({ from, to, limit: RECENT, pageSize: RECENT });
  return recent.find(
    (one) => one.direction === "outbound-api" && one.body.trim() === body.trim() && one.dateCreated.getTime() >= since,
  )?.sid;
}
