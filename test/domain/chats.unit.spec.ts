/** What a business asks in its chat: as often a day as its plan allows, every unit that came to nothing given back, and little remembered. */
import fc from "fast-check";
import {
  answerChat,
  askChat,
  chats,
  chatUnitsUsed,
  failChat,
  isAnswered,
  isOpen,
  recentTurns,
  type ChatEvent,
  type Chats,
} from "../../domain/chats";
import { isRefusal } from "../../domain/fold/refusal";
import { given } from "../support/given";

const NOON = "2026-03-01T12:00:00.000Z";
const SOON = "2026-03-01T12:00:30.000Z";
const LATER = "2026-03-01T12:03:00.000Z";
const NEXT_DAY = "2026-03-02T00:00:00.000Z";

const ids = (questionId: string) => ({ businessId: "b1", accountId: "a1", questionId });
const question = (questionId: string, expiresAt = "2026-03-01T12:02:30.000Z") => ({
  ...ids(questionId),
  context: "general" as const,
  message: `${questionId}?`,
  expiresAt,
});
const asked = (questionId: string, askedAt = NOON): ChatEvent => ({
  type: "ChatAsked",
  data: { ...question(questionId), askedAt },
});
const answer = (questionId: string, message: string | null = `${questionId}!`) => ({
  ...{ answerId: `w${questionId}`, message, provider: "a-provider", model: "a-model" },
  tokens: { input: 10, output: 2 },
});
const answered = (questionId: string, message?: string | null): ChatEvent => ({
  type: "ChatAnswered",
  data: { ...ids(questionId), ...answer(questionId, message), answeredAt: SOON },
});
const failed = (questionId: string): ChatEvent => ({
  type: "ChatFailed",
  data: { ...ids(questionId), fault: "timed_out" },
});
const at = (now: string, quota = 2) => ({ now, quota });

describe("a question in the chat", () => {
  it("takes a unit of the day, and is the same question when it is asked again", () => {
    const when = given(chats, []).when(askChat(question("q1"), at(NOON)));
    when.then([asked("q1")]).repeatsNothing();
    expect(chatUnitsUsed(when.state, NOON)).toBe(1);
  });

  it("is refused with the limit, what is used and when the day ends, where the plan allows no more", () => {
    given(chats, [asked("q1"), answered("q1"), asked("q2")])
      .when(askChat(question("q3"), at(SOON)))
      .thenRefused("chat_limit_reached", {
        quota: { name: "chatMessagesPerDay", limit: 2, used: 2, resetSeconds: 43_170 },
        retryAfterSeconds: 43_170,
      });
  });

  it("gives its unit back where it fails, once", () => {
    given(chats, [asked("q1")])
      .when(failChat("q1", "timed_out"))
      .then([failed("q1")])
      .repeatsNothing();
    const { state } = given(chats, [asked("q1"), failed("q1")]);
    expect(chatUnitsUsed(state, SOON)).toBe(0);
  });

  it("keeps its unit where it fails and the model is paid all the same", () => {
    const { state } = given(chats, [asked("q1")]).when(failChat("q1", "failed", true));
    expect([state.open.size, chatUnitsUsed(state, SOON)]).toEqual([0, 1]);
  });

  it("gives its unit back by itself where nobody ends it, and cannot be answered after that", () => {
    const open = given(chats, [asked("q1")]);
    expect([isOpen(open.state, "q1", SOON), isOpen(open.state, "q1", LATER)]).toEqual([true, false]);
    expect([chatUnitsUsed(open.state, SOON), chatUnitsUsed(open.state, LATER)]).toEqual([1, 0]);
    open.when(answerChat("q1", answer("q1"), LATER)).then([]);
    open
      .when(answerChat("q1", answer("q1"), SOON))
      .then([answered("q1")])
      .repeatsNothing();
  });

  it("counts for the day on which it was asked, and the next day begins with nothing", () => {
    const late = "2026-03-01T23:59:59.000Z";
    const overnight: ChatEvent = {
      type: "ChatAsked",
      data: { ...question("q1", "2026-03-02T00:02:00.000Z"), askedAt: late },
    };
    const open = given(chats, [overnight]);
    expect([chatUnitsUsed(open.state, late), chatUnitsUsed(open.state, NEXT_DAY)]).toEqual([1, 0]);
    const { state } = open.when(answerChat("q1", answer("q1"), NEXT_DAY));
    expect([chatUnitsUsed(state, late), chatUnitsUsed(state, NEXT_DAY)]).toEqual([1, 0]);
  });
});

test("an answer to a question of yesterday does not make the units of today forgotten", () => {
  const overnight = (questionId: string, askedAt: string): ChatEvent => ({
    type: "ChatAsked",
    data: { ...question(questionId, "2026-03-02T00:02:00.000Z"), askedAt },
  });
  const { state } = given(chats, [
    overnight("q1", "2026-03-01T23:59:59.000Z"),
    overnight("q2", NEXT_DAY),
    answered("q2"),
    answered("q1"),
  ]);
  expect(chatUnitsUsed(state, NEXT_DAY)).toBe(1);
});

describe("what is remembered of the chat", () => {
  it("is the newest turns, of the context and the last hour alone", () => {
    const many = Array.from({ length: 20 }, (_, n) => [asked(`q${n}`), answered(`q${n}`)]).flat();
    const { state } = given(chats, many);
    expect(state.turns).toHaveLength(12);
    expect(recentTurns(state, "general", LATER).map(({ question: text }) => text)).toEqual([
      "q16?",
      "q17?",
      "q18?",
      "q19?",
    ]);
    expect(recentTurns(state, "reviews", LATER)).toEqual([]);
    expect(recentTurns(state, "general", "2026-03-01T13:00:30.000Z")).toEqual([]);
  });

  it("is no answer that is not kept, and nothing of what was never answered", () => {
    const { state } = given(chats, [asked("q1"), answered("q1", null), asked("q2"), failed("q2"), asked("q3")]);
    expect([state.turns, chatUnitsUsed(state, SOON)]).toEqual([[], 2]);
    expect(["q1", "q2", "q3"].map((one) => isAnswered(state, one))).toEqual([true, false, false]);
    const { state: after } = given(chats, [asked("q1"), asked("q2", LATER)]);
    expect([...after.open.keys()]).toEqual(["q2"]);
  });
});

/** What may happen to the chat, at moments that only ever move on. */
const move = fc.record({
  kind: fc.constantFrom("ask", "ask", "answer", "fail"),
  question: fc.nat(12),
  seconds: fc.oneof(fc.nat(200), fc.nat(40_000)),
});

test("whatever comes in whatever order, no day has more answers than its quota, and no unit is lost", () => {
  const quota = 3;
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      let state: Chats = chats.initial;
      let now = Date.parse(NOON);
      const answers = new Map<string, number>();
      const days = new Map<string, string>();
      for (const { kind, question: which, seconds } of moves) {
        now += seconds * 1_000;
        const instant = new Date(now).toISOString();
        const questionId = `q${which}`;
        const expiresAt = new Date(now + 120_000).toISOString();
        const decide =
          kind === "ask"
            ? askChat(question(questionId, expiresAt), at(instant, quota))
            : kind === "answer"
              ? answerChat(questionId, answer(questionId), instant)
              : failChat(questionId, "failed");
        const decided = decide(state);
        if (isRefusal(decided)) expect(chatUnitsUsed(state, instant)).toBe(quota);
        for (const event of isRefusal(decided) ? [] : decided) {
          state = chats.evolve(state, event);
          if (event.type === "ChatAsked") days.set(questionId, instant.slice(0, 10));
          const day = days.get(questionId) ?? "";
          if (event.type === "ChatAnswered") answers.set(day, (answers.get(day) ?? 0) + 1);
        }
        const used = chatUnitsUsed(state, instant);
        expect(used).toBeLessThanOrEqual(quota);
        expect(used).toBeGreaterThanOrEqual(answers.get(instant.slice(0, 10)) ?? 0);
        // Whoever waits until all reservations have ended finds used what was answered, and no more.
        const end = new Date(now + 120_001).toISOString();
        if (end.slice(0, 10) === instant.slice(0, 10))
          expect(chatUnitsUsed(state, end)).toBe(answers.get(end.slice(0, 10)) ?? 0);
      }
      for (const n of answers.values()) expect(n).toBeLessThanOrEqual(quota);
    }),
  );
});
