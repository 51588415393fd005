/** DELETE /api/v1/social-posts/:id: a post whose moment is to come is not published. */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import { cancelPost, socialPosts } from "../../domain/social-posts";
import { apiKey, command } from "../../infra/http/endpoint";

export const cancelSocialPost = command({
  id: "cancel-social-post",
  method: "DELETE",
  path: "/api/v1/social-posts/:id",
  access: apiKey("social:write"),
  on: "business",
  area: "social",
  summary: "Cancel a scheduled post",
  description: "Canceling what was canceled changes nothing.",
  params: z.strictObject({ id: z.string() }),
  responds: { status: 204 },
  refusals: ["social_post_not_found", "social_post_ended"],
  handle: async ({ params: { id } }, context) => {
    const executed = await context.execute(socialPosts, context.business.id, cancelPost(id));
    return isRefusal(executed) ? executed : undefined;
  },
});
