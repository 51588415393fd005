/** Whatever businesses, customers and the provider say, in any order and again: what holds of messages, unread counts and opting out. */
import * as fc from "fast-check";
import { entriesOf } from "../../domain/buckets";
import {
  changeConversation,
  conversations,
  type ConversationDecision,
  type ConversationEvent,
  type Conversations,
} from "../../domain/conversations";
import { isRefusal } from "../../domain/fold/refusal";
import { answersOf, keywordOf } from "../../domain/opt-out-words";
import { receive } from "../../domain/receiving";
import {
  noteDelivered,
  noteFailed,
  noteOptedOut,
  noteSent,
  sendMessage,
  startConversation,
} from "../../domain/sending";
import { NOON, owner } from "./conversing";

const QUOTA = 6;
const allowance = { now: NOON, quota: QUOTA };
const answers = answersOf("Fjord Coffee");

/** Of each step small numbers name the customer, the number and the message, so that steps meet. */
const step = fc.record({
  does: fc.constantFrom("receive", "start", "send", "sent", "delivered", "failed", "optedOut", "close", "open", "read"),
  body: fc.constantFrom("Hi", "STOP", "start", "yes", "HELP"),
  customer: fc.integer({ min: 0, max: 1 }),
  number: fc.integer({ min: 0, max: 1 }),
  message: fc.integer({ min: 0, max: 11 }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const decisionOf = ({ does, body, customer, number, message }: Step): ConversationDecision => {
  const conversationId = `c${customer}${number}`;
  const ids = { ...owner, conversationId, phoneNumberId: `n${number}`, customerPhone: `+1202555014${customer}` };
  const messageId = `m${message}`;
  switch (does) {
    case "receive": {
      const inbound = { ...ids, messageId: `r${message}`, providerMessageId: `in${message}`, body, mediaCount: 0 };
      return receive({ ...inbound, keyword: keywordOf(body), provider: "sandbox" }, NOON, {
        messageId: `a${message}`,
        answers,
      });
    }
    case "start":
      return startConversation({ ...ids, provider: "sandbox", messageId, body }, allowance);
    case "send":
      return sendMessage(conversationId, { messageId, body }, allowance);
    case "sent":
      return noteSent(messageId, `out${message}`);
    case "delivered":
      return noteDelivered(messageId, `out${message}`);
    case "failed":
      return noteFailed(messageId, "undelivered", null);
    case "optedOut":
      return noteOptedOut(messageId, "21610");
    case "read":
      return changeConversation(conversationId, { read: true });
    default:
      return changeConversation(conversationId, { status: does === "close" ? "closed" : "open" });
  }
};

interface Life {
  readonly state: Conversations;
  readonly events: readonly ConversationEvent[];
}

/** Each step is decided twice, because whatever happens can be told twice. */
function lived(steps: readonly Step[]): Life {
  let life: Life = { state: conversations.initial, events: [] };
  for (const one of [...steps, ...steps].flatMap((again) => [again, again])) {
    const decided = decisionOf(one)(life.state);
    if (isRefusal(decided)) continue;
    life = { state: decided.reduce(conversations.evolve, life.state), events: [...life.events, ...decided] };
  }
  return life;
}

const holds = (property: (life: Life) => void) =>
  fc.assert(fc.property(fc.array(step, { maxLength: 60 }), (steps) => property(lived(steps))));

const moves: Readonly<Record<string, readonly string[]>> = {
  MessageQueued: ["MessageSent", "MessageFailed"],
  MessageSent: ["MessageDelivered", "MessageFailed"],
  // Nobody could tell, and then somebody could.
  MessageFailed: ["MessageDelivered"],
};

describe("conversations, whatever comes in whatever order", () => {
  test("a message goes from queued over sent to one end, and never back", () => {
    holds(({ events }) => {
      const told = new Map<string, string>();
      for (const { type, data } of events) {
        if (!("messageId" in data) || type === "MessageReceived") continue;
        const before = told.get(data.messageId);
        expect(before === undefined ? ["MessageQueued"] : moves[before]).toContain(type);
        told.set(data.messageId, type);
      }
    });
  });

  test("what is unread is what was received since it was last read, each message once", () => {
    holds(({ state, events }) => {
      const unread = new Map<string, Set<string>>();
      const received: string[] = [];
      for (const { type, data } of events) {
        if (type === "ConversationOpened") unread.set(data.conversationId, new Set());
        if (type === "ConversationRead") unread.set(data.conversationId, new Set());
        if (type !== "MessageReceived") continue;
        received.push(data.providerMessageId);
        unread.get(data.conversationId)?.add(data.providerMessageId);
      }
      expect(new Set(received).size).toBe(received.length);
      expect(new Map(entriesOf(state.conversations).map(([id, one]) => [id, one.unread]))).toEqual(
        new Map([...unread].map(([id, those]) => [id, those.size])),
      );
    });
  });

  test("who has opted out gets nothing but the one answer that says so", () => {
    holds(({ events }) => {
      const out = new Set<string>();
      const phones = new Map<string, string>();
      events.forEach(({ type, data }, index) => {
        if (type === "ConversationOpened") phones.set(data.conversationId, data.customerPhone);
        if (type === "CustomerOptedOut") out.add(data.customerPhone);
        if (type === "CustomerOptedIn") out.delete(data.customerPhone);
        if (type !== "MessageQueued" || !out.has(phones.get(data.conversationId) ?? "")) return;
        expect(data.body).toBe(answers.stop);
        expect(events[index - 1]?.type).toBe("CustomerOptedOut");
      });
    });
  });

  test("no more is written on a day than the plan allows, and there is one conversation with a customer at a number", () => {
    holds(({ events }) => {
      const written = events.filter(({ type, data }) => type === "MessageQueued" && !data.automatic);
      expect(written.length).toBeLessThanOrEqual(QUOTA);
      const opened = events.flatMap(({ type, data }) => (type === "ConversationOpened" ? [data.conversationId] : []));
      expect(new Set(opened).size).toBe(opened.length);
    });
  });
});

describe("many conversations of one business", () => {
  test("are added to without copying the others", () => {
    const inbound = (index: number) => {
      const ids = { ...owner, conversationId: `c${index}`, phoneNumberId: "n1", customerPhone: `+1202${index}` };
      const message = { messageId: `m${index}`, providerMessageId: `in${index}`, body: "Hi", mediaCount: 0 };
      return receive({ ...ids, ...message, keyword: undefined, provider: "sandbox" }, NOON, null);
    };
    let before = conversations.initial;
    for (let index = 0; index < 3_000; index += 1) before = evolved(before, inbound(index));
    const after = evolved(before, inbound(3_000));
    for (const kept of ["conversations", "customers", "received"] as const) {
      const copied = after[kept].filter((bucket, at) => bucket !== before[kept][at]);
      expect(copied).toHaveLength(1);
      expect(copied[0]?.size).toBeLessThan(60);
      expect(entriesOf<unknown>(after[kept])).toHaveLength(3_001);
    }
  });

  test("remember no message for ever", () => {
    const ids = { ...owner, conversationId: "c1", phoneNumberId: "n1", customerPhone: "+12025550143" };
    const start = (messageId: string) =>
      startConversation({ ...ids, provider: "sandbox", messageId, body: "Hi" }, { now: NOON, quota: 50_000 });
    let state = conversations.initial;
    for (let index = 0; index < 20_000; index += 1)
      state = evolved(evolved(state, start(`m${index}`)), noteSent(`m${index}`, "out"));
    const remembered = entriesOf(state.attempted).length;
    expect(remembered).toBeLessThanOrEqual(256 * 64);
    expect(remembered).toBeGreaterThan(10_000);
    expect(noteDelivered("m19999", "out")(state)).toHaveLength(1);
    expect(noteDelivered("m0", "out")(state)).toEqual([]);
  });
});

const evolved = (state: Conversations, decide: ConversationDecision): Conversations => {
  const decided = decide(state);
  if (isRefusal(decided)) throw new Error(decided.message);
  return decided.reduce(conversations.evolve, state);
};
