/** What follows from what a customer writes: the conversation opens, and who wants to hear no more is left in peace. */
import { conversations } from "../../domain/conversations";
import { answersOf, keywordOf } from "../../domain/opt-out-words";
import { ANSWERS_PER_DAY_MAX, receive } from "../../domain/receiving";
import {
  closed,
  customerOptedIn,
  customerOptedOut,
  messageQueued,
  messageReceived,
  NEXT_DAY,
  NOON,
  opened,
  owner,
  PHONE,
  reopened,
} from "./conversing";
import { given } from "../support/given";

const answers = answersOf("Fjord Coffee");
const inbound = (messageId: string, body: string, other: object = {}) => ({
  ...owner,
  conversationId: "c1",
  phoneNumberId: "n1",
  provider: "sandbox" as const,
  customerPhone: PHONE,
  messageId,
  providerMessageId: `in-${messageId}`,
  body,
  keyword: keywordOf(body),
  mediaCount: 0,
  ...other,
});
const answering = (messageId: string) => ({ messageId, answers });
const silently = (messageId: string, body: string, other: object = {}) =>
  receive(inbound(messageId, body, other), NOON, null);
const answered = (messageId: string, body: string, now = NOON) =>
  receive(inbound(messageId, body), now, answering(`${messageId}-answer`));
const answer = (messageId: string, keyword: keyof typeof answers, queuedAt = NOON) =>
  messageQueued(`${messageId}-answer`, { body: answers[keyword], automatic: true, queuedAt });
const byCustomer = opened({ openedBy: "customer" });

describe("a message from a customer", () => {
  it("opens a conversation, goes on with an open one, and opens a closed one again", () => {
    given(conversations, [])
      .when(silently("m1", "Hi"))
      .then([byCustomer, messageReceived("m1")])
      .repeatsNothing();
    given(conversations, [opened()])
      .when(silently("m1", "Hi", { conversationId: "c9" }))
      .then([messageReceived("m1")])
      .repeatsNothing();
    given(conversations, [opened(), closed])
      .when(silently("m1", "Hi"))
      .then([reopened, messageReceived("m1")])
      .repeatsNothing();
  });

  it("changes nothing where it comes again under another id of ours", () => {
    given(conversations, [byCustomer, messageReceived("m1")])
      .when(silently("m2", "Hi", { providerMessageId: "in-m1" }))
      .then([]);
  });

  const stops = [
    ...["STOP", "stop", " Stop. ", "StopAll", "UNSUBSCRIBE", "cancel!", "End", "quit", "OptOut", "REVOKE"],
    // As people write it: in parts, in quotes, with emoji and other symbols.
    ...[
      "opt out",
      "OPT-OUT",
      "stop all",
      "¿STOP?",
      '"Stop"',
      "“STOP”",
      "-STOP",
      "STOP 🛑",
      "STOP❗️",
      "s t o p",
      "*stop*",
    ],
    // As phones send it: with what nobody sees, or in wider letters.
    ...["STOP\u200b", "\ufeffSTOP", "ST\u00adOP", "STOP\ufe0f", "STOP\u202c", "STOP\0", "ＳＴＯＰ", "Ⓢⓣⓞⓟ"],
  ];
  it.each(stops)("that reads %j opts them out once, with one answer", (word) => {
    given(conversations, [opened()])
      .when(answered("m1", word))
      .then([messageReceived("m1", { body: word }), customerOptedOut(["c1"]), answer("m1", "stop")])
      .repeatsNothing();
    given(conversations, [opened(), customerOptedOut(["c1"])])
      .when(answered("m1", word))
      .then([messageReceived("m1", { body: word })]);
  });

  it.each(["START", "unstop", "Yes.", "✅ yes"])("that reads “%s” opts them in where they had opted out", (word) => {
    given(conversations, [opened(), customerOptedOut(["c1"])])
      .when(answered("m1", word))
      .then([messageReceived("m1", { body: word }), customerOptedIn(["c1"]), answer("m1", "start")])
      .repeatsNothing();
    given(conversations, [opened()])
      .when(answered("m1", word))
      .then([messageReceived("m1", { body: word })]);
  });

  it.each(["HELP", "info?"])("that reads “%s” is answered, unless they have opted out", (word) => {
    given(conversations, [opened()])
      .when(answered("m1", word))
      .then([messageReceived("m1", { body: word }), answer("m1", "help")])
      .repeatsNothing();
    given(conversations, [opened(), customerOptedOut(["c1"])])
      .when(answered("m1", word))
      .then([messageReceived("m1", { body: word })]);
  });

  it.each([
    "Please stop",
    "STOP it",
    // Somebody takes back a table for two.
    "Cancel 2",
    "YES 2",
    "stop the press!",
    "don't stop",
    "constructor",
    "",
    "🛑",
    "stop".padEnd(5_000, "."),
  ])("that reads “%s” is a message like any other", (body) => {
    given(conversations, [opened()])
      .when(answered("m1", body))
      .then([messageReceived("m1", { body })]);
  });

  it("opts them out without an answer of the service where the provider gives it", () => {
    given(conversations, [])
      .when(silently("m1", "STOP"))
      .then([byCustomer, messageReceived("m1", { body: "STOP" }), customerOptedOut(["c1"])])
      .repeatsNothing();
  });

  it("opts them out of all conversations with the business, and tells so of one that opens later", () => {
    const second = { conversationId: "c2", phoneNumberId: "n2" };
    given(conversations, [opened(), opened(second)])
      .when(silently("m1", "STOP"))
      .then([messageReceived("m1", { body: "STOP" }), customerOptedOut(["c1", "c2"])]);
    given(conversations, [opened(), customerOptedOut(["c1"])])
      .when(silently("m1", "Hi", second))
      .then([
        opened({ ...second, openedBy: "customer", optedOut: true }),
        messageReceived("m1", { conversationId: "c2" }),
      ]);
  });

  it("is not answered without end on one day, though it is heeded", () => {
    const many = Array.from({ length: ANSWERS_PER_DAY_MAX }, (_, index) => answer(`h${index}`, "help"));
    const used = given(conversations, [opened(), ...many]);
    used.when(answered("m1", "HELP")).then([messageReceived("m1", { body: "HELP" })]);
    used.when(answered("m1", "STOP")).then([messageReceived("m1", { body: "STOP" }), customerOptedOut(["c1"])]);
    used
      .when(answered("m1", "HELP", NEXT_DAY))
      .then([messageReceived("m1", { body: "HELP" }), answer("m1", "help", NEXT_DAY)]);
  });
});
