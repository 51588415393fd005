/** The places provider as the settings name it. */
import { createMetrics } from "../../../infra/composition/observability/metrics";
import { createOutbound } from "../../../infra/composition/adapters/outbound";
import { createPlaces } from "../../../infra/composition/adapters/places";
import { ConfigError, loadConfig } from "../../../infra/config/config";
import { silentLogger } from "../../../infra/logging/logger";
import { systemClock } from "../../../infra/time/clock";
import { providedPlace, startPlacesStandIn, type PlacesStandIn } from "../../support/places-stand-in";
import { faultOf } from "./provider-stage";

const parts = { clock: systemClock, logger: silentLogger };
let standIn: PlacesStandIn;
beforeAll(async () => {
  standIn = await startPlacesStandIn();
  standIn.add(providedPlace("A"));
});
afterAll(() => standIn.close());

test("without a key there is no provider", () => {
  expect(createPlaces(loadConfig({}), parts)).toBeNull();
});

test("a provider on this machine is reached by its own client, and by no webhook", async () => {
  const config = loadConfig({ ...standIn.settings });
  const places = createPlaces(config, parts);
  expect(await places?.details("A", ["photos"])).toMatchObject({ placeId: "A" });
  await places?.close();
  const webhooks = createOutbound(config);
  const outcome = await webhooks.request({ method: "POST", url: standIn.url, deadlineMs: 1_000 });
  expect(outcome).toMatchObject({ outcome: "failed", errorClass: "blocked_address" });
  await webhooks.close();
});

test("a provider that stands at a private address is not called", async () => {
  const seen = standIn.requests.length;
  const urls = {
    PLACES_API_URL: "https://10.0.0.1",
    GEOCODING_API_URL: `https://127.0.0.1:${new URL(standIn.url).port}`,
  };
  const places = createPlaces(loadConfig({ ...standIn.settings, ...urls }), parts);
  if (places === null) throw new Error("There is a key.");
  expect((await faultOf(places.details("A", []))).fault).toBe("denied");
  expect((await faultOf(places.locate("Kirkegata"))).fault).toBe("denied");
  await places.close();
  expect(standIn.requests).toHaveLength(seen);
});

test("a wrong key is denied", async () => {
  const places = createPlaces(loadConfig({ ...standIn.settings, PLACES_API_KEY: "wrong" }), parts);
  if (places === null) throw new Error("There is a key.");
  expect((await faultOf(places.details("A", []))).fault).toBe("denied");
  expect((await faultOf(places.search("cafe", { limit: 1 }))).fault).toBe("denied");
  expect((await faultOf(places.addressAt({ latitude: 1, longitude: 2 }))).fault).toBe("denied");
  await places.close();
});

test("calls, what they may cost and what was left out are metrics", async () => {
  const metrics = createMetrics();
  const places = createPlaces(loadConfig({ ...standIn.settings }), { ...parts, metrics: metrics.places });
  standIn.add(providedPlace("B", { reviews: [{}] }));
  for (const placeId of ["A", "B", "unknown"]) await places?.details(placeId, ["reviews"]);
  await places?.close();
  const webhooks = { pending: 0, retrying: 0, held: 0, dead: 0, oldestDueSeconds: 0 } as never;
  const collections = { waiting: 0, leased: 0, oldestSeconds: 0 } as never;
  const engines = { answering: {}, projections: [], processes: [], webhooks, collections, integrationEvents: null };
  const { text } = await metrics.text(engines);
  const lines = text.split("\n").filter((line) => line.startsWith("places_provider_"));
  expect(lines.sort()).toEqual([
    'places_provider_calls_total{operation="details",sku="details_atmosphere",outcome="answered"} 2',
    'places_provider_calls_total{operation="details",sku="details_atmosphere",outcome="unknown_place"} 1',
    'places_provider_dropped_items_total{kind="review"} 1',
    'places_provider_estimated_cost_usd_total{sku="details_atmosphere"} 0.05',
  ]);
});

test.each([
  [
    { PLACES_API_URL: "http://places.example" },
    'PLACES_API_URL must be an https URL, or an http URL of this machine, and is "http://places.example".',
  ],
  [{ GEOCODING_API_URL: "https://user:pass@maps.example" }, "GEOCODING_API_URL must be an https URL"],
  [{ PLACES_API_URL: "https://places.example/?key=1" }, "PLACES_API_URL must be an https URL"],
  [
    { PLACES_API_KEY: "two words" },
    "PLACES_API_KEY must be at most 200 characters without spaces, and the given value is not.",
  ],
  [{ PLACES_REQUESTS_PER_SECOND: "0" }, "PLACES_REQUESTS_PER_SECOND must be a whole number from 1 to 1000"],
  [{ PLACES_LANGUAGE: "English!" }, "PLACES_LANGUAGE must be a language tag"],
])("a wrong setting of the provider stops the start: %j", (settings, sentence) => {
  expect(() => loadConfig(settings)).toThrow(ConfigError);
  expect(() => loadConfig(settings)).toThrow(sentence);
});
