/** What the service makes of the own listing's stored facts: figures that can be worked out by hand from the observations. */
import { after, type KeyClient } from "../support/api";
import { sighting } from "../support/sightings";
import { describeService } from "./on-both-logs";

const DAY_MS = 86_400_000;

const HEALTH = "/api/v1/me/gbp-health";
const GAPS = "/api/v1/me/gap-analysis";
const REPORT_CARD = "/api/v1/me/report-card";
const INSIGHTS = "/api/v1/me/insights";

describeService((running) => {
  const ago = (days: number) => new Date(running.service.clock.now().getTime() - days * DAY_MS).toISOString();
  const review = (id: string, days: number, rating: number, ownerResponse?: string | null) => ({
    ...{ id, rating, text: "Words", author: "Eva", publishedAt: ago(days) },
    ...(ownerResponse === undefined ? {} : { ownerResponse }),
  });
  const photo = { name: "Front", url: "https://p.example/1", width: null, height: null, capturedAt: null };
  const listing = (more: object) => ({ name: "Own", latitude: 59.9, longitude: 10.7, ...more });
  const add = ({ v1 }: KeyClient, placeId: string) =>
    v1.post("/api/v1/competitors", { body: { name: placeId, place_id: placeId } });

  test("health, gaps, report card and insights are worked out of the stored facts, over the periods that they name", async () => {
    const { api } = await running.api.tenant({ business: { placeId: "figures-own" } });
    for (const rival of ["figures-1", "figures-2", "figures-3", "figures-4"]) await add(api, rival);
    const position = await running.api.observe(
      sighting("figures-own", ago(40), { listing: listing({ rating: 4.4, reviewCount: 10 }) }),
      sighting("figures-own", ago(0), {
        listing: listing({ rating: 4.1, reviewCount: 14, website: "" }),
        photos: [photo, photo],
        reviews: [
          review("r1", 1, 2, null),
          review("r2", 89, 3, "Sorry"),
          review("r3", 20, 5, "Thanks"),
          review("r4", 30, 4),
          review("r5", 91, 5, null),
          review("r6", 179, 1, null),
          review("r7", 181, 1, null),
        ],
      }),
      sighting("figures-1", ago(1), { listing: { rating: 4.8, reviewCount: 200 } }),
      sighting("figures-2", ago(1), { listing: { rating: 4.4, status: "permanently_closed" } }),
      sighting("figures-3", ago(1), { listing: { rating: 4.6 }, reviews: [review("x1", 2, 5), review("x2", 3, 5)] }),
      sighting("figures-4", ago(1), { listing: { rating: 4.5 } }),
    );
    const health = await api.v1.get(HEALTH, { headers: after(position) });
    expect(health).toMatchObject({
      placeId: "figures-own",
      coverage: 1,
      missing: ["address", "category", "phone", "website", "hours"],
    });
    expect(Object.fromEntries(health.breakdown.map(({ part, value, n }) => [part, [value, n]]))).toEqual({
      completeness: [0.2857, 7],
      rating: [0.775, 14],
      reviewVolume: [0.5106, 14],
      reviewRecency: [0.4444, 4],
      // Of six within 180 days one tells nothing of an answer, and two of the others have one.
      ownerResponses: [0.4, 5],
      photos: [0.2, 2],
    });
    const { gaps } = await api.v1.get(GAPS);
    // Whoever closed for good competes no more.
    expect(gaps.find(({ figure }) => figure === "rating")).toMatchObject({
      own: 4.1,
      competitors: { n: 3, median: 4.6, best: { name: "figures-1", value: 4.8 } },
      gap: -0.5,
      rank: 4,
    });
    expect(gaps.find(({ figure }) => figure === "recentReviews")).toMatchObject({
      own: 4,
      competitors: { n: 1, median: 2 },
      rank: 1,
    });
    expect((await api.v1.get(REPORT_CARD)).subjects).toEqual([
      { subject: "responseRate", value: 0.667, n: 3, periodDays: 90, grade: "C" },
      { subject: "lowRatingResponseRate", value: 0.5, n: 2, periodDays: 90, grade: null },
      { subject: "averageRating", value: 3.5, n: 4, periodDays: 90, grade: "D" },
      { subject: "reviewGrowth", value: 2, n: 2, periodDays: 90, grade: null },
    ]);
    expect((await api.v1.get(INSIGHTS)).insights.map(({ type }) => type)).toEqual([
      "unanswered_low_reviews",
      "rating_fell",
      "rating_behind",
      "competitor_closed",
      "profile_incomplete",
    ]);
  });

  test("of a business without a listing, or with one that nobody has seen, nothing is made up", async () => {
    const { api } = await running.api.tenant();
    const { api: unseen } = await running.api.tenant({ business: { placeId: "figures-unseen" } });
    for (const [{ v1 }, placeId] of [
      [api, null],
      [unseen, "figures-unseen"],
    ] as const) {
      expect(await v1.get(HEALTH)).toMatchObject({ placeId, score: null, coverage: 0, missing: [] });
      expect(await v1.get(REPORT_CARD)).toMatchObject({ placeId, overall: null });
      expect(await v1.get(INSIGHTS)).toEqual({ placeId, insights: [], count: 0 });
      for (const gap of (await v1.get(GAPS)).gaps)
        expect(gap).toMatchObject({ own: null, competitors: { n: 0 }, gap: null, rank: null });
    }
  });

  test("a rival's rate of responses is, like the own one, of those reviews of which a source told", async () => {
    const { api } = await running.api.tenant();
    const { competitor } = await add(api, "figures-told");
    const reviews = [review("t1", 1, 4, "Thanks"), review("t2", 2, 4, null), review("t3", 3, 4)];
    const position = await running.api.observe(sighting("figures-told", ago(0), { reviews }));
    const params = { path: { id: competitor.id }, query: { include: "reviews" } };
    expect(await api.v1.get("/api/v1/competitors/{id}", { params, headers: after(position) })).toMatchObject({
      reviewMeta: { ownerResponseRate: 0.5 },
    });
  });

  test("only what the own business tracks is compared with", async () => {
    const other = await running.api.tenant({ business: { placeId: "figures-foreign" } });
    await add(other.api, "figures-elsewhere");
    const { api } = await running.api.tenant({ business: { placeId: "figures-here" } });
    const position = await running.api.observe(
      sighting("figures-elsewhere", ago(1), { listing: { rating: 4.9 } }),
      sighting("figures-here", ago(1), { listing: { rating: 4 } }),
    );
    const headers = after(position);
    expect(await api.v1.get(GAPS, { headers })).toMatchObject({ competitorCount: 0 });
    expect(await other.api.v1.get(GAPS, { headers })).toMatchObject({ competitorCount: 1 });
  });
});
