/** Topics of a segment: what rises, what only others' reviews speak of, and in which of four words it is put. */
import { keywordCategories } from "../../../domain/analytics/keyword-categories";
import { trendOfTopic, trendRow, type Topic } from "../../../domain/analytics/topic-trends";

const texts = { earlier: 100, later: 100, others: 190, own: 60 };
const topic = (more: Partial<Topic>): Topic => ({
  ...{ keyword: "harbour", earlier: 10, later: 10, others: 20, own: 0, competitors: 2, sentiment: 0.257 },
  ...more,
});

test.each([
  [10, 10, "steady"],
  // A standard error of the difference of 10 and 19 of 100 is 0.050: 1.82 of them are too few, of 10 and 20 there are 1.98.
  [10, 19, "steady"],
  [10, 20, "rising"],
  [20, 10, "falling"],
  [0, 3, null],
  [0, 5, "new"],
  [1, 4, "steady"],
  // Told from chance, and yet no half more.
  [60, 80, "steady"],
  [80, 60, "steady"],
])("of 100 texts each, %i mentions and then %i are %s", (earlier, later, told) => {
  expect(trendOfTopic({ earlier, later }, texts)).toBe(told);
});

test("halves with more texts are compared by their shares, and no trend is told of a half with hardly any", () => {
  expect(trendOfTopic({ earlier: 10, later: 100 }, { earlier: 100, later: 1_000 })).toBe("steady");
  expect(trendOfTopic({ earlier: 10, later: 10 }, { earlier: 100, later: 20 })).toBe("rising");
  expect(trendOfTopic({ earlier: 0, later: 10 }, { earlier: 9, later: 100 })).toBeNull();
  expect(trendOfTopic({ earlier: 0, later: 10 }, { earlier: 0, later: 0 })).toBeNull();
});

test("a gap is what at least two others' reviews speak of and the own, of which three would, do not", () => {
  // 60 own texts at 20 of 190: 6.3 would speak of it.
  expect(trendRow(topic({}), texts)).toEqual({
    keyword: "harbour",
    category: "market-gap",
    mentionCount: 20,
    competitorCount: 2,
    avgSentiment: 0.26,
    inOwnReviews: false,
    isGap: true,
    trend: "steady",
    n: { earlier: 10, later: 10 },
  });
  for (const [more, of] of [
    [{ own: 1 }, texts],
    [{ competitors: 1 }, texts],
    [{}, { ...texts, own: 28 }],
    [{}, { ...texts, own: 0 }],
  ] as const)
    expect(trendRow(topic(more), of)).toMatchObject({ isGap: false, category: "general" });
  expect(trendRow(topic({}), { ...texts, own: 29 })).toMatchObject({ isGap: true });
});

test("a keyword is about service, about a product, or general", () => {
  const category = (keyword: string) => trendRow(topic({ keyword, own: 1 }), texts).category;
  expect(["staff", "coffee", "harbour"].map(category)).toEqual(["service", "product", "general"]);
  expect(keywordCategories).toEqual(["service", "product", "market-gap", "general"]);
});
