/** A conversation and its messages as their business sees them. */
import { z } from "zod";
import { conversationEvents } from "../../domain/conversations";
import type { Context } from "../../infra/http/endpoint";
import type { ConversationRow } from "../../projections/conversations";
import type { MessageRow } from "../../projections/messages";

const conversationFields = {
  id: z.string(),
  customerName: z.string().nullable(),
  customerPhone: z.string().describe("E.164, or a short code."),
  channel: z.literal("sms"),
  status: z.enum(["open", "closed"]),
  lastMessageAt: z.iso.datetime(),
  unreadCount: z.number().int().describe("What the customer wrote since it was marked as read."),
  createdAt: z.iso.datetime(),
};

/** Interface specification, "Conversation". */
export const conversationRecord = z.strictObject(conversationFields);

/** The same on the dashboard, where it can be answered. */
export const conversationView = z.strictObject({
  ...conversationFields,
  phoneNumberId: z.string().describe("The business's number to which the customer writes."),
  optedOut: z.boolean().describe("The customer wants to hear no more, from any number of the business."),
  sandbox: z.boolean().describe("It exists on no network."),
});

export const messageView = z.strictObject({
  id: z.string(),
  direction: z.enum(["inbound", "outbound"]),
  body: z.string(),
  status: z
    .enum(["received", "queued", "sent", "delivered", "failed"])
    .describe(
      "What is outbound is queued, then sent, then delivered; it may fail instead, and what was taken for failed may yet be told to have been delivered.",
    ),
  failure: z
    .strictObject({
      reason: conversationEvents.MessageFailed.schema.shape.reason,
      code: z.string().nullable().describe("The messaging provider's own, where it gave one."),
    })
    .nullable(),
  automatic: z.boolean().describe("The service's own answer to a word such as STOP."),
  mediaCount: z.number().int().describe("Pictures and the like, which are not fetched."),
  createdAt: z.iso.datetime(),
});

export const recordOfConversation = (row: ConversationRow): z.input<typeof conversationRecord> => ({
  id: row.conversation_id,
  customerName: row.customer_name,
  customerPhone: row.customer_phone,
  channel: row.channel,
  status: row.status,
  lastMessageAt: row.last_message_at,
  unreadCount: row.unread_count,
  createdAt: row.created_at,
});

export const viewOfConversation = (row: ConversationRow): z.input<typeof conversationView> => ({
  ...recordOfConversation(row),
  phoneNumberId: row.phone_number_id,
  optedOut: row.opted_out,
  sandbox: row.provider === "sandbox",
});

export function viewOfMessage(row: MessageRow): z.input<typeof messageView> {
  const { failure_reason: reason, failure_code: code } = row;
  return {
    id: row.message_id,
    direction: row.direction,
    body: row.body,
    status: row.status,
    failure: reason === null ? null : { reason, code },
    automatic: row.automatic,
    mediaCount: row.media_count,
    createdAt: row.created_at,
  };
}

export async function findConversation(
  { read, business }: Context<"business">,
  conversationId: string,
): Promise<ConversationRow | undefined> {
  return read<ConversationRow>("conversations")
    .where({ business_id: business.id, conversation_id: conversationId })
    .first();
}
