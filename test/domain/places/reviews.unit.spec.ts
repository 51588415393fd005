/** What a place's reviews promise: told once, told again where something new is said, and nothing lost to a source that does not tell it. */
import { type decide, lastOf, sighting } from "../../support/sighted";

const DAY = "2026-01-31";

describe("a place's reviews", () => {
  const review = {
    id: "r1",
    rating: 5,
    text: "Good",
    author: "Ada",
    publishedAt: "2026-01-01T00:00:00Z",
    ownerResponse: null,
  };
  const collected = (observations: readonly Parameters<typeof decide>[1][]) =>
    lastOf(observations).flatMap((event) => (event.type === "PlaceReviewsCollected" ? event.data.reviews : []));

  it("are collected once, and again where they have changed", () => {
    const first = sighting("2026-01-30", { reviews: [review, { ...review, id: "r2" }] });
    expect(collected([first]).map(({ id }) => id)).toEqual(["r1", "r2"]);
    expect(lastOf([first, sighting(DAY, { reviews: [review] })])).toEqual([]);
    const answered = { ...review, ownerResponse: "Thanks" };
    expect(collected([first, sighting(DAY, { reviews: [answered, review, answered] })])).toEqual([
      { ...answered, publishedAt: "2026-01-01T00:00:00.000Z" },
    ]);
    expect(lastOf([first, sighting("2026-01-10", { reviews: [answered] })])).toEqual([]);
  });

  it("keep the owner's response where a source does not tell it, and tell it where it changes", () => {
    const { ownerResponse: _none, ...untold } = review;
    const thanked = { ...review, ownerResponse: "Thanks" };
    const both = [sighting("2026-01-28", { reviews: [thanked] }), sighting("2026-01-29", { reviews: [untold] })];
    expect(lastOf(both)).toEqual([]);
    expect(lastOf([...both, sighting("2026-01-30", { reviews: [thanked] })])).toEqual([]);
    expect(collected([...both, sighting(DAY, { reviews: [review] })])).toMatchObject([{ ownerResponse: null }]);
    const rated = collected([...both, sighting(DAY, { reviews: [{ ...untold, rating: 1 }] })]);
    expect(rated).toMatchObject([{ rating: 1 }]);
    expect(rated[0]).not.toHaveProperty("ownerResponse");
  });

  it("take a response that only an older sighting tells, and no older response for a newer one", () => {
    const { ownerResponse: _none, ...untold } = review;
    const seen = [sighting("2026-01-30", { reviews: [{ ...untold, rating: 1 }] })];
    const late = sighting("2026-01-20", { reviews: [{ ...review, ownerResponse: "Thanks" }] });
    expect(collected([...seen, late])).toMatchObject([{ ownerResponse: "Thanks" }]);
    const later = { ...review, ownerResponse: "Other" };
    expect(collected([...seen, late, sighting("2026-01-19", { reviews: [later] })])).toEqual([]);
    expect(collected([...seen, late, sighting("2026-01-21", { reviews: [later] })])).toHaveLength(1);
    expect(collected([...seen, late, sighting(DAY, { reviews: [{ ...untold, rating: 1 }] })])).toEqual([]);
  });
});
