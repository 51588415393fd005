/** Events of one business's conversations, for tests: everything that is not told is the first of its kind. */
import type { ConversationEvent } from "../../domain/conversations";

type DataOf<Type extends ConversationEvent["type"]> = Extract<ConversationEvent, { type: Type }>["data"];

export const owner = { businessId: "b1", accountId: "a1" };
export const ofConversation = { ...owner, conversationId: "c1" };
export const PHONE = "+12025550143";
export const NOON = "2026-03-01T12:00:00.000Z";
export const NEXT_DAY = "2026-03-02T00:00:00.000Z";

export const opened = (other: Partial<DataOf<"ConversationOpened">> = {}): ConversationEvent => ({
  type: "ConversationOpened",
  data: {
    ...ofConversation,
    phoneNumberId: "n1",
    provider: "sandbox",
    channel: "sms",
    customerPhone: PHONE,
    customerName: null,
    openedBy: "business",
    optedOut: false,
    ...other,
  },
});

export const closed: ConversationEvent = { type: "ConversationClosed", data: ofConversation };
export const reopened: ConversationEvent = { type: "ConversationReopened", data: ofConversation };

export const messageReceived = (
  messageId: string,
  other: Partial<DataOf<"MessageReceived">> = {},
): ConversationEvent => ({
  type: "MessageReceived",
  data: { ...ofConversation, messageId, providerMessageId: `in-${messageId}`, body: "Hi", mediaCount: 0, ...other },
});

export const messageQueued = (messageId: string, other: Partial<DataOf<"MessageQueued">> = {}): ConversationEvent => ({
  type: "MessageQueued",
  data: { ...ofConversation, messageId, body: "Hello", automatic: false, queuedAt: NOON, ...other },
});

export const messageSent = (messageId: string): ConversationEvent => ({
  type: "MessageSent",
  data: { ...ofConversation, messageId, providerMessageId: `out-${messageId}` },
});

export const messageDelivered = (messageId: string): ConversationEvent => ({
  type: "MessageDelivered",
  data: { ...ofConversation, messageId },
});

export const messageFailed = (
  messageId: string,
  reason: DataOf<"MessageFailed">["reason"],
  code: string | null = null,
): ConversationEvent => ({ type: "MessageFailed", data: { ...ofConversation, messageId, reason, code } });

export const customerOptedOut = (conversationIds: string[], conversationId = "c1"): ConversationEvent => ({
  type: "CustomerOptedOut",
  data: { ...owner, conversationId, customerPhone: PHONE, conversationIds },
});

export const customerOptedIn = (conversationIds: string[], conversationId = "c1"): ConversationEvent => ({
  type: "CustomerOptedIn",
  data: { ...owner, conversationId, customerPhone: PHONE, conversationIds },
});
