/**
 * What does not depend on the order in which observations arrive.
 *
 * With one observation a day at most, the newest facts, the segment, the sections, and everything that a day itself was seen
 * with are the same in any order. What an observation repeats on the same day is not recorded, and neither is a review that
 * is seen again unchanged: there, a value that comes back after another one can be missed when the other arrives last.
 * What a day merely carries, the counts that the surge rule remembers, and what was told as a change depend on what was
 * known by then.
 */
import fc from "fast-check";
import { placeEvents } from "../../../domain/places/events";
import type { Observation } from "../../../domain/places/observation";
import { dayMembers, places, type PlaceState } from "../../../domain/places/place";
import { observation, oneADay } from "../../support/observation-arbitrary";
import { decide, sighting, watched } from "../../support/sighted";
import { thorough } from "../../support/thorough";

/** Each run of the tests takes other observations. */
const RUNS = thorough ? 250 : 100;

const bySeen = (a: Observation, b: Observation) => (a.observedAt < b.observedAt ? -1 : 1);

/** The days by their names, each with only what it was seen with itself. */
function seenDays({ snapshots }: PlaceState) {
  const days = [...snapshots.values()].flatMap((month) => [...month]).sort(([a], [b]) => (a < b ? -1 : 1));
  return days.map(([day, known]) => [
    day,
    known.seenAt,
    dayMembers.filter((member) => known.seenAt[member] !== undefined).map((member) => known[member]),
  ]);
}
/** Without what was known before each, which is what had arrived by then. */
const known = (facts: PlaceState["facts"]) =>
  Object.fromEntries(Object.entries(facts).map(([name, { value, at }]) => [name, { value, at }]));
const lasting = (state: PlaceState) => {
  const { facts, segment, sections } = state;
  return { facts: known(facts), segment, sections: known(sections), days: seenDays(state) };
};
const reviewsOf = ({ reviews }: PlaceState) =>
  [...reviews].map(([id, { value, at, response }]) => [
    id,
    { value, at },
    { value: response?.value, at: response?.at },
  ]);

describe("observations of one place", () => {
  it("give the same facts, sections and days in any order, one a day", () => {
    fc.assert(
      fc.property(oneADay, (arrived) => {
        expect(lasting(watched(arrived).state)).toEqual(lasting(watched([...arrived].sort(bySeen)).state));
      }),
      { numRuns: RUNS },
    );
  });

  it("give the same facts in any order, several a day, as long as no value comes back", () => {
    const instants = fc.uniqueArray(fc.nat(3 * 1_440), { maxLength: 10 });
    fc.assert(
      fc.property(instants, (minutes) => {
        const arrived = minutes.map((minute) => {
          const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
          const told = { id: "r1", rating: 5, text: at, author: "Ada", publishedAt: at };
          const review = minute % 2 === 0 ? told : { ...told, ownerResponse: at };
          const technologies = [{ toolName: at, category: null, confidence: 1 }];
          const listing = { name: at, website: at, hours: at, reviewCount: minute, localPackRank: minute + 1 };
          return sighting(at, { listing, technologies, reviews: [review] });
        });
        const { state } = watched(arrived);
        const inOrder = watched([...arrived].sort(bySeen)).state;
        expect(lasting(state)).toEqual(lasting(inOrder));
        expect(reviewsOf(state)).toEqual(reviewsOf(inOrder));
      }),
    );
  });

  it("never let an observation of an earlier day overwrite what was seen later", () => {
    fc.assert(
      fc.property(fc.array(observation, { maxLength: 12 }), (arrived) => {
        const { facts } = watched(arrived).state;
        for (const [member, fact] of Object.entries(facts)) {
          const named = arrived.filter(
            ({ listing }) => (listing as Record<string, unknown> | undefined)?.[member] !== undefined,
          );
          const newest = named
            .map(({ observedAt }) => observedAt.slice(0, 10))
            .sort()
            .at(-1);
          expect(fact.at.slice(0, 10)).toBe(newest);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("miss only a value that came back within a day, where the value between arrives last", () => {
    const rated = (minute: string, rating: number) => sighting(`2026-01-01T${minute}:00Z`, { listing: { rating } });
    const [first, between, again] = [rated("08:00", 4), rated("09:00", 5), rated("10:00", 4)];
    expect(watched([first, between, again]).state.facts["rating"]?.value).toBe(4);
    expect(watched([first, again, between]).state.facts["rating"]?.value).toBe(5);
  });

  it("say nothing when they are repeated at once, whatever came before", () => {
    fc.assert(
      fc.property(fc.array(observation, { minLength: 1, maxLength: 10 }), (arrived) => {
        const last = arrived.at(-1);
        if (last !== undefined) expect(decide(watched(arrived).state, last)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it("become events that are stored as they were decided, and fold alike when they are read back", () => {
    fc.assert(
      fc.property(fc.array(observation, { maxLength: 8 }), (arrived) => {
        const { events, state } = watched(arrived);
        let read = places.initial;
        for (const { type, data } of events) {
          const stored: unknown = JSON.parse(JSON.stringify(data));
          const parsed = placeEvents[type].schema.parse(stored);
          expect(parsed).toEqual(stored);
          expect(stored).toEqual(data);
          read = places.evolve(read, { type, data: parsed } as Parameters<typeof places.evolve>[1]);
        }
        expect(read).toEqual(state);
      }),
      { numRuns: RUNS },
    );
  });
});
