/** What AI engines answered: recorded as it was found, and the checks of a UTC day counted once each. */
import {
  aiVisibility,
  checksUsed,
  recordAiAnswer,
  type AiAnswer,
  type AiVisibilityEvent,
} from "../../domain/ai-visibility";
import { given } from "../support/given";

const NOON = "2026-02-01T12:00:00.000Z";
const answer = (more: Partial<AiAnswer> = {}): AiAnswer => ({
  ...{ businessId: "b1", accountId: "a1", answerId: "n1", checkId: "c1", engine: "one", query: "best coffee" },
  ...{ location: null, checkedAt: NOON, mentioned: false, position: null, mentionText: null },
  ...{ competitorsMentioned: [], source: "tests" },
  ...more,
});
const recorded = (more: Partial<AiAnswer> = {}): AiVisibilityEvent => ({
  type: "AiAnswerRecorded",
  data: answer(more),
});

test("an answer is recorded as it was found, and one of the future is refused", () => {
  given(aiVisibility, []).when(recordAiAnswer(answer(), NOON)).then([recorded()]);
  const soon = answer({ checkedAt: "2026-02-01T12:10:00.000Z" });
  given(aiVisibility, [])
    .when(recordAiAnswer(soon, NOON))
    .then([{ type: "AiAnswerRecorded", data: soon }]);
  given(aiVisibility, [])
    .when(recordAiAnswer(answer({ checkedAt: "2026-02-01T12:10:01.000Z" }), NOON))
    .thenRefused("observation_from_the_future", { path: "checkedAt" });
});

test("a check counts once, however many answers it brought, on the UTC day on which it was made", () => {
  const used = (events: readonly AiVisibilityEvent[], now = NOON) => checksUsed(given(aiVisibility, events).state, now);
  expect(used([])).toBe(0);
  const today = [recorded(), recorded({ answerId: "n2" }), recorded({ answerId: "n3", checkId: "c2" })];
  expect(used(today)).toBe(2);
  expect(used(today, "2026-02-01T23:59:59.999Z")).toBe(2);
  expect(used(today, "2026-02-02T00:00:00.000Z")).toBe(0);
  const ofYesterday = recorded({ answerId: "n4", checkId: "c3", checkedAt: "2026-01-31T23:59:59.999Z" });
  expect(used([...today, ofYesterday])).toBe(2);
  expect(used([ofYesterday, ...today])).toBe(2);
});
