/** Table `conversations`: with whom each business writes, by number, and what of it is unread. */
import type { ConversationEvent } from "../domain/conversations";
import type { SmsProviderName } from "../domain/phone-numbers";
import {
  bigint,
  boolean,
  instant,
  integer,
  projection,
  text,
  type Column,
  type RowOf,
} from "../infra/projector/projection";

const columns = {
  conversation_id: text,
  business_id: text,
  phone_number_id: text,
  provider: text as Column<SmsProviderName>,
  channel: text as Column<"sms">,
  /** E.164, or a short code. */
  customer_phone: text,
  customer_name: text.orNull,
  status: text as Column<"open" | "closed">,
  unread_count: integer,
  /** The customer wants to hear no more, from any number of the business. */
  opted_out: boolean,
  created_at: instant,
  /** The log position at which it was opened. */
  opened_position: bigint,
  /** When somebody wrote last; it is opened by the first message. */
  last_message_at: instant,
  /** The log position of the last message: the order of lists. */
  position: bigint,
};
export type ConversationRow = RowOf<typeof columns>;

const keys = (event: { data: { conversationId: string } }) => ({ conversation_id: event.data.conversationId });

const change = <Data extends { readonly conversationId: string }>(
  changes: (row: ConversationRow, data: Data) => Partial<ConversationRow>,
) => ({
  keys,
  fold: (row: ConversationRow | null, { data }: { readonly data: Data }): ConversationRow | null =>
    row && { ...row, ...changes(row, data) },
});

/** Somebody wrote. */
const message = (unread: 0 | 1) => ({
  keys,
  fold: (
    row: ConversationRow | null,
    { metadata, position }: { readonly metadata: { readonly occurredAt: string }; readonly position: number },
  ): ConversationRow | null =>
    row && { ...row, unread_count: row.unread_count + unread, last_message_at: metadata.occurredAt, position },
});

/** Of every conversation with the customer. */
const opted = (out: boolean) => ({
  keys: ({ data }: { readonly data: { readonly conversationIds: readonly string[] } }) =>
    data.conversationIds.map((id) => ({ conversation_id: id })),
  fold: (row: ConversationRow | null): ConversationRow | null => row && { ...row, opted_out: out },
});

export const conversationsTable = projection<ConversationEvent>()({
  table: "conversations",
  version: 1,
  columns,
  key: ["conversation_id"],
  // The second holds all that the stats of a business count.
  indexes: [
    ["business_id", "position"],
    ["business_id", "status", "position", "unread_count", "provider"],
  ],
  erasedWith: { business: "business_id" },
  on: {
    ConversationOpened: {
      keys,
      fold: (_row, { data, metadata, position }, key) => ({
        ...key,
        business_id: data.businessId,
        phone_number_id: data.phoneNumberId,
        provider: data.provider,
        channel: data.channel,
        customer_phone: data.customerPhone,
        customer_name: data.customerName,
        status: "open",
        unread_count: 0,
        opted_out: data.optedOut,
        created_at: metadata.occurredAt,
        opened_position: position,
        last_message_at: metadata.occurredAt,
        position,
      }),
    },
    ConversationReopened: change(() => ({ status: "open" })),
    ConversationClosed: change(() => ({ status: "closed" })),
    ConversationRead: change(() => ({ unread_count: 0 })),
    CustomerNamed: change<{ conversationId: string; customerName: string | null }>((_row, { customerName }) => ({
      customer_name: customerName,
    })),
    MessageReceived: message(1),
    MessageQueued: message(0),
    CustomerOptedOut: opted(true),
    CustomerOptedIn: opted(false),
  },
});
