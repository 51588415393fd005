/** A post is published at its moment and once, and not where it was canceled before. */
import type { AnyEvent } from "../../domain/fold/event";
import { socialPosting } from "../../processors/social-posts";
import { givenProcess } from "../support/given-process";

const at = "2026-03-05T08:00:00.000Z";
const post = { businessId: "b1", postId: "p1", revision: 7 };
const scheduled: AnyEvent & { revision: number } = {
  type: "SocialPostScheduled",
  revision: 7,
  data: { ...post, publishAt: at },
};
const canceled: AnyEvent = { type: "SocialPostCanceled", data: post };
const perform = (effect: string) => ({ kind: "perform", effect, payload: post });

test("it waits for its moment, and is published then", () => {
  const waiting = givenProcess<AnyEvent>(socialPosting).when(scheduled);
  expect(waiting.intents).toEqual([{ kind: "remind", name: "publish", at }]);
  const due = waiting.whenDue("p1", "publish", at);
  expect(due.intents).toEqual([perform("publish_post")]);
  const done = due.whenEnded("p1", { effect: "publish_post", payload: post, result: { done: undefined } });
  expect([done.intents, done.states.size]).toEqual([[], 0]);
});

test("what was canceled is not published", () => {
  const gone = givenProcess<AnyEvent>(socialPosting, [scheduled]).when(canceled);
  expect([gone.states.size, gone.whenDue("p1", "publish", at).intents]).toEqual([0, []]);
});

test("where it is given up its business hears of it", () => {
  const gaveUp = givenProcess<AnyEvent>(socialPosting, [scheduled])
    .whenDue("p1", "publish", at)
    .whenEnded("p1", { effect: "publish_post", payload: post, result: { gaveUp: "Error" } });
  expect(gaveUp.intents).toEqual([perform("give_up_post")]);
});
