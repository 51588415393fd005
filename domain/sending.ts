/** Decisions on what a business writes to a customer, and on how far it got. */
import { entriesOf, found } from "./buckets";
import {
  conversationOf,
  hasOptedOut,
  type Attempted,
  type Conversation,
  type ConversationDecision,
  type ConversationEvent,
  type Conversations,
  type MessageFailure,
} from "./conversations";
import { refusedForToday, usedOn, type DayAllowance } from "./day-quota";
import type { SmsProviderName } from "./phone-numbers";
import { refuse, type Refusal } from "./refusals";

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
/** Writes to a customer: in the conversation that there is with them at this number, and otherwise in a new one. */
export const startConversation =
  (start: Start, allowance: DayAllowance): ConversationDecision =>
  (state) => {
    if (isKnown(state, start.messageId)) return [];
    const { businessId, accountId, phoneNumberId, provider, customerPhone, customerName = null } = start;
    const refused = refusedTo(state, start, allowance);
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
  (conversationId: string, message: Outbound, allowance: DayAllowance): ConversationDecision =>
  (state) => {
    if (isKnown(state, message.messageId)) return [];
    const known = conversationOf(state, conversationId);
    if (known === undefined || state.owner === null)
      return refuse("conversation_not_found", "There is no such conversation.");
    const refused = refusedTo(state, known, allowance);
    return refused ?? queued({ ...state.owner, conversationId }, known, message, allowance.now);
  };

const isKnown = (state: Conversations, messageId: string): boolean =>
  found(state.queued, messageId) !== undefined || found(state.attempted, messageId) !== undefined;

/** How many messages the business wrote on the UTC day of `now`, an ISO instant. */
export const messagesUsed = ({ written }: Conversations, now: string): number => usedOn(written, now);

function refusedTo(
  state: Conversations,
  { customerPhone, provider }: Pick<Conversation, "customerPhone" | "provider">,
  allowance: DayAllowance,
): Refusal | undefined {
  if (hasOptedOut(state, customerPhone))
    return refuse("recipient_opted_out", "The customer has asked to receive no more messages.", {
      sandbox: provider === "sandbox",
    });
  return refusedForToday(state.written, allowance, {
    code: "message_limit_reached",
    name: "messagesPerDay",
    what: "messages",
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
  /** ISO instant. */
  readonly queuedAt: string;
  /** What the provider calls messages of this conversation that are known to have been sent. */
  readonly knownProviderIds: readonly string[];
}

/** A message that is yet to be sent; undefined where it was, or has failed. */
export function outgoing(state: Conversations, messageId: string): Outgoing | undefined {
  const message = found(state.queued, messageId);
  const conversation = message === undefined ? undefined : conversationOf(state, message.conversationId);
  if (message === undefined || conversation === undefined) return undefined;
  const mayBeSent = message.confirmsOptOut || !hasOptedOut(state, conversation.customerPhone);
  const { body, queuedAt, conversationId } = message;
  return { conversation, body, mayBeSent, queuedAt, knownProviderIds: providerIdsOf(state, conversationId) };
}

const providerIdsOf = (state: Conversations, conversationId: string): readonly string[] =>
  entriesOf(state.attempted).flatMap(([, one]) =>
    one.conversationId === conversationId && one.providerMessageId !== null ? [one.providerMessageId] : [],
  );

/**
 * The provider took it. What it tells comes in any order and more than once: a message goes from queued over sent to its
 * end and never back, and what is said of one that has ended changes nothing, save that it was delivered after all.
 */
export const noteSent =
  (messageId: string, providerMessageId: string): ConversationDecision =>
  (state) => {
    const known = idsOf(state, messageId);
    return known?.status === "queued" ? [{ type: "MessageSent", data: { ...known.ids, providerMessageId } }] : [];
  };

/**
 * What arrived was sent, also where that is told only now; and it did not fail, whatever was recorded while nobody could
 * tell.
 */
export const noteDelivered =
  (messageId: string, providerMessageId: string): ConversationDecision =>
  (state) => {
    const known = idsOf(state, messageId);
    if (known === undefined || known.status === "delivered") return [];
    const { ids, status } = known;
    return [
      ...(status === "queued" ? [{ type: "MessageSent" as const, data: { ...ids, providerMessageId } }] : []),
      { type: "MessageDelivered", data: ids },
    ];
  };

export const noteFailed =
  (messageId: string, reason: MessageFailure, code: string | null): ConversationDecision =>
  (state) => {
    const known = idsOf(state, messageId);
    return known === undefined || hasEnded(known)
      ? []
      : [{ type: "MessageFailed", data: { ...known.ids, reason, code } }];
  };

/** The provider would not send it because the customer had told the provider to hear no more: nothing is sent to them again. */
export const noteOptedOut =
  (messageId: string, code: string | null): ConversationDecision =>
  (state) => {
    const known = idsOf(state, messageId);
    const conversation = known === undefined ? undefined : conversationOf(state, known.ids.conversationId);
    if (known === undefined || hasEnded(known) || conversation === undefined) return [];
    const { messageId: _message, ...ofConversation } = known.ids;
    const { customerPhone } = conversation;
    const conversationIds = [...(found(state.customers, customerPhone)?.conversationIds.values() ?? [])];
    const optedOut = { ...ofConversation, customerPhone, conversationIds };
    return [
      { type: "MessageFailed", data: { ...known.ids, reason: "recipient_opted_out", code } },
      ...(hasOptedOut(state, customerPhone) ? [] : [{ type: "CustomerOptedOut" as const, data: optedOut }]),
    ];
  };

/** Of a message that is remembered, with how far it got. */
function idsOf(state: Conversations, messageId: string) {
  const queued = found(state.queued, messageId);
  const known = queued ?? found(state.attempted, messageId);
  if (known === undefined || state.owner === null) return undefined;
  const ids = { ...state.owner, conversationId: known.conversationId, messageId };
  return { ids, status: "status" in known ? known.status : ("queued" as const) };
}

const hasEnded = ({ status }: { readonly status: Attempted["status"] | "queued" }): boolean =>
  status === "delivered" || status === "failed";
