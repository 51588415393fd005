/** The effects of `sms-messages`: a message is handed to the provider once, if it may still be sent, and its business hears how that went. */
import { businesses } from "../domain/businesses";
import { compliance, registrationOf } from "../domain/compliance";
import type { ComplianceStatus } from "../domain/compliance-status";
import { conversations, type ConversationDecision, type MessageFailure } from "../domain/conversations";
import { isRefusal } from "../domain/fold/refusal";
import { activeNumber, phoneNumbers } from "../domain/phone-numbers";
import { noteFailed, noteOptedOut, noteSent, outgoing } from "../domain/sending";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import { SmsProviderError, type OutgoingSms, type SentSms, type SmsProvider } from "../infra/sms-provider/sms-provider";
import { commandedBy, unlessErased } from "./performing";
import type { SmsCallbackUrls } from "./sms-callbacks";
import type { SendIntent } from "./sms-messages";

export interface SendingParts {
  readonly runner: CommandRunner;
  /** Null where none is chosen. */
  readonly provider: (Pick<SmsProvider, "name"> & Via) | null;
  readonly callbacks: Pick<SmsCallbackUrls, "status">;
}

/** A message that was queued so long ago fails: those behind it wait, and news of yesterday help nobody. */
export const TRIED_MINUTES_MAX = 15;

/** Every effect can be repeated. */
export const smsEffects = (parts: SendingParts): Readonly<Record<string, Effect>> => ({
  send_sms: unlessErased((intent: SendIntent, context) => send(parts, intent, context)),
  fail_sms: unlessErased((intent: SendIntent, context) => note(parts, intent, context, failed(intent, "gave_up"))),
});

type Via = Pick<SmsProvider, "send" | "findSent">;

/** A message, and through whom it is sent. */
interface Task {
  readonly message: OutgoingSms;
  readonly via: Via;
  /** Why it may not be sent; null where it may. */
  readonly hindrance: MessageFailure | null;
  readonly isOld: boolean;
}

async function send(parts: SendingParts, intent: SendIntent, context: EffectContext): Promise<void> {
  const task = await taskOf(parts, intent, context);
  if (task === undefined) return;
  if (!(await context.stillMine())) throw new Error("The message is seen to elsewhere.");
  await note(parts, intent, context, "failure" in task ? failed(intent, task.failure) : await perform(task));
}

/** Undefined where it was sent, or has failed, or the business is gone. */
async function taskOf(
  { runner, provider, callbacks }: SendingParts,
  { businessId, messageId }: SendIntent,
  { firstTriedAt, now }: EffectContext,
): Promise<Task | { readonly failure: MessageFailure } | undefined> {
  const found = outgoing((await runner.load(conversations, businessId)).state, messageId);
  if (found === undefined) return undefined;
  const { conversation, body, mayBeSent, queuedAt, knownProviderIds } = found;
  const [business, numbers, registrations] = await Promise.all([
    runner.load(businesses, businessId),
    runner.load(phoneNumbers, businessId),
    runner.load(compliance, businessId),
  ]);
  const number = activeNumber(numbers.state, conversation.phoneNumberId);
  if (number === undefined) return { failure: "number_not_usable" };
  const { phoneNumberId, phoneNumber: from } = number;
  const isOld = now.getTime() - Date.parse(queuedAt) >= TRIED_MINUTES_MAX * 60_000;
  const isActive = business.state.status === "active";
  if (provider === null || number.provider !== provider.name) {
    // Another process may have been told of it, or this one at its next start: what can wait is left for them.
    if (isActive && !isOld) throw new Error(`This process has no ${number.provider} to send it through.`);
    return { failure: "number_not_usable" };
  }
  const complianceStatus = registrationOf(registrations.state, phoneNumberId)?.status;
  const hindrance = hindranceOf({ isActive, complianceStatus, mayBeSent, isOld });
  const statusUrl = callbacks.status(businessId, messageId);
  const known = { firstTriedAt, knownProviderIds };
  const message = { messageId, businessId, from, to: conversation.customerPhone, body, statusUrl, ...known };
  return { message, via: provider, hindrance, isOld };
}

function hindranceOf(told: {
  readonly isActive: boolean;
  readonly complianceStatus: ComplianceStatus | undefined;
  readonly mayBeSent: boolean;
  readonly isOld: boolean;
}): MessageFailure | null {
  if (!told.isActive) return "number_not_usable";
  if (told.complianceStatus !== "approved") return "sms_compliance_pending";
  if (!told.mayBeSent) return "recipient_opted_out";
  return told.isOld ? "gave_up" : null;
}

const failed = (
  { messageId }: Pick<SendIntent, "messageId">,
  reason: MessageFailure,
  code: string | null = null,
): ConversationDecision => noteFailed(messageId, reason, code);

/** What there is to note of it. Throws where it is to be tried again. */
async function perform({ message, via, hindrance, isOld }: Task): Promise<ConversationDecision> {
  const { messageId } = message;
  try {
    if (hindrance === null) return noteSent(messageId, (await via.send(message)).providerMessageId);
    const sent = await sentBefore(via, message);
    return sent === null ? failed(message, hindrance) : noteSent(messageId, sent.providerMessageId);
  } catch (error) {
    const { fault, code } = error instanceof SmsProviderError ? error : { fault: "unavailable", code: null };
    if (fault === "unavailable" && !isOld) throw error;
    if (hindrance !== null) return failed(message, hindrance, code);
    return fault === "opted_out" ? noteOptedOut(messageId, code) : failed(message, "refused", code);
  }
}

/** An earlier attempt may have reached the provider: what customers got is not recorded as failed. */
const sentBefore = async (via: Via, message: OutgoingSms): Promise<SentSms | null> =>
  message.firstTriedAt === null ? null : via.findSent(message);

async function note(
  { runner }: SendingParts,
  { businessId }: SendIntent,
  context: EffectContext,
  decide: ConversationDecision,
): Promise<void> {
  const command = commandedBy("sms-messages", context, businessId);
  const noted = await runner.execute(conversations, businessId, decide, command);
  if (isRefusal(noted)) throw new Error(noted.message);
}
