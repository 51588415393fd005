/** GET /api/v1/social-posts: the posts of the active business and what became of them, the newest first. */
import { z } from "zod";
import { apiKey, query } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";
import type { SocialPostRow } from "../../projections/social-posts";
import { newestFirst } from "../newest-first";
import { socialPostView, viewOfSocialPost } from "./social-post-view";

export const listSocialPosts = query({
  id: "list-social-posts",
  method: "GET",
  path: "/api/v1/social-posts",
  access: apiKey("social:write"),
  on: "business",
  area: "social",
  summary: "Social posts",
  query: z.strictObject(pageQuery({ default: 20, max: 100 })),
  reads: ["social_posts"],
  responds: {
    status: 200,
    body: z.strictObject({ posts: z.array(socialPostView), nextCursor: z.string().nullable() }),
  },
  handle: async ({ query: asked }, context) => {
    const { rows, nextCursor } = await newestFirst<SocialPostRow>(context, "social_posts", asked);
    return { posts: rows.map(viewOfSocialPost), nextCursor };
  },
});
