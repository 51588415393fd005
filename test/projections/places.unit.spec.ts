import { ERASED } from "../../domain/fold/personal";
import type { Observation } from "../../domain/places/observation";
import { placeIdEnding, placeIdOf } from "../../domain/places/feature-id";
import { placeReviewsTable } from "../../projections/place-reviews";
import { placeSectionsTable } from "../../projections/place-sections";
import { placeSnapshotsTable } from "../../projections/place-snapshots";
import { placesTable } from "../../projections/places";
import { instantOf, rowsAfter } from "../support/rows-after";
import { sighting, watched } from "../support/sighted";

type Found = Readonly<Record<string, unknown>>;
const events = (...seen: readonly (readonly [at: string, listing: Found])[]) =>
  watched(seen.map(([at, listing]) => sighting(at, { listing }))).events;
const place = (...seen: readonly (readonly [at: string, listing: Found])[]) =>
  rowsAfter(placesTable, events(...seen))[0];

describe("the table of places", () => {
  it("tells by which cid a place can be found, where its id is made of one", () => {
    const placeId = placeIdOf({ cell: 1n, cid: 42n });
    const seen = watched([{ ...sighting("2026-01-10", { listing: { name: "Fjord" } }), placeId }]).events;
    expect(rowsAfter(placesTable, seen)[0]).toMatchObject({ place_id: placeId, cid_ending: placeIdEnding(42n) });
    expect(place(["2026-01-10", { name: "Fjord" }])).toMatchObject({ cid_ending: null });
  });

  it("holds the newest review count, whatever older day is filled in later", () => {
    expect(place(["2026-01-31", { reviewCount: 30 }], ["2026-01-20", { reviewCount: 20 }])).toMatchObject({
      review_count: 30,
      counted_at: "2026-01-31T12:00:00.000Z",
    });
  });

  it("does not take a count that was carried along for one that was seen", () => {
    const row = place(
      ["2026-01-10", { reviewCount: 10 }],
      ["2026-01-31", { website: "w" }],
      ["2026-01-20", { reviewCount: 12 }],
    );
    expect(row).toMatchObject({ review_count: 12, counted_at: "2026-01-20T12:00:00.000Z" });
  });

  it("knows since when a place is closed for good, while it is, and nothing of it afterwards", () => {
    const closed = ["2026-01-20", { status: "permanently_closed" }] as const;
    const still = ["2026-01-25", { status: "permanently_closed", rating: 4 }] as const;
    expect(place(["2026-01-10", { status: "operational" }])).toMatchObject({ closed_detected_at: null });
    expect(place(closed, still)).toMatchObject({ closed_detected_at: "2026-01-20T12:00:00.000Z" });
    expect(place(closed, still, ["2026-01-30", { status: "temporarily_closed" }])).toMatchObject({
      status: "temporarily_closed",
      closed_detected_at: null,
    });
    expect(place(closed, ["2026-01-25", { status: "operational" }], ["2026-01-30", closed[1]])).toMatchObject({
      closed_detected_at: "2026-01-30T12:00:00.000Z",
    });
  });

  it("knows when a place was seen first and last, in whatever order", () => {
    expect(
      place(["2026-01-31", { rating: 4 }], ["2026-01-10", { rating: 5 }], ["2026-01-20", { rating: 3 }]),
    ).toMatchObject({
      rating: 4,
      first_seen_at: "2026-01-10T12:00:00.000Z",
      last_checked_at: "2026-01-31T12:00:00.000Z",
    });
  });

  it("keeps what an observation leaves out", () => {
    expect(
      place(["2026-01-10", { name: "Fjord", priceLevel: 2 }], ["2026-01-20", { hours: { mon: "9-17" } }]),
    ).toMatchObject({
      name: "Fjord",
      price_level: 2,
      hours: { mon: "9-17" },
    });
  });
});

describe("the table of a place's days", () => {
  it("has a row a day, with the newest of each member and when it was seen last", () => {
    const rows = rowsAfter(
      placeSnapshotsTable,
      events(
        ["2026-01-20T14:00:00Z", { rating: 4.5 }],
        ["2026-01-20T10:00:00Z", { rating: 4.0, reviewCount: 7 }],
        ["2026-01-21", { isRunningAds: true }],
      ),
    );
    expect(rows).toMatchObject([
      { day: "2026-01-20", rating: 4.5, review_count: 7, observed_at: "2026-01-20T14:00:00.000Z" },
      { day: "2026-01-21", rating: 4.5, review_count: 7, is_running_ads: true },
    ]);
  });
});

describe("the tables of a place's reviews and sections", () => {
  const review = {
    id: "r1",
    rating: 5,
    text: null,
    author: "Ada",
    publishedAt: "2026-01-01T00:00:00Z",
    ownerResponse: null,
  };
  const technologies = [{ toolName: "Matomo", category: null, confidence: 1 }];

  it("hold every review in its newest form", () => {
    const { events: seen } = watched([
      sighting("2026-01-20", { reviews: [review, { ...review, id: "r2" }] }),
      sighting("2026-01-21", { reviews: [{ ...review, text: "Good" }] }),
    ]);
    expect(rowsAfter(placeReviewsTable, seen).map(({ review_id, text }) => [review_id, text])).toEqual([
      ["r1", "Good"],
      ["r2", null],
    ]);
  });

  it("hold the owner's response of whoever told it last, whatever others tell of the review, in any order", () => {
    const { ownerResponse: _none, ...untold } = review;
    const seen = [
      sighting("2026-01-20", { reviews: [{ ...review, ownerResponse: "Thanks" }] }),
      sighting("2026-01-21", { reviews: [{ ...review, ownerResponse: "Many thanks", rating: 4 }] }),
      sighting("2026-01-22", { reviews: [{ ...untold, text: "Good", rating: 3 }] }),
    ];
    const newest = {
      ...{ text: "Good", rating: 3, observed_at: "2026-01-22T12:00:00.000Z" },
      ...{ owner_response: "Many thanks", response_seen_at: "2026-01-21T12:00:00.000Z" },
    };
    const [one, two, three] = seen as [Observation, Observation, Observation];
    for (const order of [seen, [three, two, one], [one, three, two], [three, one, two], [two, one, three]])
      expect(rowsAfter(placeReviewsTable, watched(order).events)).toMatchObject([newest]);
    const withdrawn = [...seen, sighting("2026-01-23", { reviews: [{ ...review, text: "Good", rating: 3 }] })];
    expect(rowsAfter(placeReviewsTable, watched(withdrawn).events)).toMatchObject([{ owner_response: null }]);
    expect(rowsAfter(placeReviewsTable, watched([three]).events)).toMatchObject([
      { owner_response: null, response_seen_at: null },
    ]);
  });

  it("hold a text with the day on which it was collected, whenever it was seen, and a forgotten one not at all", () => {
    const { events: seen } = watched([
      sighting("2026-01-20", {
        reviews: [
          { ...review, text: "Good" },
          { ...review, id: "r2" },
        ],
      }),
    ]);
    const days = () => rowsAfter(placeReviewsTable, seen).map(({ text, text_collected_on: on }) => [text, on]);
    expect(days()).toEqual([
      ["Good", instantOf(0).slice(0, 10)],
      [null, null],
    ]);
    const forgotten = seen.map(({ type, data }) => ({
      type,
      data: "reviews" in data ? { ...data, reviews: data.reviews.map((one) => ({ ...one, text: ERASED })) } : data,
    }));
    expect(rowsAfter(placeReviewsTable, forgotten)).toMatchObject([
      { review_id: "r1", text: null, text_collected_on: null, rating: 5, author: "Ada" },
      { review_id: "r2", text: null, text_collected_on: null },
    ]);
  });

  it("hold every section whole, and when it was seen last", () => {
    const { events: seen } = watched([
      sighting("2026-01-20", { technologies, products: [] }),
      sighting("2026-01-21", { technologies }),
    ]);
    expect(rowsAfter(placeSectionsTable, seen)).toMatchObject([
      { section: "products", content: [], observed_at: "2026-01-20T12:00:00.000Z" },
      { section: "technologies", content: technologies, observed_at: "2026-01-21T12:00:00.000Z" },
    ]);
  });

  it("name who saw a section last beside when that was", () => {
    const { events: seen } = watched([
      sighting("2026-01-20", { technologies }),
      sighting("2026-01-21", { technologies, source: "website" }),
    ]);
    expect(rowsAfter(placeSectionsTable, seen)).toMatchObject([
      { content: technologies, source: "website", observed_at: "2026-01-21T12:00:00.000Z" },
    ]);
  });

  describe("know since when each product is listed without a break", () => {
    const product = (productName: string, price = 35, currency: string | null = "NOK") => ({
      productName,
      price,
      currency,
      category: null,
    });
    const since = (...seen: readonly (readonly [at: string, products: readonly object[]])[]) =>
      rowsAfter(placeSectionsTable, watched(seen.map(([at, products]) => sighting(at, { products }))).events)[0]
        ?.listed_since;
    const noon = (day: string) => `${day}T12:00:00.000Z`;

    it("through changes of its price and of what stands beside it", () => {
      expect(
        since(
          ["2026-01-20", [product("Bun")]],
          ["2026-01-21", [product("Bun", 38), product("Tea")]],
          ["2026-01-22", [product("Tea"), product("Bun", 38)]],
        ),
      ).toEqual({ '["Bun","NOK"]': noon("2026-01-20"), '["Tea","NOK"]': noon("2026-01-21") });
    });

    it("anew where it was gone, and apart in every currency", () => {
      expect(
        since(
          ["2026-01-20", [product("Bun")]],
          ["2026-01-21", []],
          ["2026-01-22", [product("Bun")]],
          ["2026-01-23", [product("Bun"), product("Bun", 3, "EUR"), product("Bun", 4, null)]],
        ),
      ).toEqual({
        '["Bun","NOK"]': noon("2026-01-22"),
        '["Bun","EUR"]': noon("2026-01-23"),
        '["Bun",null]': noon("2026-01-23"),
      });
    });

    it("whatever an older sighting that comes in late has listed", () => {
      expect(since(["2026-01-20", [product("Bun")]], ["2026-01-10", [product("Bun"), product("Tea")]])).toEqual({
        '["Bun","NOK"]': noon("2026-01-20"),
      });
    });
  });
});
