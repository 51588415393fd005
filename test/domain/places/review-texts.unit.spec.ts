/** How long the texts of reviews are known, and when they are collected anew. */
import fc from "fast-check";
import { ERASED } from "../../../domain/fold/personal";
import { isRefusal } from "../../../domain/fold/refusal";
import type { PlaceEvent } from "../../../domain/places/events";
import { observe } from "../../../domain/places/observe";
import { places, type PlaceState } from "../../../domain/places/place";
import { firstDayKept } from "../../../domain/places/review-texts";
import { sighting } from "../../support/sighted";

const DAY_MS = 86_400_000;
const at = (day: number, time = "12:00:00.000") =>
  `${new Date(Date.UTC(2026, 0, 1) + day * DAY_MS).toISOString().slice(0, 10)}T${time}Z`;
const review = (id: string, text: string | null = "Splendid waffles") => ({
  id,
  rating: 5,
  text,
  author: "Ada",
  publishedAt: "2025-12-24T00:00:00.000Z",
  ownerResponse: null,
});
type Review = ReturnType<typeof review>;

/** A place that is looked at: each look is told what it saw and when, and handed in at once unless told otherwise. */
function watching(reviewTextDays: number) {
  let state: PlaceState = places.initial;
  const look = (seenAt: string, reviews: readonly Review[], now = seenAt): readonly string[] => {
    const decided = observe(sighting(seenAt, { reviews }), now, { reviewTextDays })(state);
    if (isRefusal(decided)) throw new Error(decided.message);
    state = decided.reduce(places.evolve, state);
    return decided.flatMap((event) => (event.type === "PlaceReviewsCollected" ? event.data.reviews : [])).map(idOf);
  };
  return { look, state: () => state };
}
const idOf = ({ id }: { readonly id: string }): string => id;

describe("the text of a review", () => {
  it("is kept from the day of its collection until the start of the day that lies so many days later", () => {
    expect(firstDayKept("2026-01-31T23:59:59.999Z", 30)).toBe("2026-01-02");
    expect(firstDayKept("2026-02-01T00:00:00.000Z", 30)).toBe("2026-01-03");
    expect(firstDayKept("2026-03-01T00:00:00.000Z", 1)).toBe("2026-03-01");
    expect(firstDayKept("2024-03-01T12:00:00.000Z", 2)).toBe("2024-02-29");
  });

  it("is not in memory once it is decided", () => {
    const { look, state } = watching(30);
    look(at(0), [review("r1")]);
    expect(JSON.stringify([...state().reviews])).not.toContain("waffles");
  });
});

describe("a review that is seen again unchanged", () => {
  it("says nothing while its text has half its time before it, and is told again from then on", () => {
    const { look } = watching(30);
    look(at(0), [review("r1")]);
    expect(look(at(14, "23:59:59.999"), [review("r1")])).toEqual([]);
    expect(look(at(15, "00:00:00.000"), [review("r1")])).toEqual(["r1"]);
    expect(look(at(29), [review("r1")])).toEqual([]);
    expect(look(at(30), [review("r1")])).toEqual(["r1"]);
  });

  it("is told again on the next day where texts are kept for a day, and once on that day", () => {
    const { look } = watching(1);
    look(at(0, "23:59:00.000"), [review("r1")]);
    expect(look(at(0, "23:59:59.999"), [review("r1")])).toEqual([]);
    expect(look(at(1, "00:00:00.000"), [review("r1")])).toEqual(["r1"]);
    expect(look(at(1, "23:00:00.000"), [review("r1")])).toEqual([]);
  });

  it("says nothing where it has no text", () => {
    const { look } = watching(30);
    look(at(0), [review("r1", null)]);
    expect(look(at(29), [review("r1", null)])).toEqual([]);
  });

  it("takes with it those whose texts were collected on earlier days, so that they are due together from then on", () => {
    const { look } = watching(30);
    for (const [day, id] of ["r1", "r2", "r3"].entries()) look(at(day), [review(id)]);
    look(at(15, "08:00:00.000"), [review("r4")]);
    expect(
      look(
        at(15),
        ["r3", "r4", "r2", "r1"].map((id) => review(id)),
      ),
    ).toEqual(["r3", "r2", "r1"]);
    expect(
      look(
        at(17),
        ["r1", "r2", "r3"].map((id) => review(id)),
      ),
    ).toEqual([]);
  });

  it("is told again where its text has been forgotten, as a process knows that starts after that", () => {
    const seen = { placeId: "place-1", observedAt: at(0), source: "maps" };
    const forgotten: PlaceEvent = { type: "PlaceReviewsCollected", data: { ...seen, reviews: [review("r1", ERASED)] } };
    const known = places.evolve(places.initial, forgotten);
    const again = observe(sighting(at(0), { reviews: [review("r1")] }), at(40), { reviewTextDays: 30 })(known);
    expect(again).toContainEqual({
      type: "PlaceReviewsCollected",
      data: { ...seen, reviews: [review("r1")] },
    });
  });

  it("says nothing where the sighting is so old that its text would not be kept: history refreshes nothing", () => {
    const import_ = watching(30);
    import_.look(at(0), [review("r1")], at(100));
    expect(import_.look(at(70), [review("r1")], at(100))).toEqual([]);
    expect(import_.look(at(71), [review("r1")], at(100))).toEqual(["r1"]);
  });

  it("says nothing where a later sighting of it was told before", () => {
    const { look } = watching(10);
    look(at(20), [review("r1")]);
    expect(look(at(12), [review("r1")], at(20))).toEqual([]);
  });

  it("never loses its text while it is seen daily, for one event in half the time", () => {
    const looks = fc.record({
      days: fc.integer({ min: 2, max: 40 }),
      firstSeen: fc.array(fc.nat(60), { minLength: 1, maxLength: 8 }),
      minutes: fc.array(fc.nat(1_439), { minLength: 90, maxLength: 90 }),
    });
    fc.assert(
      fc.property(looks, ({ days, firstSeen, minutes }) => {
        const { look } = watching(days);
        const collectedOn = new Map<string, string>();
        let refreshes = 0;
        for (const [day, minute] of minutes.entries()) {
          const now = new Date(Date.parse(at(day, "00:00:00.000")) + minute * 60_000).toISOString();
          for (const on of collectedOn.values()) expect(on >= firstDayKept(now, days)).toBe(true);
          const shown = firstSeen.flatMap((first, index) => (first <= day ? [review(`r${index}`)] : []));
          const told = look(now, shown);
          if (told.some((id) => collectedOn.has(id))) refreshes++;
          for (const id of told) collectedOn.set(id, now.slice(0, 10));
        }
        expect(refreshes).toBeLessThanOrEqual(Math.ceil(minutes.length / (days / 2)));
      }),
      { numRuns: 20 },
    );
  });

  it("says nothing when the same is handed in once more, whatever was seen before and however late", () => {
    const seen = fc.tuple(fc.nat(60), fc.nat(20), fc.subarray(["r1", "r2", "r3"], { minLength: 1 }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(seen, { minLength: 1, maxLength: 12 }), (days, looks) => {
        const { look } = watching(days);
        for (const [day, late, ids] of looks) {
          const shown = ids.map((id) => review(id));
          look(at(day), shown, at(day + late));
          expect(look(at(day), shown, at(day + late))).toEqual([]);
        }
      }),
    );
  });
});
