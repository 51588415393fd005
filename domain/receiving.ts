/** Decisions on what a customer wrote: the conversation opens, and keywords opt them out or in. */
import { found } from "./buckets";
import {
  conversationOf,
  type Conversation,
  type ConversationDecision,
  type ConversationEvent,
  type Customer,
} from "./conversations";
import type { Keyword } from "./opt-out-words";
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
  /** Of the text as it came, whatever of it can be stored. */
  readonly keyword: Keyword | undefined;
  readonly mediaCount: number;
}

/** With what the service answers a keyword, where it is the one to answer. */
export interface Answering {
  readonly messageId: string;
  readonly answers: Readonly<Record<Keyword, string>>;
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
    const keyword = effectiveKeyword(inbound.keyword, customer);
    const answer = keyword === undefined || answersUsedUp(customer, now) ? undefined : answering?.answers[keyword];
    return [
      ...openingEvents(
        conversationOf(state, conversationId),
        { ...inbound, conversationId },
        customer?.optedOut === true,
      ),
      { type: "MessageReceived", data: { ...ids, messageId, providerMessageId, body, mediaCount } },
      ...optingEvents(keyword, { ...ids, customerPhone, conversationIds: idsOf(customer, conversationId) }),
      ...(answer === undefined || answering === null
        ? []
        : [queuedAnswer({ ...ids, messageId: answering.messageId, body: answer, automatic: true, queuedAt: now })]),
    ];
  };

/** Opting out again and opting in without having opted out are words like any other; nor is help sent to who opted out. */
function effectiveKeyword(keyword: Keyword | undefined, customer: Customer | undefined): Keyword | undefined {
  const optedOut = customer?.optedOut === true;
  return (keyword === "start") === optedOut ? keyword : undefined;
}

function answersUsedUp(customer: Customer | undefined, now: string): boolean {
  return customer?.day === utcDay(now) && customer.answersThatDay >= ANSWERS_PER_DAY_MAX;
}

function openingEvents(
  known: Conversation | undefined,
  inbound: Inbound,
  optedOut: boolean,
): readonly ConversationEvent[] {
  const { businessId, accountId, conversationId, phoneNumberId, provider, customerPhone } = inbound;
  const ids = { businessId, accountId, conversationId };
  if (known?.status === "open") return [];
  if (known !== undefined) return [{ type: "ConversationReopened", data: ids }];
  const opening = { ...ids, phoneNumberId, provider, channel: "sms" as const, customerPhone, customerName: null };
  return [{ type: "ConversationOpened", data: { ...opening, openedBy: "customer", optedOut } }];
}

type OptedOut = Extract<ConversationEvent, { type: "CustomerOptedOut" }>["data"];
function optingEvents(keyword: Keyword | undefined, data: OptedOut): readonly ConversationEvent[] {
  if (keyword === "stop") return [{ type: "CustomerOptedOut", data }];
  return keyword === "start" ? [{ type: "CustomerOptedIn", data }] : [];
}

const idsOf = (customer: Customer | undefined, conversationId: string): string[] => [
  ...new Set([...(customer?.conversationIds.values() ?? []), conversationId]),
];

type MessageQueued = Extract<ConversationEvent, { type: "MessageQueued" }>;
const queuedAnswer = (data: MessageQueued["data"]): MessageQueued => ({ type: "MessageQueued", data });
