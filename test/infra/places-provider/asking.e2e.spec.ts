/** What the adapter sends to the provider, and how it takes what comes back, over HTTP. */
import { providedPlace, STAND_IN_KEY } from "../../support/places-stand-in";
import { faultOf, openStage, questions, refusal, type ProviderStage } from "./provider-stage";

const OSLO = { latitude: 59.911, longitude: 10.741 };
const HOUR_MS = 3_600_000;

let stage: ProviderStage;
const open = async (options: Parameters<typeof openStage>[0] = {}) => (stage = await openStage(options));
afterEach(() => stage.close());

const ask = (kind: string) => questions[kind]?.(stage.places) ?? Promise.reject(new Error(kind));

test("suggestions are asked for with the narrowest mask, in the language, the nearest first", async () => {
  const { standIn, places, calls } = await open();
  standIn.add(
    providedPlace("far", { displayName: { text: "Fjord Far" }, location: { latitude: 60.3, longitude: 5.3 } }),
    providedPlace("near", { displayName: { text: "Fjord Near" } }),
  );
  expect(await places.autocomplete("fjord", { near: OSLO })).toEqual([
    expect.objectContaining({
      placeId: "near",
      mainText: "Fjord Near",
      secondaryText: "near Kirkegata, 0153 Oslo, Norway",
    }),
    expect.objectContaining({ placeId: "far" }),
  ]);
  expect(standIn.requests[0]).toMatchObject({
    operation: "autocomplete",
    body: { input: "fjord", languageCode: "nb", locationBias: { circle: { center: OSLO, radius: 50_000 } } },
    headers: { "x-goog-api-key": STAND_IN_KEY },
    fieldMask: expect.stringContaining("suggestions.placePrediction.placeId") as string,
  });
  expect(calls).toEqual([
    { operation: "autocomplete", sku: "autocomplete", outcome: "answered", estimatedUsd: 0.00283 },
  ]);
  expect(await places.autocomplete("nowhere")).toEqual([]);
});

test("a search within a circle gives what lies inside, not what lies in the corners around it", async () => {
  const { standIn, places, calls } = await open();
  const at = (latitude: number, longitude: number) => ({
    displayName: { text: "Cafe" },
    location: { latitude, longitude },
  });
  standIn.add(
    providedPlace("center", at(0, 0)),
    providedPlace("edge", at(0.0085, 0)),
    providedPlace("corner", at(0.0085, 0.0085)),
    providedPlace("outside", at(0.01, 0)),
    providedPlace("nowhere", { displayName: { text: "Cafe" }, location: undefined }),
  );
  const within = { center: { latitude: 0, longitude: 0 }, radiusMeters: 1_000 };
  const found = await places.search("cafe", { limit: 10, within });
  expect(found.map(({ placeId }) => placeId)).toEqual(["center", "edge"]);
  expect(await places.search("cafe", { limit: 1, within })).toHaveLength(1);
  expect(calls[0]).toEqual({ operation: "search", sku: "search_enterprise", outcome: "answered", estimatedUsd: 0.035 });
});

test("a search goes on over pages as far as its limit needs, and no further than the provider does", async () => {
  const { standIn, places } = await open();
  standIn.add(...Array.from({ length: 70 }, (_, index) => providedPlace(`p${String(index)}`)));
  const counts: [number, number][] = [];
  for (const limit of [0, 20, 25, 60, 500]) {
    const before = standIn.requests.length;
    const found = await places.search("cafe", { limit });
    expect(new Set(found.map(({ placeId }) => placeId)).size).toBe(found.length);
    counts.push([found.length, standIn.requests.length - before]);
  }
  expect(counts).toEqual([
    [0, 0],
    [20, 1],
    [25, 2],
    [60, 3],
    [60, 3],
  ]);
  const asked = standIn.requests.length;
  expect(await places.search("p69", { limit: 60 })).toHaveLength(1);
  standIn.misbehave({ body: { places: [providedPlace("p1")], nextPageToken: "" } });
  expect(await places.search("p1", { limit: 60 })).toHaveLength(1);
  expect(standIn.requests).toHaveLength(asked + 2);
  const again = { places: [providedPlace("p2"), providedPlace("p1")] };
  standIn.misbehave({ body: { ...again, nextPageToken: "more" } }, { body: again });
  expect((await places.search("p1", { limit: 60 })).map(({ placeId }) => placeId)).toEqual(["p2", "p1"]);
});

test("details are asked for by section, and answered under the id that the place has by now", async () => {
  const { standIn, places, calls } = await open();
  standIn.add(providedPlace("A"));
  expect(await places.details("A", ["photos"])).toMatchObject({ placeId: "A", photos: [{ width: 4032 }] });
  standIn.rename("A", "A2");
  expect(await places.details("A", ["listing", "reviews"])).toMatchObject({ placeId: "A2", rating: 4.4 });
  expect(
    standIn.requests.map(({ path, query, fieldMask }) => [path, query["languageCode"], fieldMask?.split(",")[1]]),
  ).toEqual([
    ["/v1/places/A", "nb", "photos.widthPx"],
    ["/v1/places/A", "nb", "displayName.text"],
  ]);
  expect(calls.map(({ sku, estimatedUsd }) => [sku, estimatedUsd])).toEqual([
    ["details_ids_only", 0],
    ["details_atmosphere", 0.025],
  ]);
});

test("a place that the provider does not know, or not any more, or whose id is none of its own, is no place", async () => {
  const { standIn, places, calls } = await open();
  expect(await places.details("gone", [])).toBeNull();
  expect(await places.details("not-known", [])).toBeNull();
  for (const id of ["..", "a/b", "a?key=b", "", "x".repeat(301)]) expect(await places.details(id, [])).toBeNull();
  expect(standIn.requests).toHaveLength(2);
  standIn.misbehave(refusal(400, "INVALID_ARGUMENT", "Not a valid Place ID: gone"));
  expect(await places.details("gone", [])).toBeNull();
  expect(calls.map(({ outcome, estimatedUsd }) => [outcome, estimatedUsd])).toEqual([
    ["unknown_place", 0],
    ["unknown_place", 0],
    ["unknown_place", 0],
  ]);
});

test("addresses are found both ways, and an unknown one is none", async () => {
  const { standIn, places } = await open();
  standIn.addAddress("Storgata 1, Tromsø, Norway", { latitude: 69.65, longitude: 18.96 });
  expect(await places.locate("storgata 1, tromsø")).toEqual({ latitude: 69.65, longitude: 18.96 });
  expect(await places.locate("Atlantis")).toBeNull();
  expect(await places.locate("\ud800 Atlantis")).toBeNull();
  expect(await places.addressAt({ latitude: 69.6501, longitude: 18.9601 })).toBe("Storgata 1, Tromsø, Norway");
  expect(await places.addressAt({ latitude: 0, longitude: -0 })).toBeNull();
  const asked = standIn.requests.length;
  expect(await places.locate("道".repeat(500))).toBeNull();
  expect(standIn.requests).toHaveLength(asked);
  expect(standIn.requests.every(({ query }) => query["key"] === STAND_IN_KEY && query["language"] === "nb")).toBe(true);
});

test("where an address lies is asked once in thirty days, and not longer remembered", async () => {
  const { standIn, places, clock } = await open();
  standIn.addAddress("Storgata 1", OSLO);
  for (let day = 0; day < 29; day += 1) {
    expect(await places.locate("Storgata 1")).toEqual(OSLO);
    clock.leap(24 * HOUR_MS);
  }
  expect(standIn.requests).toHaveLength(1);
  clock.leap(24 * HOUR_MS);
  expect(await places.locate("Storgata 1")).toEqual(OSLO);
  expect(standIn.requests).toHaveLength(2);
});

test("what is no coordinate is asked for anew each time", async () => {
  const { standIn, places } = await open();
  standIn.add(providedPlace("A"));
  for (let time = 0; time < 2; time += 1) {
    for (const kind of ["autocomplete", "search", "details", "addressAt"]) await ask(kind);
    await places.locate("Atlantis");
  }
  expect(standIn.requests).toHaveLength(10);
});

test("identical questions at the same time are one call, and their answer is everybody's", async () => {
  const { standIn, places } = await open();
  standIn.add(providedPlace("A"));
  const answers = await Promise.all([
    places.details("A", ["listing", "photos"]),
    places.details("A", ["photos", "listing"]),
    places.details("A", ["photos"]),
    ...Array.from({ length: 5 }, () => places.search("cafe", { limit: 5 })),
    places.search("cafe", { limit: 6 }),
  ]);
  expect(standIn.requests).toHaveLength(4);
  expect(answers[0]).toEqual(answers[1]);
  standIn.misbehave(refusal(403, "PERMISSION_DENIED", "?"));
  const failures = await Promise.all([1, 2].map(() => faultOf(places.details("A", []))));
  expect(failures.map(({ fault }) => fault)).toEqual(["denied", "denied"]);
});
