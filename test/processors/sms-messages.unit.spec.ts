/** In which order the messages of a conversation are to be sent, and what follows once one was given up. */
import type { ConversationEvent } from "../../domain/conversations";
import { smsMessages } from "../../processors/sms-messages";
import { messageQueued } from "../domain/conversing";
import { givenProcess } from "../support/given-process";

const perform = (effect: string, messageId: string) => ({
  kind: "perform",
  effect,
  payload: { businessId: "b1", messageId },
});
const send = (messageId: string) => ({ effect: "send_sms", payload: { businessId: "b1", messageId } });
const done = { done: null };
const gaveUp = { gaveUp: "The log could not be reached." };

describe("the manager of messages", () => {
  const two = givenProcess<ConversationEvent>(smsMessages, [messageQueued("m1")]).when(messageQueued("m2"));

  test("every message is to be sent, and its words stay in the log alone", () => {
    expect(two.intents).toEqual([perform("send_sms", "m2")]);
    expect(JSON.stringify([...two.states])).not.toContain("Hello");
  });

  test("another conversation has an instance of its own, and none is kept once all is sent", () => {
    const both = two.when(messageQueued("m3", { conversationId: "c2" }));
    expect([...both.states.keys()]).toEqual(["c1", "c2"]);
    const ended = both
      .whenEnded("c1", { ...send("m1"), result: done })
      .whenEnded("c2", { ...send("m3"), result: done });
    expect([...ended.states]).toEqual([["c1", { messageIds: ["m2"] }]]);
    expect([...ended.whenEnded("c1", { ...send("m2"), result: done }).states]).toEqual([]);
  });

  test("the business is told of a message that was given up, however long telling takes", () => {
    const given = two.whenEnded("c1", { ...send("m1"), result: gaveUp });
    expect(given.intents).toEqual([perform("fail_sms", "m1")]);
    const fail = { ...send("m1"), effect: "fail_sms" };
    const again = given.whenEnded("c1", { ...fail, result: gaveUp });
    expect(again.intents).toEqual([perform("fail_sms", "m1")]);
    const told = again.whenEnded("c1", { ...fail, result: done });
    expect(told.intents).toEqual([]);
    expect([...told.states]).toEqual([["c1", { messageIds: ["m2"] }]]);
  });
});
