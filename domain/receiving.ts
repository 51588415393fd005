/** Decisions on what a customer wrote: the conversation opens, and the words by which they opt out or in are heeded. */
import { found } from "./buckets";
import {
  conversationOf,
  type Conversation,
  type ConversationDecision,
  type ConversationEvent,
  type Customer,
} from "./conversations";
import { wishOf, type Wish } from "./opt-out-words";
import type { SmsProviderName } from "./phone-numbers";
import { utcDay } from "./utc-day";

export interface Inbound {
  readonly businessId: string;
  readonly accountId: string;
  /** The conversation's id where there is none with this customer at this number yet. */
  readonly conversationId: string;
  readonly messageId: string;
  readonly phoneNumberId: string;
  readonly provider: SmsProviderName;
  /** E.164, or a short code. */
  readonly customerPhone: string;
  readonly providerMessageId: string;
  readonly body: string;
  readonly mediaCount: number;
}

/** With what the service answers a wish, where it is the one to answer. */
export interface Answering {
  readonly messageId: string;
  readonly answers: Readonly<Record<Wish, string>>;
}

/** The same customer is not answered without end: what answers there may be a machine as well. */
export const ANSWERS_PER_DAY_MAX = 10;

/** What was received before changes nothing. Someone who opted out is answered once, when they did. */
export const receive =
  (inbound: Inbound, now: string, answering: Answering | null): ConversationDecision =>
  (state) => {
    const { businessId, accountId, phoneNumberId, customerPhone, providerMessageId } = inbound;
    if (found(state.received, providerMessageId) === true) return [];
    const customer = found(state.customers, customerPhone);
    const conversationId = customer?.conversationIds.get(phoneNumberId) ?? inbound.conversationId;
    const ids = { businessId, accountId, conversationId };
    const { messageId, body, mediaCount } = inbound;
    const wish = wishGranted(body, customer);
    const answer = wish === undefined || answersUsedUp(customer, now) ? undefined : answering?.answers[wish];
    return [
      ...awakened(conversationOf(state, conversationId), { ...inbound, conversationId }, customer?.optedOut === true),
      { type: "MessageReceived", data: { ...ids, messageId, providerMessageId, body, mediaCount } },
      ...heeded(wish, { ...ids, customerPhone, conversationIds: idsOf(customer, conversationId) }),
      ...(answer === undefined || answering === null
        ? []
        : [queuedAnswer({ ...ids, messageId: answering.messageId, body: answer, automatic: true, queuedAt: now })]),
    ];
  };

/** Opting out again and opting in without having opted out are words like any other; nor is help sent to who opted out. */
function wishGranted(body: string, customer: Customer | undefined): Wish | undefined {
  const wish = wishOf(body);
  const optedOut = customer?.optedOut === true;
  return (wish === "start") === optedOut ? wish : undefined;
}

function answersUsedUp(customer: Customer | undefined, now: string): boolean {
  return customer?.day === utcDay(now) && customer.answersThatDay >= ANSWERS_PER_DAY_MAX;
}

function awakened(known: Conversation | undefined, inbound: Inbound, optedOut: boolean): readonly ConversationEvent[] {
  const { businessId, accountId, conversationId, phoneNumberId, provider, customerPhone } = inbound;
  const ids = { businessId, accountId, conversationId };
  if (known?.status === "open") return [];
  if (known !== undefined) return [{ type: "ConversationReopened", data: ids }];
  const opening = { ...ids, phoneNumberId, provider, channel: "sms" as const, customerPhone, customerName: null };
  return [{ type: "ConversationOpened", data: { ...opening, openedBy: "customer", optedOut } }];
}

type OptedOut = Extract<ConversationEvent, { type: "CustomerOptedOut" }>["data"];
function heeded(wish: Wish | undefined, data: OptedOut): readonly ConversationEvent[] {
  if (wish === "stop") return [{ type: "CustomerOptedOut", data }];
  return wish === "start" ? [{ type: "CustomerOptedIn", data }] : [];
}

const idsOf = (customer: Customer | undefined, conversationId: string): string[] => [
  ...new Set([...(customer?.conversationIds.values() ?? []), conversationId]),
];

type MessageQueued = Extract<ConversationEvent, { type: "MessageQueued" }>;
const queuedAnswer = (data: MessageQueued["data"]): MessageQueued => ({ type: "MessageQueued", data });
