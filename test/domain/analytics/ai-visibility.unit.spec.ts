/** Rates of appearance and top questions, worked out by hand. */
import { appearance, clampedDays, topQueries, type NewestAnswer } from "../../../domain/analytics/ai-visibility";

test("a rate has its n and Wilson's interval, and none is known of nothing", () => {
  // Newcombe 1998, table I: 81 of 263 lie between 0.2553 and 0.3662, 0 of 20 between 0 and 0.1611, 29 of 29 from 0.8830 on.
  expect(appearance(81, 263)).toEqual({
    mentioned: 81,
    total: 263,
    percentage: 30.8,
    interval: { low: 25.5, high: 36.6 },
  });
  expect(appearance(0, 20)).toMatchObject({ percentage: 0, interval: { low: 0, high: 16.1 } });
  expect(appearance(29, 29)).toMatchObject({ percentage: 100, interval: { low: 88.3, high: 100 } });
  expect(appearance(0, 0)).toEqual({ mentioned: 0, total: 0, percentage: null, interval: null });
});

test("days are clamped to 7 to 90", () => {
  expect([-5, 6, 7, 30, 90, 91].map(clampedDays)).toEqual([7, 7, 7, 30, 90, 90]);
});

test("a question is told by what each engine answered last, the ones with most engines first and then the newest", () => {
  const answer = (query: string, engine: string, day: number, more: Partial<NewestAnswer> = {}): NewestAnswer => ({
    ...{ query, engine, checkedAt: `2026-02-0${day}T00:00:00.000Z`, n: 2 },
    ...{ mentioned: false, position: null, mentionText: null, competitorsMentioned: [] },
    ...more,
  });
  const told = topQueries([
    answer("never", "one", 9, { competitorsMentioned: ["A"] }),
    answer("once", "one", 1, { mentioned: true, position: 4, mentionText: "Old" }),
    answer("twice", "two", 2, { mentioned: true, position: 3, competitorsMentioned: ["A", "B"] }),
    answer("twice", "one", 1, { mentioned: true, position: 2, mentionText: "Good", competitorsMentioned: ["B", "C"] }),
    answer("twice", "three", 3, { n: 5 }),
    answer("seldom", "one", 8, { mentioned: true }),
  ]);
  expect(told.map(({ query }) => query)).toEqual(["twice", "seldom", "once", "never"]);
  expect(told[0]).toEqual({
    query: "twice",
    mentioned: true,
    engines: ["one", "two"],
    position: 2,
    mentionText: "Good",
    competitorsMentioned: ["A", "B", "C"],
    checkedAt: "2026-02-03T00:00:00.000Z",
    n: 9,
  });
  expect(told[1]).toMatchObject({ position: null, mentionText: null });
  expect(told[3]).toMatchObject({ mentioned: false, engines: [] });
});
