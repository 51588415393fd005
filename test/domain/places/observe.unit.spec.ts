import { sectionEvents } from "../../../domain/places/events";
import { type decide, lastOf, sighting, typesOf, watched } from "../../support/sighted";

const DAY = "2026-01-31";
const listing = (at: string, found: Readonly<Record<string, unknown>>) => sighting(at, { listing: found });

describe("a place that is seen", () => {
  it.each([
    ["reviews", []],
    ["jobs", []],
    ["platformRatings", {}],
    ["youtube", { channel: null, recentVideos: [] }],
  ])("for the first time is known from then on, if only without any %s", (section, content) => {
    expect(typesOf(watched([sighting(DAY, { [section]: content })]).events)).toContain("PlaceFirstSeen");
  });

  it("by nobody who brings a fact is not known, and is seen first with the first fact", () => {
    const nothing = [sighting(DAY), listing(DAY, {}), listing(DAY, { name: " " }), sighting(DAY, { answers: "r1" })];
    const { events, state } = watched(nothing);
    expect(events).toEqual([]);
    expect(state.firstSeenAt).toBeNull();
    expect(typesOf(lastOf([...nothing, listing(DAY, { name: "Fjord" })]))).toContain("PlaceFirstSeen");
  });

  it.each([
    ["name", "Fjord", "PlaceDetailsObserved"],
    ["address", "Kirkegata 1", "PlaceDetailsObserved"],
    ["state", "Oslo", "PlaceDetailsObserved"],
    ["latitude", 59.9, "PlaceDetailsObserved"],
    ["longitude", 10.7, "PlaceDetailsObserved"],
    ["phone", "+47 1", "PlaceDetailsObserved"],
    ["city", "Oslo", "PlaceDetailsObserved"],
    ["country", "NO", "PlaceDetailsObserved"],
    ["category", "cafe", "PlaceDetailsObserved"],
    ["rating", 4.5, "PlaceRatingChanged"],
    ["hours", { mon: "9-17" }, "PlaceHoursChanged"],
    ["website", "https://a.example", "PlaceWebsiteChanged"],
    ["status", "operational", "PlaceStatusChanged"],
    ["priceLevel", 2, "PlacePriceLevelChanged"],
    ["reviewCount", 3, "PlaceSnapshotTaken"],
    ["localPackRank", 1, "PlaceSnapshotTaken"],
    ["isRunningAds", false, "PlaceSnapshotTaken"],
  ])("with nothing but its %s tells that, and a day's snapshot", (member, value, type) => {
    const { events, state } = watched([listing(DAY, { [member]: value })]);
    expect(typesOf(events)).toEqual([...new Set(["PlaceFirstSeen", type, "PlaceSnapshotTaken"])]);
    expect(state.facts).toEqual({ [member]: { value, at: `${DAY}T12:00:00.000Z` } });
  });

  it("keeps what a later observation leaves out, or leaves blank", () => {
    const { state } = watched([
      listing("2026-01-30", { name: "Fjord", rating: 4.5, hours: { mon: "9-17" } }),
      listing(DAY, { name: "  ", reviewCount: 3 }),
    ]);
    expect(state.facts["rating"]?.value).toBe(4.5);
    expect(state.facts["name"]).toEqual({ value: "Fjord", at: "2026-01-30T12:00:00.000Z" });
  });

  it("again as it was, on the same day, says nothing; on another day, a snapshot", () => {
    const found = { name: "Fjord", rating: 4.5, reviewCount: 10 };
    expect(lastOf([listing(`${DAY}T08:00:00Z`, found), listing(`${DAY}T09:00:00Z`, found)])).toEqual([]);
    const next = lastOf([listing("2026-01-30", found), listing(DAY, found)]);
    expect(typesOf(next)).toEqual(["PlaceSnapshotTaken"]);
  });

  it("tells the value before a change, and none at the first sighting", () => {
    const [first] = watched([listing("2026-01-30", { rating: 4.4 })]).events.filter(
      ({ type }) => type === "PlaceRatingChanged",
    );
    expect(first?.data).toMatchObject({ before: null, after: 4.4 });
    expect(lastOf([listing("2026-01-30", { name: "Fjord", rating: 4.4 }), listing(DAY, { rating: 4.5 })])[0]).toEqual({
      type: "PlaceRatingChanged",
      data: {
        placeId: "place-1",
        observedAt: `${DAY}T12:00:00.000Z`,
        source: "maps",
        live: true,
        name: "Fjord",
        before: 4.4,
        after: 4.5,
      },
    });
  });

  it("with its hours in another order of members has the same hours", () => {
    const before = listing(`${DAY}T08:00:00Z`, { hours: { mon: { from: 9, to: 17 }, tue: null } });
    expect(lastOf([before, listing(`${DAY}T09:00:00Z`, { hours: { tue: null, mon: { to: 17, from: 9 } } })])).toEqual(
      [],
    );
    const other = lastOf([before, listing(`${DAY}T09:00:00Z`, { hours: { mon: { from: 9, to: 18 }, tue: null } })]);
    expect(typesOf(other)).toEqual(["PlaceHoursChanged"]);
  });

  it("closed for good and reopened tells both", () => {
    const history = [
      listing("2026-01-28", { status: "operational" }),
      listing("2026-01-29", { status: "permanently_closed" }),
      listing("2026-01-30", { status: "permanently_closed" }),
      listing(DAY, { status: "operational" }),
    ];
    const changes = watched(history).events.filter(({ type }) => type === "PlaceStatusChanged");
    expect(changes.map(({ data }) => ("after" in data ? data.after : null))).toEqual([
      "operational",
      "permanently_closed",
      "operational",
    ]);
  });
});

describe("what was seen long ago", () => {
  const past = [listing("2019-05-01", { name: "Fjord", city: "Oslo", category: "cafe", rating: 4.0, hours: 1 })];

  it("raises nothing live, and newness least of all", () => {
    const { events } = watched([
      ...past,
      listing("2019-06-01", { rating: 4.2, hours: 2, status: "permanently_closed" }),
    ]);
    const live = events.filter(({ data }) => "live" in data && data.live);
    expect(live).toEqual([]);
    expect(events.filter(({ data }) => "newlySeen" in data && data.newlySeen)).toEqual([]);
  });

  it("is what was seen two days ago or earlier", () => {
    const now = "2026-02-01T12:00:00.000Z";
    const liveAt = (at: string) => watched([sighting(at, { reviews: [] })], now).events[0]?.data;
    expect(liveAt("2026-01-30T12:00:00.001Z")).toMatchObject({ live: true });
    expect(liveAt("2026-01-30T12:00:00.000Z")).toMatchObject({ live: false });
  });

  it("is what a live change is told against", () => {
    expect(lastOf([...past, listing("2026-02-01", { rating: 4.9 })])[0]).toMatchObject({
      type: "PlaceRatingChanged",
      data: { live: true, before: 4.0, after: 4.9 },
    });
  });

  it("never overwrites what was seen later, and fills its own day", () => {
    const late = lastOf([
      listing(DAY, { name: "New", rating: 4.5, hours: 1, website: "w", reviewCount: 30 }),
      listing("2026-01-20", { name: "Old", rating: 4.0, hours: 0, website: "v", reviewCount: 20 }),
    ]);
    expect(late).toEqual([
      {
        type: "PlaceSnapshotTaken",
        data: {
          placeId: "place-1",
          observedAt: "2026-01-20T12:00:00.000Z",
          source: "maps",
          listed: ["name", "rating", "reviewCount", "website", "hours"],
          day: "2026-01-20",
          rating: 4.0,
          reviewCount: 20,
          localPackRank: null,
          isRunningAds: null,
        },
      },
    ]);
  });

  it("does not overwrite what was seen again, unchanged, on a day after it", () => {
    const { state } = watched([
      listing("2026-01-10", { rating: 4.5, website: "w" }),
      listing("2026-01-20T08:00:00Z", { priceLevel: 2 }),
      listing("2026-01-20T09:00:00Z", { rating: 4.5, website: "w" }),
      listing("2026-01-15", { rating: 4.0, website: "v" }),
    ]);
    expect(state.facts["rating"]?.value).toBe(4.5);
    expect(state.facts["website"]?.value).toBe("w");
  });
});

describe("a place's area", () => {
  const area = { city: "Oslo", category: "cafe", country: "NO" };
  const located = (observations: readonly Parameters<typeof decide>[1][]) =>
    lastOf(observations).find(({ type }) => type === "PlaceLocated")?.data;

  it("is known once city and category are, and is news where the place is new", () => {
    expect(located([listing(DAY, { city: "Oslo" })])).toBeUndefined();
    expect(located([listing(DAY, area)])).toMatchObject({ before: null, after: area, newlySeen: true, live: true });
    expect(
      located([listing("2026-01-31", { city: "Oslo" }), listing("2026-02-01", { category: "cafe" })]),
    ).toMatchObject({ after: { city: "Oslo", category: "cafe", country: null }, newlySeen: true });
  });

  it("is no news where the place was known for long, or moved", () => {
    expect(located([sighting("2020-01-01", { reviews: [] }), listing(DAY, area)])).toMatchObject({
      newlySeen: false,
      live: true,
    });
    expect(located([listing("2026-01-31", area), listing("2026-02-01", { city: "Bergen" })])).toMatchObject({
      before: area,
      after: { ...area, city: "Bergen" },
      newlySeen: false,
    });
    expect(located([listing("2026-01-31", area), listing("2026-02-01", area)])).toBeUndefined();
  });
});

describe("a day's snapshot", () => {
  const taken = (observations: readonly Parameters<typeof decide>[1][]) =>
    lastOf(observations).find(({ type }) => type === "PlaceSnapshotTaken")?.data;

  it("carries what was known by then beside what was seen", () => {
    const data = taken([listing("2026-01-29", { rating: 4.5, reviewCount: 10 }), listing(DAY, { localPackRank: 3 })]);
    expect(data).toMatchObject({ day: DAY, rating: 4.5, reviewCount: 10, localPackRank: 3, listed: ["localPackRank"] });
  });

  it("is told again where more was seen that day, the newest of each member", () => {
    const morning = listing(`${DAY}T08:00:00Z`, { rating: 4.5 });
    const noon = listing(`${DAY}T12:00:00Z`, { rating: 4.6, reviewCount: 11 });
    expect(taken([morning, noon])).toMatchObject({ rating: 4.6, reviewCount: 11 });
    expect(taken([noon, listing(`${DAY}T08:00:00Z`, { rating: 4.5, isRunningAds: true })])).toMatchObject({
      rating: 4.6,
      isRunningAds: true,
    });
  });

  it("takes what was really seen that day over what was carried into it, however late it comes", () => {
    const carried = [listing("2026-01-20", { reviewCount: 10 }), listing(`${DAY}T14:00:00Z`, { website: "w" })];
    const late = listing(`${DAY}T12:00:00Z`, { reviewCount: 12 });
    expect(taken([...carried, late])).toMatchObject({ day: DAY, reviewCount: 12 });
    const { state } = watched([...carried, late]);
    expect(state.facts["reviewCount"]).toEqual({ value: 12, at: `${DAY}T12:00:00.000Z`, before: 10 });
  });

  it("counts for the surge rule only with a count that was seen", () => {
    const { state } = watched([
      listing("2026-01-20", { reviewCount: 10 }),
      listing("2026-01-25", { website: "w" }),
      listing(DAY, { reviewCount: 12 }),
    ]);
    expect(state.counts).toEqual([
      { day: "2026-01-20", count: 10 },
      { day: DAY, count: 12 },
    ]);
  });
});

describe("a place's products", () => {
  const product = (productName: string, price: number | null, currency: string | null = "NOK") => ({
    productName,
    price,
    currency,
    category: null,
  });
  const prices = (before: readonly unknown[], after: readonly unknown[], at = DAY) =>
    lastOf([sighting("2026-01-30", { products: before }), sighting(at, { products: after })]).filter(
      ({ type }) => type === "PlaceProductPriceChanged",
    );

  it("tell a changed price, by name and currency", () => {
    expect(prices([product("Bun", 30), product("Tea", 25)], [product("Tea", 25), product("Bun", 35)])).toMatchObject([
      { data: { productName: "Bun", currency: "NOK", before: 30, after: 35, live: true } },
    ]);
  });

  it("tell nothing where there was no price, is none, the currency or the name is another, or it was before", () => {
    expect(prices([product("Bun", null)], [product("Bun", 35)])).toEqual([]);
    expect(prices([product("Bun", 30)], [product("Bun", null)])).toEqual([]);
    expect(prices([product("Bun", 30)], [product("Bun", 3, "EUR")])).toEqual([]);
    expect(prices([product("Bun", 30)], [product("Roll", 35)])).toEqual([]);
    expect(prices([product("Bun", 30)], [product("Bun", 20)], "2026-01-10")).toEqual([]);
  });

  it("tell nothing where two have one name: nobody can say which one changed", () => {
    const two = [product("Bun", 30), product("Bun", 45)];
    expect(prices(two, [...two].reverse())).toEqual([]);
    expect(prices(two, [product("Bun", 50)])).toEqual([]);
    expect(prices([product("Bun", 50)], two)).toEqual([]);
  });
});

describe("a section", () => {
  const technologies = (toolName: string) => ({ technologies: [{ toolName, category: null, confidence: 1 }] });

  it("is told when it changes, by an event of its own", () => {
    expect(typesOf(lastOf([sighting("2026-01-30", { reviews: [] }), sighting(DAY, technologies("Matomo"))]))).toEqual([
      "PlaceTechnologiesObserved",
    ]);
    expect(new Set(Object.values(sectionEvents)).size).toBe(10);
    expect(watched([sighting(DAY, technologies("Matomo"))]).state.sections["technologies"]?.value).toEqual(
      technologies("Matomo").technologies,
    );
  });

  it("that was seen again on a later day, unchanged, is not overwritten by what was seen between", () => {
    const seen = [sighting("2026-01-10", technologies("Matomo")), sighting("2026-01-20", technologies("Matomo"))];
    expect(lastOf(seen)).toMatchObject([{ type: "PlaceSectionsConfirmed", data: { sections: ["technologies"] } }]);
    expect(lastOf([...seen, sighting("2026-01-20T18:00:00Z", technologies("Matomo"))])).toEqual([]);
    expect(lastOf([...seen, sighting("2026-01-15", technologies("Plausible"))])).toEqual([]);
  });
});
