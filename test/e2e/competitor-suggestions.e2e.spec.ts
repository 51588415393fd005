/** Suggestions are the stored places around the own listing that one could track, seen by each business from its own place. */
import { after, createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { destination, type Place } from "../support/geodesy";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";

const HARBOUR: Place = { latitude: -16.8, longitude: 179.9995 };

let service: TestService;
let api: Api;
let towns = 0;
let refusing: Promise<Tenant> | undefined;
beforeAll(async () => {
  service = await startTestService();
  api = createApi(service);
}, 60_000);
afterAll(() => service.close());

const now = () => service.clock.now();

/** Each test has a town of its own, so that the places of one are not around another. */
const town = (): Place => ({ ...HARBOUR, latitude: HARBOUR.latitude + 2 * (towns += 1) });

const at = (placeId: string, from: Place, bearing: number, meters: number, more: object = {}) =>
  sighting(placeId, now(), {
    listing: { name: `Name of ${placeId}`, category: "Cafe", ...destination(from, bearing, meters), ...more },
  });

async function suggested({ browser }: Tenant, query = ""): Promise<readonly string[]> {
  const { suggestions } = expectStatus(await browser.get(`/api/competitors/suggestions${query}`), 200);
  return (suggestions as { placeId: string }[]).map(({ placeId }) => placeId);
}

const track = async ({ api: { v1 } }: Tenant, placeId: string): Promise<string> =>
  (await v1.post("/api/v1/competitors", { body: { name: "Tracked", place_id: placeId } })).competitor.id;

/** A tenant that reads what these observations say. */
async function tenantAt(placeId: string | undefined, observations: readonly object[], business: object = {}) {
  const tenant = await api.tenant({ business: { ...business, ...(placeId === undefined ? {} : { placeId }) } });
  const position = await api.observe(...observations);
  expect(await service.running.engines.projector.reached(["places"], position, 5_000)).toBe(true);
  return tenant;
}

test("places around the own listing are suggested nearest first, across the meridian of 180° too", async () => {
  const center = town();
  const facts = { address: "Pier 1", rating: 4.4, reviewCount: 210 };
  const tenant = await tenantAt("a-own", [
    at("a-own", center, 0, 0),
    at("a-east", center, 90, 300, facts),
    at("a-west", center, 270, 120),
    at("a-far", center, 180, 2_100),
  ]);
  const reply = await tenant.browser.get("/api/competitors/suggestions");
  expect(expectStatus(reply, 200)).toEqual({
    center: { latitude: expect.closeTo(center.latitude, 9) as number, longitude: center.longitude },
    category: "Cafe",
    suggestions: [
      {
        placeId: "a-west",
        name: "Name of a-west",
        address: null,
        category: "Cafe",
        rating: null,
        reviewCount: null,
        distanceMeters: 120,
      },
      {
        placeId: "a-east",
        name: "Name of a-east",
        category: "Cafe",
        ...facts,
        distanceMeters: 300,
      },
    ],
  });
  expect(await suggested(tenant, "?radius=2200")).toEqual(["a-west", "a-east", "a-far"]);
  expect(await suggested(tenant, "?radius=200&limit=5")).toEqual(["a-west"]);
  expect(await suggested(tenant, "?radius=50000&limit=1")).toEqual(["a-west"]);
});

test("what is tracked or permanently closed is not suggested, and what is removed or closed for a while is", async () => {
  const center = town();
  const tenant = await tenantAt("b-own", [
    at("b-own", center, 0, 0),
    at("b-1", center, 10, 100),
    at("b-2", center, 20, 200, { status: "permanently_closed" }),
    at("b-3", center, 30, 300, { status: "temporarily_closed" }),
    at("b-4", center, 40, 400, { status: "operational" }),
  ]);
  expect(await suggested(tenant)).toEqual(["b-1", "b-3", "b-4"]);
  const id = await track(tenant, "b-1");
  const headers = after(tenant.api.v1.position);
  const { suggestions } = expectStatus(await tenant.browser.get("/api/competitors/suggestions", headers), 200);
  expect(suggestions).toMatchObject([{ placeId: "b-3" }, { placeId: "b-4" }]);
  expectStatus(await tenant.browser.delete(`/api/competitors/${id}`), 204);
  expect(await suggested(tenant)).toEqual(["b-1", "b-3", "b-4"]);
});

test("a business sees from its own place and without its own competitors, whatever others track", async () => {
  const center = town();
  const places = ["c-own", "c-1", "c-other"].map((placeId, index) => at(placeId, center, 0, 500 * index));
  const [one, other] = [await tenantAt("c-own", places), await tenantAt("c-other", [])];
  expect(await suggested(one)).toEqual(["c-1", "c-other"]);
  expect(await suggested(other)).toEqual(["c-1", "c-own"]);
  for (const placeId of ["c-1", "c-own"]) await track(other, placeId);
  expect(await suggested(other)).toEqual([]);
  expect(await suggested(one)).toEqual(["c-1", "c-other"]);
});

test("the category is the one asked for, or that of the own place, or that of the business, or any", async () => {
  const center = town();
  const places = [
    at("d-own", center, 0, 0, { category: "Cafe" }),
    at("d-plain", center, 0, 0, { category: "" }),
    at("d-cafe", center, 0, 100, { category: "CAFE" }),
    at("d-bakery", center, 0, 200, { category: "Bakery" }),
    at("d-unknown", center, 0, 300, { category: "" }),
  ];
  const cafe = await tenantAt("d-own", places, { category: "Bakery" });
  expect(await suggested(cafe)).toEqual(["d-cafe"]);
  expect(await suggested(cafe, "?category=bakery")).toEqual(["d-bakery"]);
  expect(await suggested(cafe, "?category=Any")).toEqual(["d-plain", "d-cafe", "d-bakery", "d-unknown"]);
  const bakery = await tenantAt("d-plain", [], { category: "Bakery" });
  expect(await suggested(bakery)).toEqual(["d-bakery"]);
  const neither = await tenantAt("d-plain", []);
  expect(await suggested(neither)).toEqual(["d-own", "d-cafe", "d-bakery", "d-unknown"]);
});

test("a business without a place, or whose place nobody has located, has no surroundings", async () => {
  const center = town();
  const nobody = await tenantAt(undefined, [at("e-1", center, 0, 10)]);
  const unseen = await tenantAt("e-unseen", []);
  const unlocated = await tenantAt("e-own", [sighting("e-own", now(), { listing: { name: "Own", category: "Cafe" } })]);
  const replies = [nobody, unseen, unlocated].map(({ browser }) => browser.get("/api/competitors/suggestions"));
  expect((await Promise.all(replies)).map(({ json }) => json)).toEqual([
    { suggestions: [], center: null, category: null },
    { suggestions: [], center: null, category: null },
    { suggestions: [], center: null, category: "Cafe" },
  ]);
});

test.each(["radius=49", "radius=50001", "radius=", "radius=far", "limit=0", "limit=101", "limit=1.5", "category="])(
  "%s is refused and named",
  async (wrong) => {
    const browser = (await (refusing ??= api.tenant())).browser;
    const reply = await browser.get(`/api/competitors/suggestions?${wrong}`);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ details: [{ path: `query.${wrong.split("=")[0] ?? ""}` }] });
  },
);
