/** A request for a review as its business sees it. */
import { z } from "zod";
import { reviewChannelSchema, reviewRequestFailureSchema } from "../../domain/review-requests";
import type { ReviewRequestRow } from "../../projections/review-requests";

export const reviewRequestView = z.strictObject({
  id: z.string(),
  contactId: z.string().nullable(),
  channel: reviewChannelSchema,
  recipient: z.string().describe("An e-mail address, or a phone number in E.164."),
  subject: z.string().describe("Of an e-mail."),
  message: z.string(),
  status: z
    .enum(["recorded", "queued", "sent", "delivered", "failed"])
    .describe(
      "`recorded`: nothing carries it on this service, and it is not sent. What is queued is sent once, or fails; of e-mails nobody tells that they were delivered.",
    ),
  failureReason: reviewRequestFailureSchema.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().describe("When its status changed last."),
});

export const viewOfReviewRequest = (row: ReviewRequestRow): z.input<typeof reviewRequestView> => ({
  id: row.request_id,
  contactId: row.contact_id,
  channel: row.channel,
  recipient: row.recipient,
  subject: row.subject,
  message: row.message,
  status: row.status,
  failureReason: row.failure_reason,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
