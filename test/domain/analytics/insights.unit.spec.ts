/** What stands out is told by rules, and nothing is told where nothing stands out. */
import { gapAnalysis } from "../../../domain/analytics/gap-analysis";
import { insightsOf, type Known } from "../../../domain/analytics/insights";
import { figures, reviews } from "./figures";

const quiet: Known = {
  own: figures(),
  gaps: [],
  missing: [],
  ratings: { then: 4.2, now: 4.25, days: 30 },
  closed: [],
};
const told = (more: Partial<Known>) => insightsOf({ ...quiet, ...more });

test("where nothing stands out nothing is said", () => {
  expect(told({})).toEqual([]);
});

test("reviews of few stars that nobody answered come first", () => {
  const own = figures({ recent: reviews({ n: 9, lowAnswerable: 3, lowAnswered: 2 }) });
  const [first, ...others] = told({ own, missing: ["phone", "hours"] });
  expect(first).toEqual({
    type: "unanswered_low_reviews",
    title: "1 review with at most 3 stars without an answer",
    data: { unanswered: 1, reviews: 3 },
    n: 3,
    periodDays: 90,
  });
  expect(others).toEqual([
    {
      type: "profile_incomplete",
      title: "The listing lacks phone, hours",
      data: { missing: ["phone", "hours"] },
      n: 2,
      periodDays: null,
    },
  ]);
});

test.each([
  [4.2, 4.1, ["rating_fell"]],
  [4.2, 4.3, ["rating_rose"]],
  [4.2, 4.11, []],
  [null, 4.3, []],
])("a rating of %d that is %d a month later is told as %j", (then, now, types) => {
  expect(told({ ratings: { then, now, days: 30 } }).map(({ type }) => type)).toEqual(types);
});

test("a business is measured against the median of at least three competitors", () => {
  const rivals = [4.6, 4.5, 4.4].map((rating, at) => ({
    id: String(at),
    name: "Rival",
    permanentlyClosed: false,
    figures: figures({ rating, reviewed: true, recent: reviews({ n: 10 }) }),
  }));
  const own = figures({ rating: 4.3, reviewed: true, recent: reviews({ n: 4 }) });
  expect(told({ gaps: gapAnalysis(own, rivals) })).toEqual([
    {
      type: "rating_behind",
      title: "The rating is below the median of the competitors",
      data: { own: 4.3, median: 4.5, gap: -0.2 },
      n: 3,
      periodDays: null,
    },
    {
      type: "reviews_behind",
      title: "Fewer new reviews than the competitors get",
      data: { own: 4, median: 10, gap: -6 },
      n: 3,
      periodDays: 90,
    },
  ]);
  expect(told({ gaps: gapAnalysis(own, rivals.slice(1)) })).toEqual([]);
});

test("competitors that closed for good are named", () => {
  const closed = [{ id: "c1", name: "Fjord", detectedAt: "2026-01-02T00:00:00.000Z" }];
  expect(told({ closed })).toEqual([
    {
      type: "competitor_closed",
      title: "Fjord has closed for good",
      data: { competitorId: "c1", detectedAt: "2026-01-02T00:00:00.000Z" },
      n: 1,
      periodDays: 30,
    },
  ]);
});
