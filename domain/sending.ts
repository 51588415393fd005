/** Decisions on what a business writes to a customer, and on how far it got. */
import { found } from "./buckets";
import {
  conversationOf,
  hasOptedOut,
  type Conversation,
  type ConversationDecision,
  type ConversationEvent,
  type Conversations,
  type MessageFailure,
} from "./conversations";
import type { SmsProviderName } from "./phone-numbers";
import { refuse, type Refusal } from "./refusals";
import { secondsToMidnight, utcDay } from "./utc-day";

export interface Outbound {
  readonly messageId: string;
  readonly body: string;
}
export interface Start extends Outbound {
  readonly businessId: string;
  readonly accountId: string;
  /** The conversation's id where there is none with this customer at this number yet. */
  readonly conversationId: string;
  readonly phoneNumberId: string;
  readonly provider: SmsProviderName;
  /** E.164. */
  readonly customerPhone: string;
  /** Undefined where nothing is said of it; a name that is known stays then. */
  readonly customerName?: string | null;
}
/** `now` is an ISO instant, `quota` how many messages a business may write on one UTC day. */
export interface Allowance {
  readonly now: string;
  readonly quota: number;
}

/** Writes to a customer: in the conversation that there is with them at this number, and otherwise in a new one. */
export const startConversation =
  (start: Start, allowance: Allowance): ConversationDecision =>
  (state) => {
    if (isKnown(state, start.messageId)) return [];
    const { businessId, accountId, phoneNumberId, provider, customerPhone, customerName = null } = start;
    const refused = refusedTo(state, customerPhone, allowance);
    if (refused !== undefined) return refused;
    const before = found(state.customers, customerPhone)?.conversationIds.get(phoneNumberId);
    const known = before === undefined ? undefined : conversationOf(state, before);
    if (known !== undefined) {
      const renamed = start.customerName !== undefined && customerName !== known.customerName;
      const ids = { businessId, accountId, conversationId: known.conversationId };
      return [
        ...(renamed ? [{ type: "CustomerNamed" as const, data: { ...ids, customerName } }] : []),
        ...queued(ids, known, start, allowance.now),
      ];
    }
    const ids = { businessId, accountId, conversationId: start.conversationId };
    const opening = { ...ids, phoneNumberId, provider, channel: "sms" as const, customerPhone, customerName };
    return [
      { type: "ConversationOpened", data: { ...opening, openedBy: "business", optedOut: false } },
      ...queued(ids, undefined, start, allowance.now),
    ];
  };

/** Writes in a conversation; a closed one is open again. */
export const sendMessage =
  (conversationId: string, message: Outbound, allowance: Allowance): ConversationDecision =>
  (state) => {
    if (isKnown(state, message.messageId)) return [];
    const known = conversationOf(state, conversationId);
    if (known === undefined || state.owner === null)
      return refuse("conversation_not_found", "There is no such conversation.");
    const refused = refusedTo(state, known.customerPhone, allowance);
    return refused ?? queued({ ...state.owner, conversationId }, known, message, allowance.now);
  };

const isKnown = (state: Conversations, messageId: string): boolean =>
  found(state.queued, messageId) !== undefined || found(state.sent, messageId) !== undefined;

function refusedTo(state: Conversations, customerPhone: string, { now, quota }: Allowance): Refusal | undefined {
  if (hasOptedOut(state, customerPhone))
    return refuse("recipient_opted_out", "The customer has asked to receive no more messages.");
  const used = state.day === utcDay(now) ? state.writtenThatDay : 0;
  if (used < quota) return undefined;
  return refuse("message_limit_reached", `The plan allows ${quota} messages a day.`, {
    quota: { name: "messages", limit: quota, used },
    retryAfterSeconds: secondsToMidnight(now),
  });
}

function queued(
  ids: { readonly businessId: string; readonly accountId: string; readonly conversationId: string },
  known: Conversation | undefined,
  { messageId, body }: Outbound,
  queuedAt: string,
): readonly ConversationEvent[] {
  const closed = known?.status === "closed";
  return [
    ...(closed ? [{ type: "ConversationReopened" as const, data: ids }] : []),
    { type: "MessageQueued", data: { ...ids, messageId, body, automatic: false, queuedAt } },
  ];
}

export interface Outgoing {
  readonly conversation: Conversation;
  readonly body: string;
  /** False where the customer has opted out since; what confirms just that may be sent all the same. */
  readonly mayBeSent: boolean;
}

/** A message that is yet to be sent; undefined where it was, or has failed. */
export function outgoing(state: Conversations, messageId: string): Outgoing | undefined {
  const message = found(state.queued, messageId);
  const conversation = message === undefined ? undefined : conversationOf(state, message.conversationId);
  if (message === undefined || conversation === undefined) return undefined;
  const mayBeSent = message.confirmsOptOut || !hasOptedOut(state, conversation.customerPhone);
  return { conversation, body: message.body, mayBeSent };
}

/**
 * The provider took it. What it tells comes in any order and more than once: a message goes from queued over sent to its
 * end and never back, and what is said of one that has ended changes nothing.
 */
export const noteSent =
  (messageId: string, providerMessageId: string): ConversationDecision =>
  (state) => {
    const ids = found(state.queued, messageId) === undefined ? undefined : idsOf(state, messageId);
    return ids === undefined ? [] : [{ type: "MessageSent", data: { ...ids, providerMessageId } }];
  };

/** What arrived was sent, also where that is told only now. */
export const noteDelivered =
  (messageId: string, providerMessageId: string): ConversationDecision =>
  (state) => {
    const ids = idsOf(state, messageId);
    if (ids === undefined) return [];
    const sent = found(state.sent, messageId) !== undefined;
    return [
      ...(sent ? [] : [{ type: "MessageSent" as const, data: { ...ids, providerMessageId } }]),
      { type: "MessageDelivered", data: ids },
    ];
  };

export const noteFailed =
  (messageId: string, reason: MessageFailure, code: string | null): ConversationDecision =>
  (state) => {
    const ids = idsOf(state, messageId);
    return ids === undefined ? [] : [{ type: "MessageFailed", data: { ...ids, reason, code } }];
  };

/** The provider would not send it because the customer had told the provider to hear no more: nothing is sent to them again. */
export const noteOptedOut =
  (messageId: string, code: string | null): ConversationDecision =>
  (state) => {
    const ids = idsOf(state, messageId);
    const conversation = ids === undefined ? undefined : conversationOf(state, ids.conversationId);
    if (ids === undefined || conversation === undefined) return [];
    const { messageId: _message, ...ofConversation } = ids;
    const { customerPhone } = conversation;
    const conversationIds = [...(found(state.customers, customerPhone)?.conversationIds.values() ?? [])];
    const optedOut = { ...ofConversation, customerPhone, conversationIds };
    return [
      { type: "MessageFailed", data: { ...ids, reason: "recipient_opted_out", code } },
      ...(hasOptedOut(state, customerPhone) ? [] : [{ type: "CustomerOptedOut" as const, data: optedOut }]),
    ];
  };

/** Of a message that is on its way; undefined where it has ended, or was never there. */
function idsOf(state: Conversations, messageId: string) {
  const known = found(state.queued, messageId) ?? found(state.sent, messageId);
  if (known === undefined || state.owner === null) return undefined;
  return { ...state.owner, conversationId: known.conversationId, messageId };
}
