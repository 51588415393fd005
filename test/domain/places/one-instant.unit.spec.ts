/** Observations of one instant that contradict each other: what is known afterwards does not depend on their order, nor on how often each comes. */
import fc from "fast-check";
import type { Observation } from "../../../domain/places/observation";
import { dayMembers, places, type PlaceState } from "../../../domain/places/place";
import { observation } from "../../support/observation-arbitrary";
import { decide, sighting } from "../../support/sighted";
import { thorough } from "../../support/thorough";

const RUNS = thorough ? 500 : 150;
const AT = "2026-01-15T12:00:00.000Z";

const after = (state: PlaceState, arrived: readonly Observation[]): PlaceState =>
  arrived.reduce((known, one) => decide(known, one).reduce(places.evolve, known), state);

/** What is known, whatever it was last confirmed by: what repeats on one day what was known is not recorded. */
function valuesOf({ facts, segment, sections, snapshots, reviews, counts }: PlaceState) {
  const values = (seen: PlaceState["facts"]) =>
    Object.fromEntries(Object.entries(seen).map(([name, { value }]) => [name, value]));
  const days = [...snapshots.values()].flatMap((month) => [...month]).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...{ facts: values(facts), sections: values(sections), segment, counts },
    days: days.map(([day, known]) => [day, dayMembers.map((member) => known[member])]),
    reviews: Object.fromEntries([...reviews].map(([id, { value, response }]) => [id, [value, response?.value]])),
  };
}

/** One instant's observations, arrived in two ways: each at least once, in any order, any of them again. */
const twoWays = fc.array(observation, { minLength: 2, maxLength: 4 }).chain((found) => {
  const all = found.map((one) => ({ ...one, observedAt: AT }));
  const way = fc
    .tuple(
      fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      fc.array(fc.constantFrom(...all), { maxLength: 5 }),
    )
    .map(([each, again]) => [...each, ...again]);
  return fc.tuple(way, way);
});
const history = fc.array(observation, { maxLength: 6 });
/** On the same day as the others, before, at or after their instant. */
const sameDay = fc
  .tuple(history, fc.array(fc.constantFrom("08:00", "12:00", "16:00"), { minLength: 6, maxLength: 6 }))
  .map(([found, times]) => found.map((one, at) => ({ ...one, observedAt: `2026-01-15T${times[at] ?? ""}:00.000Z` })));

describe("observations of one instant", () => {
  it("leave a place without others that day in the same state, in any order and any repetition", () => {
    fc.assert(
      fc.property(history, twoWays, (before, [one, other]) => {
        const known = after(
          places.initial,
          before.filter(({ observedAt }) => observedAt.slice(0, 10) !== AT.slice(0, 10)),
        );
        const [left, right] = [after(known, one), after(known, other)];
        const { lastSurgeDay: _, reviews: __, ...state } = left;
        expect(right).toMatchObject(state);
        expect(valuesOf(right)).toEqual(valuesOf(left));
      }),
      { numRuns: RUNS },
    );
  });

  it("leave a place with others that day with the same facts, in any order and any repetition", () => {
    fc.assert(
      fc.property(history, sameDay, twoWays, (before, thatDay, [one, other]) => {
        const known = after(places.initial, [...before, ...thatDay]);
        expect(valuesOf(after(known, other))).toEqual(valuesOf(after(known, one)));
      }),
      { numRuns: RUNS },
    );
  });

  it("do not set a fact back when the one that had said nothing new comes again", () => {
    const listed = (at: string, rating: number) => sighting(at, { listing: { rating } });
    const known = [listed("2026-01-15T08:00:00.000Z", 4.5), listed(AT, 4.5), listed(AT, 4.1)];
    const state = after(places.initial, known);
    expect(state.facts["rating"]).toEqual({ value: 4.1, at: AT, before: 4.5 });
    expect(decide(state, listed(AT, 4.5))).toEqual([]);
    expect(decide(state, listed(AT, 4.2))).toMatchObject([
      { type: "PlaceRatingChanged" },
      { type: "PlaceSnapshotTaken" },
    ]);
    expect(decide(state, listed(AT, 4))).toEqual([]);
  });

  it("tell of a review what counts alone, where its parts say different things", () => {
    const review = { id: "r", rating: 5, text: "b", author: "Ada", publishedAt: AT };
    const [one, other] = [
      sighting(AT, { reviews: [review] }),
      sighting(AT, { reviews: [{ ...review, rating: 1, ownerResponse: "Thanks" }] }),
    ];
    const told = [
      [one, other],
      [other, one],
    ].map(([first, last]) => {
      if (first === undefined || last === undefined) return [];
      return decide(after(places.initial, [first]), last).flatMap((event) =>
        event.type === "PlaceReviewsCollected" ? event.data.reviews : [],
      );
    });
    // Which of the two counts is the same in both orders: once it is told with the response alone, once whole and without one.
    expect(told.map(([first]) => first?.only)).toContain("response");
    expect(valuesOf(after(places.initial, [one, other]))).toEqual(valuesOf(after(places.initial, [other, one])));
  });
});
