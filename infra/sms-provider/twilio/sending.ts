/** A message is sent once: where an earlier attempt may have reached Twilio, what it has is taken instead of sending again. */
import type { OutgoingSms, SentSms } from "../sms-provider";
import type { Sdk } from "./sdk";
import { sidIn } from "./values";

/** Twilio tells whole seconds, by a clock of its own. */
const CLOCKS_APART_MS = 2_000;
const RECENT = 50;

export async function send(sdk: Sdk, message: OutgoingSms): Promise<SentSms> {
  const { from, to, body, statusUrl: statusCallback } = message;
  const earlier = await findSent(sdk, message);
  return earlier ?? sentAs((await sdk.messages.create({ from, to, body, statusCallback })).sid);
}

/**
 * Twilio's list is not asked by the time of sending: a message that still waits in its queue has none, and would be missed.
 * The newest come first; the same words to the same phone from before the first attempt were another message, as are those
 * that are known by their id.
 */
export async function findSent(sdk: Sdk, message: OutgoingSms): Promise<SentSms | null> {
  const { from, to, body, firstTriedAt, knownProviderIds } = message;
  if (firstTriedAt === null) return null;
  const since = firstTriedAt.getTime() - CLOCKS_APART_MS;
  const known = new Set(knownProviderIds);
  const recent = await sdk.messages.list({ from, to, limit: RECENT, pageSize: RECENT });
  const earlier = recent.find(
    (one) =>
      one.direction === "outbound-api" &&
      one.body.trim() === body.trim() &&
      one.dateCreated.getTime() >= since &&
      !known.has(one.sid),
  );
  return earlier === undefined ? null : sentAs(earlier.sid);
}

/** Also SM…: Twilio names a message with pictures, or one that it split, otherwise. */
function sentAs(sid: string): SentSms {
  return { providerMessageId: sidIn(sid, sid.startsWith("MM") ? "MM" : "SM") };
}
