/** The SMS conversations of one business: one per customer and number, what was written, how far it got, and who wants to hear no more. */
import { z } from "zod";
import { found, noBuckets, put, without, type Buckets } from "./buckets";
import { counted, unused, type DayUse } from "./day-quota";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { smsProviderNameSchema, type SmsProviderName } from "./phone-numbers";
import { refuse } from "./refusals";
import { utcDay } from "./utc-day";

const owner = { businessId: z.string(), accountId: z.string() };
const ofConversation = { ...owner, conversationId: z.string() };
const ofMessage = { ...ofConversation, messageId: z.string() };

export const conversationEvents = defineEvents({
  ConversationOpened: z.object({
    ...ofConversation,
    phoneNumberId: z.string(),
    provider: smsProviderNameSchema,
    channel: z.literal("sms"),
    /** E.164. */
    customerPhone: personal(z.string()),
    customerName: personal(z.string()).nullable(),
    openedBy: z.enum(["customer", "business"]),
    /** They had written STOP to another number of the business. */
    optedOut: z.boolean(),
  }),
  ConversationReopened: z.object(ofConversation),
  ConversationClosed: z.object(ofConversation),
  /** Everything that the customer wrote until then. */
  ConversationRead: z.object(ofConversation),
  CustomerNamed: z.object({ ...ofConversation, customerName: personal(z.string()).nullable() }),
  MessageReceived: z.object({
    ...ofMessage,
    /** What the provider calls it. */
    providerMessageId: z.string(),
    body: personal(z.string()),
    /** Pictures and the like, which are not fetched. */
    mediaCount: z.number().int(),
  }),
  /** It is to be sent, once. `automatic` is the service's own answer to STOP, START or HELP. */
  MessageQueued: z.object({
    ...ofMessage,
    body: personal(z.string()),
    automatic: z.boolean(),
    /** The UTC day of it counts for the daily limit. */
    queuedAt: z.iso.datetime(),
  }),
  MessageSent: z.object({ ...ofMessage, providerMessageId: z.string() }),
  MessageDelivered: z.object(ofMessage),
  /** It did not arrive, or nobody can tell: it may be told later that it did. The code is the provider's, where it gave one. */
  MessageFailed: z.object({
    ...ofMessage,
    reason: z.enum([
      "refused",
      "undelivered",
      /** The service tried for a while and gave up; its last attempt may have reached the provider. */
      "gave_up",
      "sms_compliance_pending",
      "recipient_opted_out",
      "number_not_usable",
    ]),
    code: z.string().nullable(),
  }),
  /** They wrote STOP or one of its kin: nothing is sent to them from any number of the business. */
  CustomerOptedOut: z.object({
    ...ofConversation,
    customerPhone: personal(z.string()),
    /** All conversations with this customer. */
    conversationIds: z.array(z.string()),
  }),
  CustomerOptedIn: z.object({
    ...ofConversation,
    customerPhone: personal(z.string()),
    conversationIds: z.array(z.string()),
  }),
});
export type ConversationEvent = EventsOf<typeof conversationEvents>;
export type MessageFailure = Extract<ConversationEvent, { type: "MessageFailed" }>["data"]["reason"];

/** Null where nothing was written yet. Of messages, those that are to be sent are remembered, and the newest of the others. */
export interface Conversations {
  readonly owner: { readonly businessId: string; readonly accountId: string } | null;
  /** By conversation id. */
  readonly conversations: Buckets<Conversation>;
  /** By phone number. */
  readonly customers: Buckets<Customer>;
  /** By message id: to be sent. */
  readonly queued: Buckets<Queued>;
  /** By message id: sent, delivered or failed. The oldest give way. */
  readonly attempted: Buckets<Attempted>;
  /** What the provider calls the messages that were received last. */
  readonly received: Buckets<true>;
  /** What the business wrote. */
  readonly written: DayUse;
}

export interface Conversation {
  readonly conversationId: string;
  readonly phoneNumberId: string;
  readonly provider: SmsProviderName;
  /** E.164. */
  readonly customerPhone: string;
  readonly customerName: string | null;
  readonly status: "open" | "closed";
  readonly unread: number;
}
export interface Customer {
  readonly optedOut: boolean;
  /** The phone is in the hand of somebody who knows the business's number. */
  readonly hasWritten: boolean;
  /** By the number of the business to which they write. */
  readonly conversationIds: ReadonlyMap<string, string>;
  /** The newest UTC day on which the service itself answered them, and how often. */
  readonly day: string;
  readonly answersThatDay: number;
}
export interface Queued {
  readonly conversationId: string;
  readonly body: string;
  /** It is all that someone who opted out yet gets. */
  readonly confirmsOptOut: boolean;
  /** ISO instant. */
  readonly queuedAt: string;
}
export interface Attempted {
  readonly conversationId: string;
  readonly status: "sent" | "delivered" | "failed";
  /** Null where it failed before the provider was known to have it. */
  readonly providerMessageId: string | null;
}

/** Of each bucket, and there are 256: more than any plan sends or receives in two days. */
const REMEMBERED_MAX = 64;

export const conversations = aggregate({
  category: "conversations",
  owner: "business",
  events: conversationEvents,
  initial: {
    owner: null,
    conversations: noBuckets,
    customers: noBuckets,
    queued: noBuckets,
    attempted: noBuckets,
    received: noBuckets,
    written: unused,
  },
  evolve: (state, event): Conversations => {
    switch (event.type) {
      case "ConversationOpened":
        return opened(state, event.data);
      case "ConversationReopened":
        return withConversation(state, event.data, { status: "open" });
      case "ConversationClosed":
        return withConversation(state, event.data, { status: "closed" });
      case "ConversationRead":
        return withConversation(state, event.data, { unread: 0 });
      case "CustomerNamed":
        return withConversation(state, event.data, { customerName: event.data.customerName });
      case "CustomerOptedOut":
        return withCustomer(state, event.data, { optedOut: true });
      case "CustomerOptedIn":
        return withCustomer(state, event.data, { optedOut: false });
      default:
        return withMessage(state, event);
    }
  },
});

type DataOf<Type extends ConversationEvent["type"]> = Extract<ConversationEvent, { type: Type }>["data"];
type MessageEvent = Extract<ConversationEvent, { data: { messageId: string } }>;

function opened(state: Conversations, data: DataOf<"ConversationOpened">): Conversations {
  const { businessId, accountId, conversationId, phoneNumberId, provider, customerPhone, customerName } = data;
  const before = found(state.customers, customerPhone);
  const conversationIds = new Map(before?.conversationIds).set(phoneNumberId, conversationId);
  const customer = {
    day: "",
    answersThatDay: 0,
    hasWritten: false,
    ...before,
    optedOut: data.optedOut,
    conversationIds,
  };
  const opening = { conversationId, phoneNumberId, provider, customerPhone, customerName, unread: 0 };
  return {
    ...state,
    owner: { businessId, accountId },
    conversations: put(state.conversations, conversationId, { ...opening, status: "open" }),
    customers: put(state.customers, customerPhone, customer),
  };
}

function withConversation(
  state: Conversations,
  { conversationId }: { readonly conversationId: string },
  changes: Partial<Conversation>,
): Conversations {
  const known = found(state.conversations, conversationId);
  if (known === undefined) return state;
  return { ...state, conversations: put(state.conversations, conversationId, { ...known, ...changes }) };
}

function withCustomer(
  state: Conversations,
  { customerPhone }: { readonly customerPhone: string },
  changes: Partial<Customer>,
): Conversations {
  const known = found(state.customers, customerPhone);
  if (known === undefined) return state;
  return { ...state, customers: put(state.customers, customerPhone, { ...known, ...changes }) };
}

function withMessage(state: Conversations, { type, data }: MessageEvent): Conversations {
  const { conversationId, messageId } = data;
  switch (type) {
    case "MessageReceived": {
      const unread = (found(state.conversations, conversationId)?.unread ?? 0) + 1;
      const received = put(state.received, data.providerMessageId, true, REMEMBERED_MAX);
      const { customerPhone = "" } = found(state.conversations, conversationId) ?? {};
      const heard = withCustomer({ ...state, received }, { customerPhone }, { hasWritten: true });
      return withConversation(heard, data, { unread });
    }
    case "MessageQueued": {
      const { body, automatic, queuedAt } = data;
      const { customerPhone = "" } = found(state.conversations, conversationId) ?? {};
      const confirmsOptOut = automatic && hasOptedOut(state, customerPhone);
      const queued = put(state.queued, messageId, { conversationId, body, confirmsOptOut, queuedAt });
      return withCount({ ...state, queued }, data, queuedAt);
    }
    case "MessageSent":
      return withAttempted(state, data, { status: "sent", providerMessageId: data.providerMessageId });
    case "MessageDelivered":
      return withAttempted(state, data, { status: "delivered" });
    case "MessageFailed":
      return withAttempted(state, data, { status: "failed" });
  }
}

function withAttempted(
  state: Conversations,
  { conversationId, messageId }: Pick<DataOf<"MessageDelivered">, "conversationId" | "messageId">,
  changes: Partial<Attempted> & Pick<Attempted, "status">,
): Conversations {
  const before = found(state.attempted, messageId) ?? { conversationId, providerMessageId: null };
  return {
    ...state,
    queued: without(state.queued, messageId),
    attempted: put(state.attempted, messageId, { ...before, ...changes }, REMEMBERED_MAX),
  };
}

function withCount(state: Conversations, queued: DataOf<"MessageQueued">, at: string): Conversations {
  const { automatic, conversationId } = queued;
  if (!automatic) return { ...state, written: counted(state.written, at) };
  const day = utcDay(at);
  const { customerPhone = "" } = found(state.conversations, conversationId) ?? {};
  const before = found(state.customers, customerPhone);
  const answersThatDay = before?.day === day ? before.answersThatDay + 1 : 1;
  return withCustomer(state, { customerPhone }, { day, answersThatDay });
}

export type ConversationDecision = Decision<Conversations, ConversationEvent>;

export interface ConversationChanges {
  readonly status?: "open" | "closed";
  readonly read?: true;
  readonly customerName?: string | null;
}

export const conversationOf = (state: Conversations, conversationId: string): Conversation | undefined =>
  found(state.conversations, conversationId);

/** Whether they want to hear no more, whichever number of the business they wrote that to. */
export const hasOptedOut = (state: Conversations, customerPhone: string): boolean =>
  found(state.customers, customerPhone)?.optedOut === true;

/** Whether they ever wrote to the business themselves. */
export const hasWritten = (state: Conversations, customerPhone: string): boolean =>
  found(state.customers, customerPhone)?.hasWritten === true;

/** Only what is given and differs changes. */
export const changeConversation =
  (conversationId: string, { status, read, customerName }: ConversationChanges): ConversationDecision =>
  (state) => {
    const known = conversationOf(state, conversationId);
    if (known === undefined || state.owner === null)
      return refuse("conversation_not_found", "There is no such conversation.");
    const data = { ...state.owner, conversationId };
    const events: ConversationEvent[] = [];
    if (customerName !== undefined && customerName !== known.customerName)
      events.push({ type: "CustomerNamed", data: { ...data, customerName } });
    if (read === true && known.unread > 0) events.push({ type: "ConversationRead", data });
    if (status === "closed" && known.status === "open") events.push({ type: "ConversationClosed", data });
    if (status === "open" && known.status === "closed") events.push({ type: "ConversationReopened", data });
    return events;
  };
