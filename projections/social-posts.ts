/** Table `social_posts`: the posts of each business, and what became of them. */
import type { Platform } from "../domain/content/choices";
import type { PostFailure, SocialPostEvent, SocialPostStatus } from "../domain/social-posts";
import { bigint, instant, projection, text, type Column, type RowOf } from "../infra/projector/projection";

const columns = {
  post_id: text,
  business_id: text,
  platform: text as Column<Platform>,
  message: text,
  content_id: text.orNull,
  status: text as Column<SocialPostStatus>,
  failure_reason: text.orNull as Column<PostFailure | null>,
  /** What the platform calls it, once it is published. */
  platform_post_id: text.orNull,
  publish_at: instant,
  created_at: instant,
  /** When its status changed last. */
  updated_at: instant,
  /** The log position at which it was made: the order of lists. */
  position: bigint,
};
export type SocialPostRow = RowOf<typeof columns>;

const keys = ({ data }: { data: { postId: string } }) => ({ post_id: data.postId });

export const socialPostsTable = projection<SocialPostEvent>()({
  table: "social_posts",
  version: 1,
  columns,
  key: ["post_id"],
  indexes: [["business_id", "position"]],
  erasedWith: { business: "business_id" },
  on: {
    SocialPostScheduled: {
      keys,
      fold: (_row, { data, position }) => ({
        post_id: data.postId,
        business_id: data.businessId,
        platform: data.platform,
        message: data.text,
        content_id: data.contentId,
        status: "scheduled",
        failure_reason: null,
        platform_post_id: null,
        publish_at: data.publishAt,
        created_at: data.scheduledAt,
        updated_at: data.scheduledAt,
        position,
      }),
    },
    SocialPostCanceled: {
      keys,
      fold: (row, { metadata }) => row && { ...row, status: "canceled", updated_at: metadata.occurredAt },
    },
    SocialPostPublished: {
      keys,
      fold: (row, { data, metadata }) =>
        row && {
          ...row,
          status: "published",
          platform_post_id: data.platformPostId,
          updated_at: metadata.occurredAt,
        },
    },
    SocialPostNotPublished: {
      keys,
      fold: (row, { data, metadata }) =>
        row && { ...row, status: "not_published", failure_reason: data.reason, updated_at: metadata.occurredAt },
    },
  },
});
