/** POST /api/v1/social-posts: a post for a platform, now or at a moment to come. */
import { z } from "zod";
import { platformSchema } from "../../domain/content/choices";
import { isRefusal } from "../../domain/fold/refusal";
import { instantSchema } from "../../domain/instant";
import { postCharactersMax, schedulePost, socialPosts } from "../../domain/social-posts";
import { DAY_MS } from "../../domain/utc-day";
import { Answer, apiKey, command } from "../../infra/http/endpoint";
import { invalid } from "../../infra/http/failure";
import { untilVisible } from "../../infra/http/visible";
import { socialPostView } from "../../read-api/dealings/social-post-view";
import { planFails, planQuota } from "../account/plan-quota";
import { shownText } from "../shown-text";
import { loadActiveBusiness } from "../business/active-business";

const CHARACTERS_MAX = Math.max(...Object.values(postCharactersMax));
const AHEAD_DAYS_MAX = 366;

const limits = Object.entries(postCharactersMax)
  .map(([platform, max]) => `${platform} ${max.toLocaleString("en-US")}`)
  .join(", ");

export const scheduleSocialPost = command({
  id: "schedule-social-post",
  method: "POST",
  path: "/api/v1/social-posts",
  access: apiKey("social:write"),
  on: "business",
  area: "social",
  summary: "Schedule a social post",
  description: `It is \`scheduled\` until its moment; as many are at once as the plan allows (\`scheduledPostsPerBusiness\` of \`GET /api/v1/usage\`). Then it is published where something publishes on its platform for this service; where nothing does, it becomes \`not_published\`, with the reason that publishing is not configured. What became of it is at \`GET /api/v1/social-posts\`. Characters that a platform takes: ${limits}.`,
  body: z.strictObject({
    platform: platformSchema,
    text: shownText(CHARACTERS_MAX),
    contentId: z
      .string()
      .max(100)
      .nullable()
      .default(null)
      .describe("The draft that it is made of. It is kept beside the post, and not looked up."),
    publishAt: instantSchema
      .optional()
      .describe(`This moment, unless told; at most ${AHEAD_DAYS_MAX} days ahead, and not before.`),
  }),
  responds: { status: 201, body: z.strictObject({ post: socialPostView }) },
  uses: ["socialPostsPerDay", "scheduledPostsPerBusiness"],
  refusals: ["business_not_found", "scheduled_post_quota_reached", "social_post_limit_reached"],
  fails: planFails,
  example: { platform: "facebook", text: "Fresh cinnamon buns every morning." },
  handle: async ({ body: { platform, text, contentId, publishAt: wished } }, context) => {
    const { account, business, services, now } = context;
    const active = await loadActiveBusiness(context);
    if (isRefusal(active)) return active;
    if (Array.from(text).length > postCharactersMax[platform])
      throw invalid([{ path: "text", message: `Expected at most ${postCharactersMax[platform]} characters.` }]);
    const publishAt = wished ?? now.toISOString();
    const ahead = Date.parse(publishAt) - now.getTime();
    if (ahead < 0 || ahead > AHEAD_DAYS_MAX * DAY_MS)
      throw invalid([{ path: "publishAt", message: `Expected a moment within the next ${AHEAD_DAYS_MAX} days.` }]);
    const ids = { businessId: business.id, accountId: account.id, postId: services.ids.next() };
    const allowance = {
      now: now.toISOString(),
      quota: planQuota(account, "socialPostsPerDay"),
      waitingMax: planQuota(account, "scheduledPostsPerBusiness"),
    };
    const decide = schedulePost({ ...ids, platform, text, contentId, publishAt }, allowance);
    const executed = await context.execute(socialPosts, business.id, decide);
    if (isRefusal(executed)) return executed;
    if (context.dryRun) return new Answer(200, undefined);
    await untilVisible(context, ["social_posts"], executed.position);
    const [made] = executed.events;
    if (made?.type !== "SocialPostScheduled") throw new Error("A post was scheduled and cannot be found.");
    const { postId: id, scheduledAt, ...post } = made.data;
    const told = { id, platform: post.platform, text: post.text, contentId: post.contentId, publishAt: post.publishAt };
    const waiting = { status: "scheduled" as const, reason: null, platformPostId: null };
    return { post: { ...told, ...waiting, createdAt: scheduledAt, updatedAt: scheduledAt } };
  },
});
