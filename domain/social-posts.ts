/** The posts of one business: each waits for its moment, and is then published, or told why it is not. */
import { z } from "zod";
import { found, noBuckets, put, without, type Buckets } from "./buckets";
import { platformSchema, type Platform } from "./content/choices";
import { counted, refusedForToday, unused, type DayAllowance, type DayUse } from "./day-quota";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { storedInstantSchema } from "./instant";
import { refuse } from "./refusals";

/** The characters that each platform takes in one post. */
export const postCharactersMax: Readonly<Record<Platform, number>> = {
  facebook: 63_206,
  instagram: 2_200,
  linkedin: 3_000,
};

const ids = { businessId: z.string(), accountId: z.string(), postId: z.string() };

export const postFailureSchema = z.enum([
  /** Nothing publishes on the platform for this service. */
  "not_configured",
  /** The platform does not take it. */
  "refused",
  /** It was tried for a while; the last attempt may have reached the platform. */
  "gave_up",
  "business_deleted",
]);
export type PostFailure = z.output<typeof postFailureSchema>;

export const socialPostEvents = defineEvents({
  SocialPostScheduled: z.object({
    ...ids,
    platform: platformSchema,
    text: personal(z.string()),
    /** The draft that it is made of; null where it is made of none. */
    contentId: z.string().nullable(),
    publishAt: storedInstantSchema,
    /** The UTC day of it counts for the daily limit. */
    scheduledAt: z.iso.datetime(),
  }),
  /** Before its moment. */
  SocialPostCanceled: z.object(ids),
  SocialPostPublished: z.object({ ...ids, platformPostId: z.string() }),
  SocialPostNotPublished: z.object({ ...ids, reason: postFailureSchema }),
});
export type SocialPostEvent = EventsOf<typeof socialPostEvents>;
export type SocialPost = Extract<SocialPostEvent, { type: "SocialPostScheduled" }>["data"];
export type SocialPostStatus = "scheduled" | "canceled" | "published" | "not_published";

type Waiting = Pick<SocialPost, "businessId" | "accountId" | "postId">;

export interface SocialPosts {
  /** By id: those whose moment is to come. What they say stays in the log. */
  readonly scheduled: Buckets<Waiting>;
  /** How many those are. */
  readonly waiting: number;
  /** By id, the newest of the others. */
  readonly ended: Buckets<Exclude<SocialPostStatus, "scheduled">>;
  readonly today: DayUse;
}

/** Of each of the 256 buckets. */
const REMEMBERED_MAX = 64;

const statuses = {
  SocialPostCanceled: "canceled",
  SocialPostPublished: "published",
  SocialPostNotPublished: "not_published",
} as const;

export const socialPosts = aggregate({
  category: "socialposts",
  owner: "business",
  events: socialPostEvents,
  initial: { scheduled: noBuckets, waiting: 0, ended: noBuckets, today: unused },
  evolve: (state, event): SocialPosts => {
    const { businessId, accountId, postId } = event.data;
    if (event.type === "SocialPostScheduled")
      return {
        ...state,
        scheduled: put(state.scheduled, postId, { businessId, accountId, postId }),
        waiting: state.waiting + 1,
        today: counted(state.today, event.data.scheduledAt),
      };
    return {
      ...state,
      scheduled: without(state.scheduled, postId),
      waiting: found(state.scheduled, postId) === undefined ? state.waiting : state.waiting - 1,
      ended: put(state.ended, postId, statuses[event.type], REMEMBERED_MAX),
    };
  },
});

type PostDecision = Decision<SocialPosts, SocialPostEvent>;

/** How many wait for their moment. */
export const postsWaiting = ({ waiting }: SocialPosts): number => waiting;

/** `waitingMax` is how many may wait at once. */
export const schedulePost =
  (
    post: Omit<SocialPost, "scheduledAt">,
    { waitingMax, ...allowance }: DayAllowance & { readonly waitingMax: number },
  ): PostDecision =>
  (state) => {
    if (found(state.scheduled, post.postId) !== undefined || found(state.ended, post.postId) !== undefined) return [];
    const told = { code: "social_post_limit_reached", name: "socialPostsPerDay", what: "social posts" } as const;
    if (state.waiting >= waitingMax)
      return refuse("scheduled_post_quota_reached", `The plan allows ${waitingMax} posts that wait at once.`, {
        quota: { name: "scheduledPostsPerBusiness", limit: waitingMax, used: state.waiting },
      });
    const refused = refusedForToday(state.today, allowance, told);
    return refused ?? [{ type: "SocialPostScheduled", data: { ...post, scheduledAt: allowance.now } }];
  };

/** Canceling what was canceled changes nothing; what has been published, or not, cannot be canceled any more. */
export const cancelPost =
  (postId: string): PostDecision =>
  (state) => {
    const post = scheduledPost(state, postId);
    const ended = found(state.ended, postId);
    if (post !== undefined) return [{ type: "SocialPostCanceled", data: post }];
    if (ended === "canceled") return [];
    return ended === undefined
      ? refuse("social_post_not_found", "There is no such post.")
      : refuse("social_post_ended", "The post's moment has come already.", { status: ended });
  };

/** Undefined where its moment has come and gone, or it was canceled. */
export const scheduledPost = (state: SocialPosts, postId: string): Waiting | undefined =>
  found(state.scheduled, postId);

type Ending = { readonly platformPostId: string } | { readonly reason: PostFailure };

/** Of what has ended nothing more is told. */
export const endPost =
  (postId: string, ending: Ending): PostDecision =>
  (state) => {
    const post = scheduledPost(state, postId);
    if (post === undefined) return [];
    return [
      "reason" in ending
        ? { type: "SocialPostNotPublished", data: { ...post, ...ending } }
        : { type: "SocialPostPublished", data: { ...post, ...ending } },
    ];
  };
