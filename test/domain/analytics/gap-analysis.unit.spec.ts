/** A business stands among its competitors where the known figures put it. */
import fc from "fast-check";
import { gapAnalysis, type GapFigure, type Rival } from "../../../domain/analytics/gap-analysis";
import type { PlaceFigures } from "../../../domain/analytics/place-figures";
import { figures, reviews } from "./figures";

const rival = (id: string, more: Partial<PlaceFigures>): Rival => ({
  ...{ id, name: `Rival ${id}`, permanentlyClosed: false },
  figures: figures(more),
});
const gapOf = (own: PlaceFigures, rivals: readonly Rival[], figure: GapFigure) =>
  gapAnalysis(own, rivals).find((gap) => gap.figure === figure);

test("the own figure is set beside the median and the best of those that are known", () => {
  const rivals = [rival("a", { rating: 4.4 }), rival("b", { rating: 4.8 }), rival("c", { rating: 3 }), rival("d", {})];
  expect(gapOf(figures({ rating: 4.1 }), rivals, "rating")).toEqual({
    figure: "rating",
    better: "more",
    periodDays: null,
    own: 4.1,
    competitors: { n: 3, median: 4.4, best: { id: "b", name: "Rival b", value: 4.8 } },
    gap: -0.3,
    rank: 3,
  });
});

test("a lower rank in the local pack is the better one", () => {
  const rivals = [rival("a", { localPackRank: 4 }), rival("b", { localPackRank: 2 }), rival("c", { localPackRank: 9 })];
  expect(gapOf(figures({ localPackRank: 3 }), rivals, "localPackRank")).toMatchObject({
    better: "less",
    competitors: { n: 3, median: 4, best: { id: "b", value: 2 } },
    rank: 2,
  });
});

test("who closed for good is neither the best nor in the median, nor better than anybody", () => {
  const rivals = [rival("a", { rating: 4 }), { ...rival("b", { rating: 5 }), permanentlyClosed: true }];
  expect(gapOf(figures({ rating: 4.5 }), rivals, "rating")).toMatchObject({
    competitors: { n: 1, median: 4, best: { id: "a" } },
    rank: 1,
  });
});

test("what nobody has seen is unknown, not nothing", () => {
  const unseen = gapAnalysis(figures(), [rival("a", { recent: reviews({ n: 4 }) })]);
  for (const gap of unseen)
    expect(gap).toMatchObject({ own: null, competitors: { n: 0, median: null, best: null }, gap: null, rank: null });
});

test("response rates are of the reviews of which it is known", () => {
  const own = figures({ responses: reviews({ n: 9, answerable: 4, answered: 1 }) });
  expect(gapOf(own, [], "ownerResponseRate")).toMatchObject({ own: 0.25, periodDays: 180 });
});

test("a rank says how many are better, and nobody is better than the best", () => {
  const ratings = fc.array(fc.integer({ min: 10, max: 50 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 50 }), ratings, (own, those) => {
      const rivals = those.map((rating, at) => rival(String(at), { rating: rating / 10 }));
      const gap = gapOf(figures({ rating: own / 10 }), rivals, "rating");
      expect(gap?.rank).toBe(1 + those.filter((one) => one > own).length);
      expect(gap?.competitors.best?.value).toBe(Math.max(...those) / 10);
    }),
  );
});
