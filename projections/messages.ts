/** Table `messages`: what was written in each conversation, and how far what was sent has got. */
import type { ConversationEvent, MessageFailure } from "../domain/conversations";
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
  message_id: text,
  business_id: text,
  direction: text as Column<"inbound" | "outbound">,
  body: text,
  status: text as Column<"received" | "queued" | "sent" | "delivered" | "failed">,
  failure_reason: text.orNull as Column<MessageFailure | null>,
  /** The provider's own, where it gave one. */
  failure_code: text.orNull,
  /** The service's own answer to a word such as STOP. */
  automatic: boolean,
  /** Pictures and the like, which are not fetched. */
  media_count: integer,
  created_at: instant,
  /** The log position at which it was received or queued: the order of lists. */
  position: bigint,
};
export type MessageRow = RowOf<typeof columns>;

const keys = ({ data }: { data: { conversationId: string; messageId: string } }) => ({
  conversation_id: data.conversationId,
  message_id: data.messageId,
});

type Written = Extract<ConversationEvent, { type: "MessageReceived" | "MessageQueued" }>["data"];
interface Told {
  readonly data: Written;
  readonly metadata: { readonly occurredAt: string };
  readonly position: number;
}

const written = (
  { data, metadata, position }: Told,
  more: Pick<MessageRow, "direction" | "status" | "automatic" | "media_count">,
): MessageRow => ({
  ...keys({ data }),
  business_id: data.businessId,
  body: data.body,
  failure_reason: null,
  failure_code: null,
  created_at: metadata.occurredAt,
  position,
  ...more,
});

export const messagesTable = projection<ConversationEvent>()({
  table: "messages",
  version: 2,
  columns,
  key: ["conversation_id", "message_id"],
  indexes: [["conversation_id", "position"]],
  erasedWith: { business: "business_id" },
  on: {
    MessageReceived: {
      keys,
      fold: (_row, event) =>
        written(event, {
          direction: "inbound",
          status: "received",
          automatic: false,
          media_count: event.data.mediaCount,
        }),
    },
    MessageQueued: {
      keys,
      fold: (_row, event) =>
        written(event, {
          direction: "outbound",
          status: "queued",
          automatic: event.data.automatic,
          media_count: 0,
        }),
    },
    MessageSent: { keys, fold: (row) => row && { ...row, status: "sent" } },
    // Also one that was taken for failed.
    MessageDelivered: {
      keys,
      fold: (row) => row && { ...row, status: "delivered", failure_reason: null, failure_code: null },
    },
    MessageFailed: {
      keys,
      fold: (row, { data: { reason, code } }) =>
        row && { ...row, status: "failed", failure_reason: reason, failure_code: code },
    },
  },
});
