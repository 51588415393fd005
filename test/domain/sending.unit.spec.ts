/** What a business may write to a customer, and how far each message is told to have got. */
import { conversations } from "../../domain/conversations";
import {
  noteDelivered,
  noteFailed,
  noteOptedOut,
  noteSent,
  outgoing,
  sendMessage,
  startConversation,
} from "../../domain/sending";
import {
  closed,
  customerOptedIn,
  customerOptedOut,
  messageDelivered,
  messageFailed,
  messageQueued,
  messageSent,
  NEXT_DAY,
  NOON,
  ofConversation,
  opened,
  owner,
  PHONE,
  reopened,
} from "./conversing";
import { given } from "../support/given";

const allowance = { now: NOON, quota: 3 };
const start = (messageId: string, other: object = {}) =>
  startConversation(
    {
      ...owner,
      conversationId: "c1",
      phoneNumberId: "n1",
      provider: "sandbox",
      customerPhone: PHONE,
      messageId,
      body: "Hello",
      ...other,
    },
    allowance,
  );
const send = (messageId: string, now = NOON) => sendMessage("c1", { messageId, body: "Hello" }, { now, quota: 3 });

describe("writing to a customer", () => {
  it("opens a conversation where there is none, and goes on with it where there is", () => {
    given(conversations, [])
      .when(start("m1", { customerName: "Ada" }))
      .then([opened({ customerName: "Ada" }), messageQueued("m1")])
      .repeatsNothing();
    given(conversations, [opened({ customerName: "Ada" })])
      .when(start("m1", { conversationId: "c9" }))
      .then([messageQueued("m1")])
      .repeatsNothing();
    given(conversations, [opened({ customerName: "Ada" })])
      .when(start("m1", { customerName: "Grace" }))
      .then([{ type: "CustomerNamed", data: { ...ofConversation, customerName: "Grace" } }, messageQueued("m1")])
      .repeatsNothing();
  });

  it("with another number of the business is another conversation", () => {
    const other = { conversationId: "c2", phoneNumberId: "n2" };
    given(conversations, [opened()])
      .when(start("m1", other))
      .then([opened(other), messageQueued("m1", { conversationId: "c2" })])
      .repeatsNothing();
  });

  it("opens a closed conversation again", () => {
    const before = given(conversations, [opened(), closed]);
    before
      .when(send("m1"))
      .then([reopened, messageQueued("m1")])
      .repeatsNothing();
    before
      .when(start("m1"))
      .then([reopened, messageQueued("m1")])
      .repeatsNothing();
  });

  it("needs a conversation that is there", () => {
    given(conversations, []).when(send("m1")).thenRefused("conversation_not_found");
    given(conversations, [opened({ conversationId: "c2" })])
      .when(send("m1"))
      .thenRefused("conversation_not_found");
  });

  it("is refused while they have opted out, from any number of the business", () => {
    const out = given(conversations, [opened(), customerOptedOut(["c1"])]);
    out.when(send("m1")).thenRefused("recipient_opted_out");
    out.when(start("m1", { conversationId: "c2", phoneNumberId: "n2" })).thenRefused("recipient_opted_out");
    given(conversations, [opened(), customerOptedOut(["c1"]), customerOptedIn(["c1"])])
      .when(send("m1"))
      .then([messageQueued("m1")]);
  });

  it("is possible as often a UTC day as the plan allows, not counting what the service answers by itself", () => {
    const used = [opened(), messageQueued("m1"), messageQueued("m2"), messageQueued("m3")];
    const details = {
      quota: { name: "messagesPerDay", limit: 3, used: 3, resetSeconds: 12 * 3_600 },
      retryAfterSeconds: 12 * 3_600,
    };
    given(conversations, used).when(send("m4")).thenRefused("message_limit_reached", details);
    given(conversations, used).when(start("m4")).thenRefused("message_limit_reached", details);
    given(conversations, used)
      .when(send("m4", NEXT_DAY))
      .then([messageQueued("m4", { queuedAt: NEXT_DAY })]);
    given(conversations, [opened(), messageQueued("m1"), messageQueued("m2"), messageQueued("m3", { automatic: true })])
      .when(send("m4"))
      .then([messageQueued("m4")]);
  });

  it("counts from one again on the next day, also what failed", () => {
    const next = ["m4", "m5", "m6"].map((id) => messageQueued(id, { queuedAt: NEXT_DAY }));
    const before = [opened(), messageQueued("m1"), messageQueued("m2"), messageFailed("m2", "refused")];
    given(conversations, [...before, ...next.slice(0, 2)])
      .when(send("m7", NEXT_DAY))
      .then([messageQueued("m7", { queuedAt: NEXT_DAY })]);
    given(conversations, [...before, ...next])
      .when(send("m7", NEXT_DAY))
      .thenRefused("message_limit_reached");
  });
});

describe("a message on its way", () => {
  const queued = given(conversations, [opened(), messageQueued("m1")]);
  const sent = given(conversations, [opened(), messageQueued("m1"), messageSent("m1")]);

  it("is sent once, and ends once", () => {
    queued
      .when(noteSent("m1", "out-m1"))
      .then([messageSent("m1")])
      .repeatsNothing();
    sent
      .when(noteDelivered("m1", "out-m1"))
      .then([messageDelivered("m1")])
      .repeatsNothing();
    sent
      .when(noteFailed("m1", "undelivered", "30003"))
      .then([messageFailed("m1", "undelivered", "30003")])
      .repeatsNothing();
    queued
      .when(noteFailed("m1", "gave_up", null))
      .then([messageFailed("m1", "gave_up")])
      .repeatsNothing();
  });

  it("was sent where it is told first that it has arrived", () => {
    queued
      .when(noteDelivered("m1", "out-m1"))
      .then([messageSent("m1"), messageDelivered("m1")])
      .repeatsNothing();
  });

  it("was delivered where that is told after all, though it was recorded as failed, and that is its end", () => {
    const failed = given(conversations, [opened(), messageQueued("m1"), messageFailed("m1", "gave_up")]);
    failed
      .when(noteDelivered("m1", "out-m1"))
      .then([messageDelivered("m1")])
      .repeatsNothing();
    const { state } = given(conversations, [
      opened(),
      messageQueued("m1"),
      messageFailed("m1", "gave_up"),
      messageDelivered("m1"),
    ]);
    expect(noteFailed("m1", "undelivered", null)(state)).toEqual([]);
  });

  it("tells by what name the provider knows those that were sent before it in its conversation", () => {
    const elsewhere = { conversationId: "c2", phoneNumberId: "n2" };
    const { state } = given(conversations, [
      ...[opened(), opened(elsewhere), messageQueued("m1"), messageSent("m1"), messageDelivered("m1")],
      ...[messageQueued("m2"), messageSent("m2"), messageQueued("m3"), messageFailed("m3", "refused")],
      ...[messageQueued("m4"), messageQueued("m5", elsewhere)],
    ]);
    expect([...(outgoing(state, "m4")?.knownProviderIds ?? [])].sort()).toEqual(["out-m1", "out-m2"]);
    expect(outgoing(state, "m5")?.knownProviderIds).toEqual([]);
    expect(outgoing(state, "m1")).toBeUndefined();
  });

  it("is not heard of again once it has ended, one way or the other", () => {
    for (const end of [messageDelivered("m1"), messageFailed("m1", "undelivered")]) {
      const ended = given(conversations, [opened(), messageQueued("m1"), messageSent("m1"), end]);
      ended.when(noteSent("m1", "out-m1")).then([]);
      ended.when(noteFailed("m1", "undelivered", null)).then([]);
      ended.when(noteOptedOut("m1", null)).then([]);
    }
  });

  it("that was never queued says nothing", () => {
    given(conversations, []).when(noteSent("m1", "out-m1")).then([]);
    given(conversations, []).when(noteDelivered("m1", "out-m1")).then([]);
    given(conversations, [])
      .when(noteFailed("m1", "refused", null))
      .then([]);
    given(conversations, []).when(noteOptedOut("m1", null)).then([]);
  });

  it("that the provider does not send because they opted out there opts them out here", () => {
    const other = opened({ conversationId: "c2", phoneNumberId: "n2" });
    given(conversations, [opened(), other, messageQueued("m1")])
      .when(noteOptedOut("m1", "21610"))
      .then([messageFailed("m1", "recipient_opted_out", "21610"), customerOptedOut(["c1", "c2"])])
      .repeatsNothing();
    given(conversations, [opened(), messageQueued("m1"), customerOptedOut(["c1"])])
      .when(noteOptedOut("m1", "21610"))
      .then([messageFailed("m1", "recipient_opted_out", "21610")])
      .repeatsNothing();
  });
});
