/** Places are looked up at the provider within limits, and whatever the provider does is told in words of our own. */
import { quotas } from "../../domain/plans";
import { createApi, expectStatus, type Api, type Browser } from "../support/api";
import { destination } from "../support/geodesy";
import type { Reply } from "../support/http-client";
import { providedPlace, providerError, STAND_IN_KEY, startPlacesStandIn } from "../support/places-stand-in";
import type { Misbehaviour, PlacesStandIn } from "../support/places-stand-in";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";

const PIER = { latitude: 59.911, longitude: 10.741 };
const PER_MINUTE = 30;
const DAY_SECONDS = 86_400;

let service: TestService;
let api: Api;
let standIn: PlacesStandIn;
beforeAll(async () => {
  standIn = await startPlacesStandIn();
  const settings = { ...standIn.settings, PLACES_REQUESTS_PER_SECOND: "1000" };
  service = await startTestService({ settings });
  api = createApi(service);
  standIn.addAddress("Pier 1, Oslo", PIER);
  standIn.add(
    providedPlace("near", {
      displayName: { text: "Harbour Café" },
      types: ["sushi_restaurant"],
      location: destination(PIER, 90, 150),
    }),
    providedPlace("far", { types: ["restaurant"], location: destination(PIER, 90, 900) }),
    providedPlace("bare", {
      displayName: { text: "Bare Café" },
      ...{ formattedAddress: undefined, rating: undefined, userRatingCount: undefined, websiteUri: undefined },
      ...{ types: undefined, location: destination(PIER, 0, 5_000) },
    }),
  );
}, 60_000);
afterAll(async () => {
  await service.close();
  await standIn.close();
});

type Ask = (browser: Browser, headers?: Readonly<Record<string, string>>) => Promise<Reply>;
const asks: Readonly<Record<string, Ask>> = {
  autocomplete: (browser, headers) => browser.post("/api/places/autocomplete", { input: "harb" }, headers),
  search: (browser, headers) => browser.get("/api/places/search?q=harbour", headers),
  nearby: (browser, headers) =>
    browser.post("/api/places/nearby", { address: "Pier 1, Oslo", category: "restaurant" }, headers),
  "reverse-geocode": (browser, headers) =>
    browser.post("/api/places/reverse-geocode", { lat: PIER.latitude, lng: PIER.longitude }, headers),
};
const all = Object.entries(asks);
const { search = () => Promise.reject(new Error("There is no such look-up.")) } = asks;

/** Each caller of a test comes from a network of its own unless told otherwise. */
const from = (number: number) => ({ "x-forwarded-for": `172.16.${number >> 8}.${number & 255}` });

describe("what is found", () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await api.signUp()));

  test("completions are answered with their two parts", async () => {
    expect(expectStatus(await browser.post("/api/places/autocomplete", { input: " HARB " }), 200)).toEqual({
      suggestions: [
        {
          placeId: "near",
          text: "Harbour Café, near Kirkegata, 0153 Oslo, Norway",
          mainText: "Harbour Café",
          secondaryText: "near Kirkegata, 0153 Oslo, Norway",
        },
      ],
    });
    const none = await browser.post("/api/places/autocomplete", { input: "nothing like it" });
    expect(expectStatus(none, 200)).toEqual({ suggestions: [] });
  });

  test("words find places, with null for what is not known of them", async () => {
    expect(expectStatus(await browser.get("/api/places/search?q=caf%C3%A9"), 200)).toEqual({
      results: [
        {
          place_id: "near",
          name: "Harbour Café",
          address: "near Kirkegata, 0153 Oslo, Norway",
          rating: 4.4,
          review_count: 321,
          types: ["sushi_restaurant"],
          website_url: "https://near.example/",
        },
        {
          ...{ place_id: "bare", name: "Bare Café", address: null, rating: null, review_count: null },
          ...{ types: [], website_url: null },
        },
      ],
    });
  });

  test("places of a category are found around an address, with their distance", async () => {
    const nearby = async (body: object) =>
      expectStatus(await browser.post("/api/places/nearby", { address: "Pier 1, Oslo", ...body }), 200) as {
        results: readonly { place_id: string; distance_meters: number }[];
        center: unknown;
      };
    const { results, center } = await nearby({ category: "restaurant" });
    expect(center).toEqual(PIER);
    expect(results).toMatchObject([
      { place_id: "near", distance_meters: 150, rating: 4.4, types: ["sushi_restaurant"] },
      { place_id: "far", distance_meters: 900 },
    ]);
    const narrow = { category: "restaurant", subcategory: "sushi" };
    expect((await nearby(narrow)).results).toMatchObject([{ place_id: "near" }]);
    const close = { category: "restaurant", radius_meters: 500 };
    expect((await nearby(close)).results).toMatchObject([{ place_id: "near" }]);
    expect((await nearby({ category: "restaurant", max_results: 1 })).results).toHaveLength(1);
  });

  test("a point has an address", async () => {
    const body = { lat: PIER.latitude, lng: PIER.longitude };
    expect(expectStatus(await browser.post("/api/places/reverse-geocode", body), 200)).toEqual({
      address: "Pier 1, Oslo",
    });
  });

  test("an address that is nowhere and a point without an address are 404", async () => {
    const nowhere = await browser.post("/api/places/nearby", { address: "Atlantis", category: "cafe" });
    const sea = await browser.post("/api/places/reverse-geocode", { lat: 0, lng: -30 });
    for (const { status, json } of [nowhere, sea])
      expect([status, json?.["code"]]).toEqual([404, "location_not_found"]);
  });
});

test("suggestions of competitors look nothing up", async () => {
  const { browser } = await api.tenant({ business: { placeId: "near" } });
  await api.observe(sighting("near", service.clock.now(), { listing: { name: "Harbour Café", ...PIER } }));
  const asked = standIn.requests.length;
  expectStatus(await browser.get("/api/competitors/suggestions"), 200);
  expect(standIn.requests.length).toBe(asked);
});

test("what is not of the form is 400 and named, and counts nothing and asks nobody", async () => {
  const browser = await api.signUp();
  const asked = standIn.requests.length;
  const wrong: readonly (readonly [path: string, body: object, named: string])[] = [
    ["autocomplete", { input: " a " }, "input"],
    ["autocomplete", { input: "a".repeat(201) }, "input"],
    ["autocomplete", {}, "input"],
    ["nearby", { address: "P", category: "cafe" }, "address"],
    ["nearby", { address: "Pier 1" }, "category"],
    ["nearby", { address: "Pier 1", category: "cafe", subcategory: "" }, "subcategory"],
    ["nearby", { address: "Pier 1", category: "cafe", radius_meters: 49 }, "radius_meters"],
    ["nearby", { address: "Pier 1", category: "cafe", radius_meters: 50_001 }, "radius_meters"],
    ["nearby", { address: "Pier 1", category: "cafe", max_results: 0 }, "max_results"],
    ["nearby", { address: "Pier 1", category: "cafe", max_results: 21 }, "max_results"],
    ["reverse-geocode", { lat: 90.1, lng: 0 }, "lat"],
    ["reverse-geocode", { lat: 0, lng: -180.1 }, "lng"],
    ["reverse-geocode", { lat: 0 }, "lng"],
  ];
  for (const [path, body, named] of wrong)
    expect(refusedAt(await browser.post(`/api/places/${path}`, body))).toEqual([400, named]);
  for (const query of ["", "?q=", "?q=a", "?q=%20a%20", `?q=${"a".repeat(201)}`])
    expect(refusedAt(await browser.get(`/api/places/search${query}`))).toEqual([400, "query.q"]);
  expect(standIn.requests.length).toBe(asked);
  for (let time = 0; time < PER_MINUTE; time += 1) expect((await search(browser)).status).toBe(200);
});

const refusedAt = ({ status, json }: Reply) => [
  status,
  (json?.["details"] as { path: string }[] | undefined)?.[0]?.path,
];

describe("limits", () => {
  test("an address may look up so many times a minute, whoever calls from there and whatever they look up", async () => {
    const browsers = [await api.signUp(), await api.signUp()];
    startOfWindow(60);
    const asked = standIn.requests.length;
    const replies: Reply[] = [];
    for (let time = 0; time < PER_MINUTE + 4; time += 1) {
      const [, ask = search] = all[time % 4 === 2 ? 0 : time % all.length] ?? [];
      replies.push(await ask(browsers[time % 2] as Browser, from(1)));
    }
    expect(replies.map(({ status }) => status)).toEqual([
      ...Array.from({ length: PER_MINUTE }, () => 200),
      ...[429, 429, 429, 429],
    ]);
    expect(standIn.requests.length - asked).toBe(PER_MINUTE);
    const refused = replies.at(-1);
    expect(refused?.json).toMatchObject({ code: "rate_limited", quota: { name: "places", limit: 30, used: 30 } });
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refused?.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect((await search(browsers[0] as Browser, from(2))).status).toBe(200);
    service.clock.leap(60_000);
    expect((await search(browsers[0] as Browser, from(1))).status).toBe(200);
  });

  test("places near an address cost two look-ups, one of them for the address", async () => {
    const browser = await api.signUp();
    startOfWindow(DAY_SECONDS);
    const { placeSearchesPerDay: limit } = quotas.free;
    const { nearby = search } = asks;
    for (let time = 0; time < limit / 2; time += 1) expect((await nearby(browser, from(300 + time))).status).toBe(200);
    expect((await search(browser, from(400))).status).toBe(429);
  });

  test("an account may look up so many times a UTC day by its plan, from wherever, and again on the next", async () => {
    const browser = await api.signUp();
    const other = await api.signUp();
    startOfWindow(DAY_SECONDS);
    const { placeSearchesPerDay: limit } = quotas.free;
    const replies = await Promise.all(
      Array.from({ length: limit + 3 }, (_, time) => search(browser, from(100 + (time >> 4)))),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: limit }, () => 200), 429, 429, 429]);
    const refused = await search(browser, from(200));
    expect(refused.json).toMatchObject({
      code: "rate_limited",
      quota: { name: "placeSearchesPerDay", limit, used: limit, resetSeconds: expect.any(Number) as number },
    });
    const wait = Number(refused.headers["retry-after"]);
    const secondOfDay = Math.floor(service.clock.now().getTime() / 1_000) % DAY_SECONDS;
    expect(Math.abs(wait + secondOfDay - DAY_SECONDS)).toBeLessThanOrEqual(2);
    expect((await search(other, from(200))).status).toBe(200);
    service.clock.leap((wait - 5) * 1_000);
    expect((await search(browser, from(201))).status).toBe(429);
    service.clock.leap(6_000);
    expect((await search(browser, from(202))).status).toBe(200);
  });
});

describe("failures", () => {
  const denied = providerError(403, "PERMISSION_DENIED", `The key ${STAND_IN_KEY} may not.`);
  const failures: readonly (readonly [name: string, how: Misbehaviour, retryAfter: string | undefined])[] = [
    ["is broken", { status: 500, headers: { "retry-after": "77" } }, "77"],
    ["allows no more", { ...providerError(429, "RESOURCE_EXHAUSTED", "No."), headers: { "retry-after": "9" } }, "9"],
    ["refuses the key", denied, undefined],
    ["answers with a page", { body: `<!DOCTYPE html><p>${STAND_IN_KEY} Sorry` }, undefined],
    ["answers in another form", { body: { suggestions: 1, places: 2, results: 3, key: STAND_IN_KEY } }, undefined],
  ];

  test.each(failures)(
    "where the provider %s, every look-up is 502, in our own words alone",
    async (_name, how, retryAfter) => {
      const browser = await api.signUp();
      for (const [index, [, ask]] of all.entries()) {
        standIn.misbehave(how);
        const { status, json, headers, text } = await ask(browser, from(300 + index));
        expect([status, json?.["code"], headers["retry-after"]]).toEqual([502, "location_lookup_failed", retryAfter]);
        expect(Object.keys(json ?? {}).sort()).toEqual(["code", "error", "requestId"]);
        expect(text).not.toContain(STAND_IN_KEY);
      }
    },
  );

  test("where the provider breaks off and then says nothing in time, a look-up is 502, and the next one may succeed", async () => {
    const browser = await api.signUp();
    standIn.misbehave({ cut: true }, { cut: true }, { delayMs: 60_000 });
    const reply = await search(browser, from(400));
    expect([reply.status, reply.json?.["code"]]).toEqual([502, "location_lookup_failed"]);
    expect((await search(browser, from(400))).status).toBe(200);
  }, 20_000);
});

test("without a provider every look-up is 500 and says so, and counts nothing", async () => {
  const bare = await startTestService();
  try {
    const browser = await createApi(bare).signUp();
    const often = Array.from({ length: PER_MINUTE }, () => search);
    for (const ask of [...Object.values(asks), ...often]) {
      const { status, json } = await ask(browser);
      expect([status, json?.["code"]]).toEqual([500, "location_search_not_configured"]);
    }
  } finally {
    await bare.close();
  }
});

/** So that a window does not end by itself in the middle of a test. */
function startOfWindow(seconds: number): void {
  const length = seconds * 1_000;
  service.clock.leap(length - (service.clock.now().getTime() % length) + 1);
}
