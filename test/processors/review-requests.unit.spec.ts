/** What is queued is asked for once, what is recorded never, and what a conversation tells of it is noted. */
import type { AnyEvent } from "../../domain/fold/event";
import { messageOf, reviewRequesting } from "../../processors/review-requests";
import { givenProcess } from "../support/given-process";

const asked = { businessId: "b1", requestId: "r1" };
const requested = (delivery: "queued" | "recorded") => ({
  type: "ReviewRequested",
  revision: 7,
  data: { ...asked, accountId: "a1", delivery },
});
const told = (type: string, messageId: string, more: object = {}) => ({
  type,
  data: { businessId: "b1", accountId: "a1", conversationId: "c1", messageId, ...more },
});
const perform = (effect: string, payload: object = { ...asked, revision: 7 }) => ({ kind: "perform", effect, payload });

test("what is queued is asked for once, and what is recorded is not", () => {
  expect(givenProcess<AnyEvent>(reviewRequesting).when(requested("queued")).intents).toEqual([
    perform("ask_for_review"),
  ]);
  expect(givenProcess<AnyEvent>(reviewRequesting).when(requested("recorded")).intents).toEqual([]);
});

test("where it is given up the business hears of it, until it has", () => {
  const given = givenProcess<AnyEvent>(reviewRequesting, [requested("queued")]);
  const gaveUp = given.whenEnded("r1", { effect: "ask_for_review", payload: asked, result: { gaveUp: "Error" } });
  expect(gaveUp.intents).toEqual([perform("give_up_asking")]);
  const again = gaveUp.whenEnded("r1", { effect: "give_up_asking", payload: asked, result: { gaveUp: "Error" } });
  expect(again.intents).toEqual([perform("give_up_asking")]);
  const done = again.whenEnded("r1", { effect: "give_up_asking", payload: asked, result: { done: undefined } });
  expect([done.intents, done.states.size]).toEqual([[], 0]);
});

test("what a conversation tells of the message that asks is noted, and of no other message", () => {
  const given = givenProcess<AnyEvent>(reviewRequesting, [requested("queued")]);
  expect(given.when(told("MessageSent", "m1")).intents).toEqual([]);
  expect(given.when(told("MessageDelivered", messageOf("r1"))).intents).toEqual([
    perform("follow_asking", { ...asked, told: "MessageDelivered" }),
  ]);
  const failed = given.when(told("MessageFailed", messageOf("r1"), { reason: "refused", code: null }));
  expect(failed.intents).toEqual([perform("follow_asking", { ...asked, told: "MessageFailed", reason: "refused" })]);
});
