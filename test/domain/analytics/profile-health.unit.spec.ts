/** The health of a profile is the weighted mean of what is known of it, and of nothing else. */
import fc from "fast-check";
import { HEALTH_RULE, profileFields, profileHealth } from "../../../domain/analytics/profile-health";
import { figures, reviews } from "./figures";

const some = figures({
  rating: 4.2,
  reviewCount: 14,
  reviewed: true,
  recent: reviews({ n: 3 }),
  responses: reviews({ n: 10, answerable: 8, answered: 6 }),
  photos: 5,
});

test("each part is worked out as the rule says", () => {
  const { parts, score, coverage, missing } = profileHealth(["name", "address", "category", "location"], some);
  expect(Object.fromEntries(parts.map(({ part, value, n }) => [part, [value, n]]))).toEqual({
    completeness: [0.5714, 7],
    rating: [0.8, 14],
    reviewVolume: [0.5106, 14],
    reviewRecency: [0.3333, 3],
    ownerResponses: [0.75, 8],
    photos: [0.5, 5],
  });
  // 25 × 0.5714 + 25 × 0.8 + 15 × 0.5106 + 10 × 0.3333 + 15 × 0.75 + 10 × 0.5
  expect([score, coverage, missing]).toEqual([62, 1, ["phone", "website", "hours"]]);
});

test("the weights are those of a hundred", () => {
  expect(Object.values<number>(HEALTH_RULE.weights).reduce((sum, weight) => sum + weight)).toBe(100);
});

test("of a listing that nobody has seen there is no score", () => {
  expect(profileHealth(null, figures())).toMatchObject({ score: null, coverage: 0, missing: [] });
});

test("what is made of nothing counts nothing, and a rating of unknown many reviews is one fact", () => {
  const counts = (...of: Parameters<typeof profileHealth>) => profileHealth(...of).parts.map(({ n }) => n);
  expect(counts(null, figures())).toEqual([0, 0, 0, 0, 0, 0]);
  expect(counts(null, figures({ rating: 4.5 }))).toEqual([0, 1, 0, 0, 0, 0]);
});

test("what was never observed takes no part, and what was observed to be nothing does", () => {
  const known = profileHealth([...profileFields], figures({ rating: 5 }));
  expect(known).toMatchObject({ score: 100, coverage: 0.5 });
  const none = profileHealth([...profileFields], figures({ rating: 5, photos: 0 }));
  expect([none.score, none.coverage]).toEqual([83, 0.6]);
});

test("more of anything never makes a score less, and it stays between 0 and 100", () => {
  const counts = fc.record({
    rating: fc.integer({ min: 0, max: 49 }),
    reviewCount: fc.nat(10_000),
    n: fc.nat(100),
    photos: fc.nat(100),
    answered: fc.nat(9),
  });
  const of = ({ rating, reviewCount, n, photos, answered }: typeof counts extends fc.Arbitrary<infer T> ? T : never) =>
    profileHealth(
      ["name"],
      figures({
        rating: rating / 10,
        reviewCount,
        reviewed: true,
        recent: reviews({ n }),
        responses: reviews({ answerable: 10, answered }),
        photos,
      }),
    ).score ?? NaN;
  fc.assert(
    fc.property(counts, fc.constantFrom("rating", "reviewCount", "n", "photos", "answered"), (one, more) => {
      const [less, greater] = [of(one), of({ ...one, [more]: one[more as "n"] + 1 })];
      expect(less).toBeLessThanOrEqual(greater);
      expect(less).toBeGreaterThanOrEqual(0);
      expect(greater).toBeLessThanOrEqual(100);
    }),
  );
});
