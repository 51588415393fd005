/** The SMS conversations of one business: one per customer and number, what was written, how far it got, and who wants to hear no more. */
import { z } from "zod";
import { aggregate } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { smsProviderNameSchema } from "./phone-numbers";

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
  MessageQueued: z.object({ ...ofMessage, body: personal(z.string()), automatic: z.boolean() }),
  MessageSent: z.object({ ...ofMessage, providerMessageId: z.string() }),
  MessageDelivered: z.object(ofMessage),
  /** It did not arrive; the code is the provider's, where it gave one. */
  MessageFailed: z.object({
    ...ofMessage,
    reason: z.enum(["refused", "undelivered", "sms_compliance_pending", "recipient_opted_out", "number_not_usable"]),
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

export interface Conversations {
  /** By conversation id. */
  readonly conversations: ReadonlyMap<string, Conversation>;
}

export interface Conversation {
  readonly conversationId: string;
  readonly phoneNumberId: string;
  readonly customerPhone: string;
  readonly status: "open" | "closed";
  readonly unread: number;
}

export const conversations = aggregate({
  category: "conversations",
  owner: "business",
  events: conversationEvents,
  initial: { conversations: new Map() } as Conversations,
  evolve: (state): Conversations => state,
});
