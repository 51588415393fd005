/** Market figures are made of the stored places of a segment and of their reviews, with closed ones marked and n beside them. */
import { METERS_PER_DEGREE } from "../../domain/geometry";
import { asking, type KeyClient } from "../support/api";
import { sighting } from "../support/sightings";
import { describeService } from "./on-both-logs";

const DAY_MS = 86_400_000;
const CENTER = { latitude: 63.43, longitude: 10.39 };
/** Meters north of the centre. */
const north = (meters: number) => ({ ...CENTER, latitude: CENTER.latitude + meters / METERS_PER_DEGREE });

describeService((running) => {
  const ago = (days: number) => new Date(running.service.clock.now().getTime() - days * DAY_MS).toISOString();
  const seen = (placeId: string, listing: object) =>
    sighting(placeId, ago(1), { listing: { name: placeId, ...listing } });
  const track = ({ v1 }: KeyClient, placeId: string) =>
    v1.post("/api/v1/competitors", { body: { name: placeId, place_id: placeId } });
  const cafe = (city: string, more: object) => ({ city, category: "Cafe", country: "NO", ...more });

  test("the leaders of a segment are ranked by what is stored, closed ones are marked, and names need not be written alike", async () => {
    const { api } = await running.api.tenant({
      business: { placeId: "leaders-own", city: "Bergen", category: "cafe" },
    });
    const position = await running.api.observe(
      seen("leaders-own", cafe("Bergen", { rating: 4.5, reviewCount: 9 })),
      seen("leaders-many", cafe("BERGEN", { rating: 4.5, reviewCount: 90 })),
      seen("leaders-best", cafe("Bergen", { rating: 4.9, status: "permanently_closed" })),
      seen("leaders-unrated", cafe("Bergen", { reviewCount: 500 })),
      seen("leaders-hotel", { ...cafe("Bergen", { rating: 5, reviewCount: 5 }), category: "Hotel" }),
      seen("leaders-abroad", { ...cafe("Bergen", { rating: 5 }), country: "ÖSTERREICH" }),
      seen("leaders-elsewhere", cafe("Voss", { rating: 5 })),
    );
    const leaders = "/api/v1/market/leaders";
    const byRating = await api.v1.get(leaders, asking({ country: "no" }, position));
    expect(byRating).toMatchObject({
      segment: { city: "Bergen", category: "cafe", country: "no" },
      sort: "rating",
      n: 3,
    });
    expect(byRating.leaders).toEqual([
      expect.objectContaining({ rank: 1, placeId: "leaders-best", businessStatus: "permanently_closed", isOwn: false }),
      expect.objectContaining({ rank: 2, placeId: "leaders-many", reviewCount: 90, businessStatus: null }),
      expect.objectContaining({ rank: 3, placeId: "leaders-own", isOwn: true }),
    ]);
    const reviewed = { city: "bergen", category: "any", sort: "reviews", limit: 2 } as const;
    expect(await api.v1.get(leaders, asking(reviewed))).toMatchObject({
      segment: { category: null },
      n: 4,
      leaders: [{ placeId: "leaders-unrated" }, { placeId: "leaders-many" }],
    });
    expect(await api.v1.get(leaders, asking({ country: "Österreich" }))).toMatchObject({
      n: 1,
      leaders: [{ placeId: "leaders-abroad" }],
    });
    expect(await api.v1.get(leaders, asking({ city: "Nowhere" }))).toMatchObject({ n: 0, leaders: [] });
  });

  test("a business without a city must say which one it means", async () => {
    const { api } = await running.api.tenant();
    for (const path of ["leaders", "saturation"])
      expect(await api.get(`/api/v1/market/${path}`)).toMatchObject({
        status: 400,
        json: { code: "invalid_request", details: [{ path: "query.city" }] },
      });
    expect(await api.get("/api/v1/market/density")).toMatchObject({
      status: 400,
      json: { details: [{ path: "query.latitude" }] },
    });
    expect(await api.get("/api/v1/market/density?latitude=60")).toMatchObject({
      status: 400,
      json: { details: [{ path: "query.longitude" }] },
    });
  });

  test("density counts the places around the own listing or any point, the nearest first", async () => {
    const { api } = await running.api.tenant({ business: { placeId: "density-own" } });
    const position = await running.api.observe(
      seen("density-own", { ...CENTER, category: "Bar" }),
      seen("density-near", { ...north(400), category: "bar", rating: 4 }),
      seen("density-closed", { ...north(500), category: "Bar", status: "permanently_closed" }),
      seen("density-other", { ...north(600), category: "Gym" }),
      seen("density-far", { ...north(1_500), category: "Bar" }),
    );
    const density = "/api/v1/market/density";
    const bars = await api.v1.get(density, asking({ radius: 1_000, category: "BAR" }, position));
    expect(bars).toMatchObject({ center: CENTER, n: 3, open: 2, openPerSquareKilometer: 0.64 });
    expect(bars.places).toEqual([
      expect.objectContaining({ placeId: "density-own", distanceMeters: 0 }),
      expect.objectContaining({ placeId: "density-near", distanceMeters: 400, rating: 4 }),
      expect.objectContaining({ placeId: "density-closed", businessStatus: "permanently_closed" }),
    ]);
    const elsewhere = await api.v1.get(density, asking({ ...north(1_500), radius: 100, limit: 1 }));
    expect(elsewhere).toMatchObject({ n: 1, places: [{ placeId: "density-far" }] });
    expect(await api.v1.get(density, asking({ latitude: 0, longitude: 0 }))).toMatchObject({
      n: 0,
      open: 0,
      places: [],
    });
  });

  test("saturation counts the open neighbours of a kind within a square kilometre", async () => {
    const { api } = await running.api.tenant();
    const many = Array.from({ length: 11 }, (_, at) =>
      seen(`crowd-${at}`, { ...cafe("Narvik", {}), latitude: 68.4385, longitude: 17.427 + at / 100_000 }),
    );
    const position = await running.api.observe(
      ...many,
      seen("crowd-alone", { ...cafe("Narvik", {}), latitude: 68.6, longitude: 17.4 }),
      seen("crowd-closed", {
        ...cafe("Narvik", {}),
        latitude: 68.4385,
        longitude: 17.427,
        status: "permanently_closed",
      }),
      seen("crowd-nowhere", cafe("Narvik", {})),
    );
    const asked = asking({ city: "narvik", category: "cafe" }, position);
    expect(await api.v1.get("/api/v1/market/saturation", asked)).toEqual({
      segment: { city: "narvik", category: "cafe", country: null },
      index: 60,
      neighbours: 9.17,
      n: 12,
      cells: 2,
      totalBusinesses: 14,
      permanentlyClosed: 1,
    });
  });

  test("crossovers are projected from the days that are stored, of the own listing and the tracked competitors alone", async () => {
    const { api } = await running.api.tenant({ business: { placeId: "race-own" } });
    await track(api, "race-unseen");
    await track(api, "race-gaining");
    const counts = (placeId: string, first: number, perDay: number) =>
      Array.from({ length: 20 }, (_, day) =>
        sighting(placeId, ago(20 - day), { listing: { rating: 4, reviewCount: first + perDay * day } }),
      );
    const position = await running.api.observe(
      ...counts("race-own", 200, 0),
      ...counts("race-gaining", 100, 4),
      ...counts("race-foreign", 100, 5),
    );
    const projections = "/api/v1/market/projections";
    const projected = await api.v1.get(projections, asking({ metric: "review_count" }, position));
    expect(projected).toMatchObject({ metric: "review_count", lookbackDays: 180, count: 2 });
    expect(projected.projections).toEqual([
      {
        competitorId: expect.any(String) as string,
        competitorName: "race-gaining",
        metric: "review_count",
        status: "projected_overtake",
        currentGap: 24,
        // Six from the newest day, which was yesterday.
        daysToCrossover: 5,
        gapPerDay: -4,
        gapPerDayError: 0,
        significant: true,
        permanentlyClosed: false,
        n: { own: 20, competitor: 20 },
      },
      expect.objectContaining({ competitorName: "race-unseen", status: "insufficient_data", currentGap: null }),
    ]);
    expect(await api.v1.get(projections, asking({ limit: 1 }))).toMatchObject({
      metric: "all",
      count: 4,
      projections: [{}],
    });
    const short = await api.get("/api/v1/market/projections?lookbackDays=29");
    expect(short).toMatchObject({ status: 400, json: { details: [{ path: "query.lookbackDays" }] } });
  });
});
