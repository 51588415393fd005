/** A post waits for its moment, ends once, and there are as many a UTC day as the plan allows. */
import { cancelPost, endPost, schedulePost, socialPosts, type SocialPostEvent } from "../../domain/social-posts";
import { given } from "../support/given";

const NOON = "2026-03-01T12:00:00.000Z";
const ids = (postId: string) => ({ businessId: "b1", accountId: "a1", postId });
const post = (postId: string) => ({
  ...ids(postId),
  platform: "facebook" as const,
  text: "Fresh buns",
  contentId: null,
  publishAt: "2026-03-05T08:00:00.000Z",
});
const scheduled = (postId: string, scheduledAt = NOON): SocialPostEvent => ({
  type: "SocialPostScheduled",
  data: { ...post(postId), scheduledAt },
});
const canceled: SocialPostEvent = { type: "SocialPostCanceled", data: ids("p1") };
const published: SocialPostEvent = { type: "SocialPostPublished", data: { ...ids("p1"), platformPostId: "x1" } };
const notPublished: SocialPostEvent = {
  type: "SocialPostNotPublished",
  data: { ...ids("p1"), reason: "not_configured" },
};
const at = (now: string, quota = 2, waitingMax = 9) => ({ now, quota, waitingMax });

test("a post is scheduled once", () => {
  given(socialPosts, [])
    .when(schedulePost(post("p1"), at(NOON)))
    .then([scheduled("p1")])
    .repeatsNothing();
});

test("posts are as many a UTC day as the plan allows", () => {
  const used = [scheduled("p1"), scheduled("p2")];
  given(socialPosts, used)
    .when(schedulePost(post("p3"), at(NOON)))
    .thenRefused("social_post_limit_reached", {
      quota: { name: "socialPostsPerDay", limit: 2, used: 2, resetSeconds: 12 * 3_600 },
      retryAfterSeconds: 12 * 3_600,
    });
  const midnight = "2026-03-02T00:00:00.000Z";
  given(socialPosts, used)
    .when(schedulePost(post("p3"), at(midnight)))
    .then([scheduled("p3", midnight)]);
});

test("posts wait at once as many as the plan allows, whatever the day; one that has ended makes room", () => {
  const waiting = [scheduled("p1"), scheduled("p2")];
  const later = at("2026-03-02T12:00:00.000Z", 9, 2);
  given(socialPosts, waiting)
    .when(schedulePost(post("p3"), later))
    .thenRefused("scheduled_post_quota_reached", { quota: { name: "scheduledPostsPerBusiness", limit: 2, used: 2 } });
  for (const ended of [canceled, published, notPublished]) {
    const roomy = given(socialPosts, [...waiting, ended, ended]).when(schedulePost(post("p3"), later));
    roomy.then([scheduled("p3", later.now)]);
    expect(schedulePost(post("p4"), later)(roomy.state)).toMatchObject({ refused: "scheduled_post_quota_reached" });
  }
});

test("what waits is known by its ids: however long the texts are, state holds none of them", () => {
  const told = given(socialPosts, [scheduled("p1"), scheduled("p2")]).state;
  expect(JSON.stringify(told.scheduled.map((bucket) => [...bucket]))).not.toContain(post("p1").text);
});

test("a post ends once: what is told of it after that changes nothing", () => {
  const toPublished = endPost("p1", { platformPostId: "x1" });
  given(socialPosts, [scheduled("p1")])
    .when(toPublished)
    .then([published])
    .repeatsNothing();
  given(socialPosts, [scheduled("p1")])
    .when(endPost("p1", { reason: "not_configured" }))
    .then([notPublished]);
  given(socialPosts, [scheduled("p1"), canceled])
    .when(toPublished)
    .then([]);
  given(socialPosts, [scheduled("p1"), notPublished])
    .when(toPublished)
    .then([]);
});

test("a post is canceled before its moment, and not after it", () => {
  given(socialPosts, [scheduled("p1")])
    .when(cancelPost("p1"))
    .then([canceled])
    .repeatsNothing();
  given(socialPosts, [scheduled("p1"), published])
    .when(cancelPost("p1"))
    .thenRefused("social_post_ended", { status: "published" });
  given(socialPosts, []).when(cancelPost("p1")).thenRefused("social_post_not_found");
});
