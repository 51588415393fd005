/** A post as its business sees it. */
import { z } from "zod";
import { platformSchema } from "../../domain/content/choices";
import type { PostFailure, SocialPostStatus } from "../../domain/social-posts";
import type { SocialPostRow } from "../../projections/social-posts";

const statuses = ["scheduled", "canceled", "published", "not_published"] as const satisfies SocialPostStatus[];

export const socialPostView = z.strictObject({
  id: z.string(),
  platform: platformSchema,
  text: z.string(),
  contentId: z.string().nullable(),
  status: z.enum(statuses).describe("What is scheduled is published at its moment, or is told why it was not."),
  reason: z.string().nullable().describe("Why it was not published, in a sentence."),
  platformPostId: z.string().nullable().describe("What the platform calls it, once it is published."),
  publishAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().describe("When its status changed last."),
});

const reasons: Readonly<Record<PostFailure, string>> = {
  not_configured: "publishing is not configured",
  refused: "the platform refused it",
  gave_up: "the platform could not be reached for hours; the last attempt may have arrived",
  business_deleted: "the business was deleted",
};

export const viewOfSocialPost = (row: SocialPostRow): z.input<typeof socialPostView> => ({
  id: row.post_id,
  platform: row.platform,
  text: row.message,
  contentId: row.content_id,
  status: row.status,
  reason: row.failure_reason === null ? null : reasons[row.failure_reason],
  platformPostId: row.platform_post_id,
  publishAt: row.publish_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
