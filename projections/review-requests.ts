/** Table `review_requests`: whom each business asked for a review, by what, and how far that got. */
import type {
  ReviewChannel,
  ReviewRequestEvent,
  ReviewRequestFailure,
  ReviewRequestStatus,
} from "../domain/review-requests";
import { bigint, instant, projection, text, type Column, type RowOf } from "../infra/projector/projection";

const columns = {
  request_id: text,
  business_id: text,
  contact_id: text.orNull,
  channel: text as Column<ReviewChannel>,
  /** An e-mail address, or a phone number in E.164. */
  recipient: text,
  subject: text,
  message: text,
  status: text as Column<ReviewRequestStatus>,
  failure_reason: text.orNull as Column<ReviewRequestFailure | null>,
  created_at: instant,
  /** When its status changed last. */
  updated_at: instant,
  /** The log position at which it was made: the order of lists. */
  position: bigint,
};
export type ReviewRequestRow = RowOf<typeof columns>;

const keys = ({ data }: { data: { requestId: string } }) => ({ request_id: data.requestId });

type At = { readonly metadata: { readonly occurredAt: string } };

const moved = (status: ReviewRequestStatus) => ({
  keys,
  fold: (row: ReviewRequestRow | null, { metadata }: At): ReviewRequestRow | null =>
    row && { ...row, status, failure_reason: null, updated_at: metadata.occurredAt },
});

export const reviewRequestsTable = projection<ReviewRequestEvent>()({
  table: "review_requests",
  version: 1,
  columns,
  key: ["request_id"],
  indexes: [["business_id", "position"]],
  erasedWith: { business: "business_id" },
  on: {
    ReviewRequested: {
      keys,
      fold: (_row, { data, position }) => ({
        request_id: data.requestId,
        business_id: data.businessId,
        contact_id: data.contactId,
        channel: data.channel,
        recipient: data.recipient,
        subject: data.subject,
        message: data.text,
        status: data.delivery,
        failure_reason: null,
        created_at: data.requestedAt,
        updated_at: data.requestedAt,
        position,
      }),
    },
    ReviewRequestSent: moved("sent"),
    ReviewRequestDelivered: moved("delivered"),
    ReviewRequestFailed: {
      keys,
      fold: (row, { data, metadata }) =>
        row && { ...row, status: "failed", failure_reason: data.reason, updated_at: metadata.occurredAt },
    },
  },
});
