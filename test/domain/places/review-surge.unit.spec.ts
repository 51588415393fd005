import fc from "fast-check";
import { chanceOfAtLeast, reviewSurge, SURGE_RULE, type DayCount } from "../../../domain/places/review-surge";
import { sighting, watched } from "../../support/sighted";

const dayOf = (number: number): string => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);
/** A count every day, growing by `perDay`. */
const steady = (days: number, perDay = 0, from = 100): DayCount[] =>
  Array.from({ length: days }, (_, index) => ({ day: dayOf(index), count: from + Math.floor(index * perDay) }));
const at = (day: number, count: number): DayCount => ({ day: dayOf(day), count });

describe("the chance of so many reviews", () => {
  it.each([
    // In closed form: one less the probabilities of the smaller counts.
    [1, 1, 0, 1, 1 - Math.SQRT1_2],
    [2, 1, 0, 1, 1 - Math.SQRT1_2 * 1.25],
    [1, 7, 0, 7, 1 - Math.SQRT1_2],
    [1, 7, 10, 90, 1 - (90 / 97) ** 10.5],
    [2, 7, 10, 90, 1 - (90 / 97) ** 10.5 * (1 + 10.5 * (7 / 97))],
  ])("%i or more in %i days after %i in %i is known", (count, windowDays, seen, days, chance) => {
    expect(chanceOfAtLeast(count, windowDays, { seen, days })).toBeCloseTo(chance, 10);
  });

  it("nears that of a Poisson count with a known rate when the history is long", () => {
    // P(X >= 10 | mean 2) = 4.6498e-5
    expect(chanceOfAtLeast(10, 1, { seen: 2_000_000, days: 1_000_000 })).toBeCloseTo(4.6498e-5, 8);
  });

  it("is a chance, falls with the count, and costs no time and no sense for enormous counts", () => {
    const history = fc.record({ seen: fc.nat(5_000), days: fc.integer({ min: 28, max: 400 }) });
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 7 }), fc.nat(500), ({ seen, days }, windowDays, more) => {
        const mean = ((seen + 0.5) / days) * windowDays;
        const count = Math.ceil(mean) + 1 + more;
        const chance = chanceOfAtLeast(count, windowDays, { seen, days });
        expect(chance).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual(1);
        expect(chanceOfAtLeast(count + 1, windowDays, { seen, days })).toBeLessThanOrEqual(chance);
      }),
    );
    expect(chanceOfAtLeast(2_147_483_647, 1, { seen: 3, days: 90 })).toBe(0);
  });
});

describe("a surge of reviews", () => {
  it("is five or more within a week where the place's own history makes them implausible", () => {
    expect(reviewSurge(steady(60), at(60, 105), null)).toEqual({
      newReviews: 5,
      expectedReviews: (0.5 / 53) * 7,
      windowDays: 7,
    });
    expect(reviewSurge(steady(60), at(60, 104), null)).toBeNull();
  });

  it("is not what a busy place always gets, and is what goes far beyond it", () => {
    const busy = steady(100, 3);
    const last = busy.at(-1)?.count ?? 0;
    expect(reviewSurge(busy, at(100, last + 5), null)).toBeNull();
    expect(reviewSurge(busy, at(100, last + 60), null)).toMatchObject({ windowDays: 7 });
    const airport = steady(100, 900);
    expect(reviewSurge(airport, at(100, (airport.at(-7)?.count ?? 0) + 10), null)).toBeNull();
    expect(reviewSurge(airport, at(100, (airport.at(-1)?.count ?? 0) + 900), null)).toBeNull();
  });

  it("is told of nobody who was counted for less than 28 days before the window", () => {
    expect(reviewSurge([], at(0, 5_000), null)).toBeNull();
    expect(reviewSurge([at(0, 0)], at(3, 5_000), null)).toBeNull();
    expect(reviewSurge(steady(35), at(34, 200), null)).toBeNull();
    expect(reviewSurge(steady(35), at(35, 200), null)).not.toBeNull();
  });

  it("needs a count within the week before: nobody knows when the reviews of a longer gap came", () => {
    expect(reviewSurge(steady(60), at(66, 200), null)).not.toBeNull();
    expect(reviewSurge(steady(60), at(67, 200), null)).toBeNull();
  });

  it("is the same one for 14 days", () => {
    expect(reviewSurge(steady(60), at(60, 200), dayOf(46))).toBeNull();
    expect(reviewSurge(steady(60), at(60, 200), dayOf(45))).not.toBeNull();
  });

  it("is not a count that only came back", () => {
    const dropped = [...steady(60), ...Array.from({ length: 10 }, (_, index) => at(60 + index, 40))];
    expect(reviewSurge(dropped, at(70, 100), null)).toBeNull();
    expect(reviewSurge(dropped, at(70, 104), null)).toBeNull();
    expect(reviewSurge(dropped, at(70, 140), null)).toMatchObject({ newReviews: 40 });
  });

  it("knows the rate of a place that is counted seldom by its last counts before the 90 days", () => {
    const seldom = [at(0, 0), at(100, 100), at(198, 198)];
    expect(reviewSurge(seldom, at(203, 205), null)).toBeNull();
  });

  it("never happens at a first import, however large, nor for a place without reviews", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { maxLength: 27 }), fc.nat(1_000_000), (counts, today) => {
        const history = counts.map((count, index) => at(index, count));
        expect(reviewSurge(history, at(counts.length, today), null)).toBeNull();
      }),
    );
    expect(reviewSurge(steady(60, 0, 0), at(60, 0), null)).toBeNull();
  });

  it("happens at most once in 15 days, with five reviews or more, whatever the counts are", () => {
    const growth = fc.array(fc.oneof({ weight: 9, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(300) }), {
      minLength: 30,
      maxLength: 90,
    });
    fc.assert(
      fc.property(growth, (added) => {
        let count = 0;
        const seen = added.map((more, index) =>
          sighting(dayOf(index - 60), { listing: { reviewCount: (count += more) } }),
        );
        const surges = watched(seen).events.flatMap((event) =>
          event.type === "PlaceReviewsSurged" ? [event.data] : [],
        );
        for (const [index, { day, newReviews }] of surges.entries()) {
          expect(newReviews).toBeGreaterThanOrEqual(SURGE_RULE.newReviewsMin);
          const next = surges[index + 1];
          if (next === undefined) continue;
          expect(Date.parse(next.day) - Date.parse(day)).toBeGreaterThan(SURGE_RULE.quietDaysAfter * 86_400_000);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("a surge of observations", () => {
  const quiet = Array.from({ length: 60 }, (_, index) => sighting(dayOf(index - 30), { listing: { reviewCount: 10 } }));
  const now = `${dayOf(31)}T00:00:00.000Z`;
  const surges = (more: readonly ReturnType<typeof sighting>[]) =>
    watched([...quiet, ...more], now).events.filter(({ type }) => type === "PlaceReviewsSurged");

  it("is told live once, on the day it is seen, also where an earlier count of that day was plausible", () => {
    const day = dayOf(30);
    const count = (hour: string, reviewCount: number) =>
      sighting(`${day}T${hour}:00:00Z`, { listing: { reviewCount } });
    const found = surges([count("08", 11), count("10", 30), count("12", 45), count("09", 20)]);
    expect(found).toMatchObject([{ data: { live: true, day, newReviews: 20, windowDays: 7 } }]);
  });

  it("is not told by an older count", () => {
    expect(surges([sighting(`${dayOf(20)}T13:00:00Z`, { listing: { reviewCount: 900 } })])).toEqual([]);
  });
});
