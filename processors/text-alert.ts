/**
 * The effects of `alert-texts`: what is to be texted is written in the conversation with the chosen phone, once, where opt-outs,
 * the registration and the day's messages are looked at as for every message. What cannot be written is recorded.
 */
import { accounts } from "../domain/accounts";
import { businesses } from "../domain/businesses";
import { conversations } from "../domain/conversations";
import { firstCharacters } from "../domain/first-characters";
import { isRefusal } from "../domain/fold/refusal";
import {
  alertTextHindranceSchema,
  notifications,
  noteTextNotSent,
  type AlertTextHindrance,
} from "../domain/notifications";
import { activeNumber, phoneNumbers } from "../domain/phone-numbers";
import { quotas } from "../domain/plans";
import { startConversation } from "../domain/sending";
import { DAY_MS } from "../domain/utc-day";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import type { TextAlertIntent } from "./alert-texts";
import { commandedBy, unlessErased } from "./performing";

export interface AlertTextParts {
  readonly runner: CommandRunner;
}

/** Every effect can be repeated. */
export const alertTextEffects = (parts: AlertTextParts): Readonly<Record<string, Effect>> => ({
  text_alert: unlessErased<TextAlertIntent>((asked, context) => text(parts, asked, context)),
  give_up_text: unlessErased<TextAlertIntent>((asked, context) => note(parts, asked, context, "gave_up")),
});

async function text({ runner }: AlertTextParts, asked: TextAlertIntent, context: EffectContext): Promise<void> {
  const { businessId, accountId, alertId, type, raisedAt } = asked;
  const [business, account, chosen, numbers] = await Promise.all([
    runner.load(businesses, businessId),
    runner.load(accounts, accountId),
    runner.load(notifications, businessId),
    runner.load(phoneNumbers, businessId),
  ]);
  const { sms } = chosen.state;
  // Whoever took the choice back, or left, waits for no word of it.
  if (business.state.status !== "active" || account.state.status !== "registered") return;
  if (sms?.alerts.includes(type) !== true) return;
  const { now } = context;
  // What is a day old is no news.
  if (now.getTime() - Date.parse(raisedAt) >= DAY_MS) return note({ runner }, asked, context, "gave_up");
  const number = activeNumber(numbers.state, sms.phoneNumberId);
  if (number === undefined) return note({ runner }, asked, context, "number_not_usable");
  const { phoneNumberId, provider } = number;
  // Known again by the conversation where it was asked to write this before.
  const written = { messageId: `alert-${alertId}`, conversationId: `alert-${alertId}` };
  const body = wordsOf(asked, business.state.profile.name);
  const decide = startConversation(
    { businessId, accountId, phoneNumberId, provider, customerPhone: sms.to, ...written, body },
    { now: now.toISOString(), quota: quotas[account.state.plan].messagesPerDay },
  );
  const executed = await runner.execute(
    conversations,
    businessId,
    decide,
    commandedBy("alert-texts", context, businessId),
  );
  if (!isRefusal(executed)) return;
  return note({ runner }, asked, context, alertTextHindranceSchema.parse(executed.refused));
}

const NAME_CHARS_MAX = 60;
const TITLE_CHARS_MAX = 200;

/** Names that others gave are in one line, and no longer than a text message bears. */
function wordsOf({ title }: TextAlertIntent, business: string): string {
  const inOneLine = (words: string, max: number) => firstCharacters(words.replace(/\s+/g, " ").trim(), max);
  return `${inOneLine(business, NAME_CHARS_MAX)}: ${inOneLine(title, TITLE_CHARS_MAX)}. Reply STOP to opt out.`;
}

async function note(
  { runner }: AlertTextParts,
  asked: TextAlertIntent,
  context: EffectContext,
  reason: AlertTextHindrance,
): Promise<void> {
  const { businessId, accountId, alertId } = asked;
  const decide = noteTextNotSent({ businessId, accountId, alertId }, reason);
  const noted = await runner.execute(
    notifications,
    businessId,
    decide,
    commandedBy("alert-texts", context, businessId),
  );
  if (isRefusal(noted)) throw new Error(noted.message);
}
