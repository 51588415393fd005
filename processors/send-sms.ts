/** The effects of `sms-messages`: a message is handed to the provider once, if it may still be sent, and its business hears how that went. */
import { businesses } from "../domain/businesses";
import { compliance, registrationOf } from "../domain/compliance";
import { conversations, type ConversationDecision, type MessageFailure } from "../domain/conversations";
import { isRefusal } from "../domain/fold/refusal";
import { activeNumber, phoneNumbers } from "../domain/phone-numbers";
import { noteFailed, noteOptedOut, noteSent, outgoing } from "../domain/sending";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import { StreamErasedError } from "../infra/command-runner/stream-erased-error";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import { SmsProviderError, type OutgoingSms, type SmsProvider } from "../infra/sms-provider/sms-provider";
import type { SmsCallbackUrls } from "./sms-callbacks";
import type { SendIntent } from "./sms-messages";

export interface SendingParts {
  readonly runner: CommandRunner;
  /** Null where none is chosen. */
  readonly provider: Pick<SmsProvider, "name" | "send"> | null;
  readonly callbacks: Pick<SmsCallbackUrls, "status">;
}

/** A message that could not be handed over for so long fails: those behind it wait, and news of yesterday help nobody. */
export const TRIED_MINUTES_MAX = 15;

/** Every effect can be repeated. */
export const smsEffects = (parts: SendingParts): Readonly<Record<string, Effect>> => ({
  send_sms: ofBusiness((intent, context) => send(parts, intent, context)),
  fail_sms: ofBusiness((intent, context) =>
    note(parts, intent, context, noteFailed(intent.messageId, "gave_up", null)),
  ),
});

type Message = Omit<OutgoingSms, "firstTriedAt">;

async function send(parts: SendingParts, intent: SendIntent, context: EffectContext): Promise<void> {
  const message = await messageOf(parts, intent);
  if (message === undefined) return;
  if ("hindrance" in message)
    return note(parts, intent, context, noteFailed(intent.messageId, message.hindrance, null));
  if (!(await context.stillMine())) throw new Error("The message is seen to elsewhere.");
  await note(parts, intent, context, await handOver(message.via, message.message, context));
}

/** What may be sent now, through whom; undefined where it was sent, or has failed, or the business is gone. */
async function messageOf(
  { runner, provider, callbacks }: SendingParts,
  { businessId, messageId }: SendIntent,
): Promise<
  | { readonly message: Message; readonly via: Pick<SmsProvider, "send"> }
  | { readonly hindrance: MessageFailure }
  | undefined
> {
  const found = outgoing((await runner.load(conversations, businessId)).state, messageId);
  if (found === undefined) return undefined;
  const { conversation, body, mayBeSent } = found;
  const [business, numbers, registrations] = await Promise.all([
    runner.load(businesses, businessId),
    runner.load(phoneNumbers, businessId),
    runner.load(compliance, businessId),
  ]);
  const number = activeNumber(numbers.state, conversation.phoneNumberId);
  if (business.state.status !== "active" || number === undefined || number.provider !== provider?.name)
    return { hindrance: "number_not_usable" };
  if (registrationOf(registrations.state, number.phoneNumberId)?.status !== "approved")
    return { hindrance: "sms_compliance_pending" };
  if (!mayBeSent) return { hindrance: "recipient_opted_out" };
  const [from, to] = [number.phoneNumber, conversation.customerPhone];
  const statusUrl = callbacks.status(businessId, messageId);
  return { message: { messageId, businessId, from, to, body, statusUrl }, via: provider };
}

/** What there is to note of it. Throws where it is to be tried again. */
async function handOver(
  via: Pick<SmsProvider, "send">,
  message: Message,
  { firstTriedAt, now }: EffectContext,
): Promise<ConversationDecision> {
  const { messageId } = message;
  try {
    const { providerMessageId } = await via.send({ ...message, firstTriedAt });
    return noteSent(messageId, providerMessageId);
  } catch (error) {
    const { fault, code } = error instanceof SmsProviderError ? error : { fault: "unavailable", code: null };
    if (fault === "opted_out") return noteOptedOut(messageId, code);
    if (fault !== "unavailable") return noteFailed(messageId, "refused", code);
    const triedMs = firstTriedAt === null ? 0 : now.getTime() - firstTriedAt.getTime();
    if (triedMs < TRIED_MINUTES_MAX * 60_000) throw error;
    return noteFailed(messageId, "gave_up", code);
  }
}

async function note(
  { runner }: SendingParts,
  { businessId }: SendIntent,
  { intentId: commandId, correlationId, causationId }: EffectContext,
  decide: ConversationDecision,
): Promise<void> {
  const actor = { kind: "system", id: "sms-messages" } as const;
  const context = { commandId, correlationId, causationId, actor, businessId };
  const noted = await runner.execute(conversations, businessId, decide, context);
  if (isRefusal(noted)) throw new Error(noted.message);
}

/** Of a business that was erased meanwhile there is nothing to send. */
const ofBusiness =
  (effect: (intent: SendIntent, context: EffectContext) => Promise<void>): Effect =>
  async (payload, context) => {
    try {
      await effect(payload as unknown as SendIntent, context);
    } catch (error) {
      if (!(error instanceof StreamErasedError)) throw error;
    }
  };
