/** What stands out in a segment: five rules, each at its edges. */
import { signalsOf, type KnownPlace, type Market } from "../../../domain/analytics/market-signals";
import type { TrendRow } from "../../../domain/analytics/topic-trends";

const place = (placeId: string, more: Partial<KnownPlace> = {}): KnownPlace => ({
  ...{ placeId, name: placeId, businessStatus: null, isOwn: false, reviewCount: null, gained: null },
  ...{ answerable: 0, answered: 0 },
  ...more,
});
const signals = (more: Partial<Market>) => signalsOf({ places: [], topics: [], topicDays: 90, crowds: [], ...more });
const names = (found: readonly { readonly place: { readonly placeId: string } | null }[]) =>
  found.map((one) => one.place?.placeId);

test("of an empty market nothing is said", () => {
  expect(Object.values(signals({})).flat()).toEqual([]);
});

test("who gains ten reviews and twice the median of the open places grows fast, the own place and closed ones' medians aside", () => {
  const gaining = (gained: number, at: number) => place(`p${at}`, { gained });
  const others = [4, 5, 6].map(gaining);
  const { fast_growing_competitor: found } = signals({
    places: [
      ...others,
      place("fast", { gained: 12.34, businessStatus: "temporarily_closed" }),
      place("faster", { gained: 30 }),
      place("own", { gained: 99, isOwn: true }),
      place("gone", { gained: 40, businessStatus: "permanently_closed" }),
    ],
  });
  // The median of 4, 5, 6, 12.34, 30, 99 is 9.17.
  expect(found).toEqual([
    expect.objectContaining({ place: expect.objectContaining({ placeId: "gone" }) as object }),
    expect.objectContaining({ place: expect.objectContaining({ placeId: "faster" }) as object }),
  ]);
  expect(found[1]).toMatchObject({ data: { newReviews: 30, median: 9.2 }, n: 6, periodDays: 30 });
  expect(found[0]).toMatchObject({ place: { businessStatus: "permanently_closed" } });
  const fewer = (gained: number) =>
    names(signals({ places: [...others, place("x", { gained })] }).fast_growing_competitor);
  expect([fewer(9.9), fewer(11)]).toEqual([[], ["x"]]);
  expect(signals({ places: [place("a", { gained: 0 }), place("b", { gained: 50 })] }).fast_growing_competitor).toEqual(
    [],
  );
});

test("who answers at most a quarter of ten reviews leaves a gap, the most unanswered first", () => {
  const answering = (answerable: number, answered: number) =>
    place(`${answered}/${answerable}`, { answerable, answered });
  const { response_gap: found } = signals({
    places: [answering(9, 0), answering(10, 2), answering(10, 3), answering(40, 10), answering(12, 3)],
  });
  expect(names(found)).toEqual(["10/40", "3/12", "2/10"]);
  expect(found[0]).toMatchObject({ data: { answered: 10, rate: 0.25 }, n: 40, periodDays: 180 });
});

test("topics are told that are gaps, the most mentioned first", () => {
  const topic = (keyword: string, mentionCount: number, isGap: boolean) =>
    ({ keyword, mentionCount, isGap, competitorCount: 2, avgSentiment: -0.1 }) as TrendRow;
  const { topic_gap: found } = signals({ topics: [topic("a", 5, true), topic("b", 50, false), topic("c", 6, true)] });
  expect(found.map(({ data }) => data["keyword"])).toEqual(["c", "a"]);
  expect(found[0]).toMatchObject({
    place: null,
    n: 6,
    periodDays: 90,
    data: { competitorCount: 2, avgSentiment: -0.1 },
  });
});

test("a category is crowded from an index of 63 among ten businesses on", () => {
  const crowd = (category: string, index: number | null, n: number) => ({
    category,
    saturation: { index, neighbours: index, n, cells: 1 },
  });
  const crowds = [crowd("a", 63, 10), crowd("b", 62, 50), crowd("c", 90, 9), crowd("d", 80, 11), crowd("e", null, 50)];
  const { crowded_segment: found } = signals({ crowds });
  expect(found.map(({ data, n }) => [data["category"], data["index"], n])).toEqual([
    ["d", 80, 11],
    ["a", 63, 10],
  ]);
});

test("whoever has a hundred reviews and five times the median of five open places has a moat, closed or own as well", () => {
  const counting = (reviewCount: number, at: number) => place(`p${at}`, { reviewCount });
  const { review_moat_leader: found } = signals({
    places: [
      ...[10, 20, 20, 30].map(counting),
      place("own", { reviewCount: 100, isOwn: true }),
      place("gone", { reviewCount: 900, businessStatus: "permanently_closed" }),
    ],
  });
  expect(names(found)).toEqual(["gone", "own"]);
  expect(found[1]).toMatchObject({ data: { reviewCount: 100, median: 20 }, n: 5, periodDays: null });
  expect(signals({ places: [10, 10, 10, 500].map(counting) }).review_moat_leader).toEqual([]);
  expect(signals({ places: [10, 10, 10, 10, 99].map(counting) }).review_moat_leader).toEqual([]);
  expect(signals({ places: [30, 30, 30, 30, 149].map(counting) }).review_moat_leader).toEqual([]);
});
