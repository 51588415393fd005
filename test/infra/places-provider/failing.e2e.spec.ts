/** How the adapter takes what goes wrong: faults, repetition, leaving alone, budget and pace. */
import fc from "fast-check";
import { inspect } from "node:util";
import { PlacesProviderError } from "../../../infra/places-provider/places-provider";
import { eventually } from "../../support/eventually";
import { providedPlace, STAND_IN_KEY, type Misbehaviour } from "../../support/places-stand-in";
import { expectHandedIn } from "./port-values";
import { faultOf, openStage, questions, refusal, type ProviderStage } from "./provider-stage";

const DAY_MS = 86_400_000;

let stage: ProviderStage;
const open = async (options: Parameters<typeof openStage>[0] = {}) => (stage = await openStage(options));
afterEach(() => stage.close());

const ask = (kind: string) => questions[kind]?.(stage.places) ?? Promise.reject(new Error(kind));

const refusals: readonly (readonly [string, Misbehaviour, string, number])[] = [
  ["the key is refused", refusal(403, "PERMISSION_DENIED"), "denied", 1],
  ["the request is refused", refusal(400, "INVALID_ARGUMENT", "Bad mask."), "denied", 1],
  ["the key is unknown", refusal(401, "UNAUTHENTICATED"), "denied", 1],
  ["the path is unknown", { status: 404, body: "<html>Error 404" }, "denied", 1],
  ["the quota is used up", refusal(429, "RESOURCE_EXHAUSTED"), "quota", 3],
  ["the quota is used up, told otherwise", refusal(403, "RESOURCE_EXHAUSTED"), "quota", 3],
  ["the provider fails", refusal(500, "INTERNAL"), "unavailable", 3],
  ["the provider is overloaded", { status: 503, body: "<html>" }, "unavailable", 3],
  ["the connection is cut", { cut: true }, "unavailable", 3],
  ["the answer comes too late", { delayMs: 2_000 }, "unavailable", 3],
  ["the answer is a page", { body: "<!DOCTYPE html><title>Sorry</title>" }, "nonsense", 1],
  ["the answer is empty", { body: "" }, "nonsense", 1],
  ["the answer is broken off", { body: '{"id":"A","displ' }, "nonsense", 1],
  ["the answer is no UTF-8", { body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) }, "nonsense", 1],
  ["the answer is of a wrong type", { body: [1, 2] }, "nonsense", 1],
  ["the answer has no end", { body: Buffer.alloc(2_200_000, " ") }, "nonsense", 1],
  [
    "the answer is elsewhere",
    { status: 302, headers: { location: "http://169.254.169.254/" }, body: "" },
    "nonsense",
    1,
  ],
  ["there is no answer", { status: 204, body: "" }, "nonsense", 1],
];

test.each(refusals)("%s: every question ends with that fault", async (_, misbehaviour, fault, calls) => {
  const { standIn } = await open({ deadlineMs: misbehaviour.delayMs === undefined ? 5_000 : 50 });
  standIn.add(providedPlace("A"));
  const kinds = misbehaviour.delayMs === undefined ? Object.keys(questions) : ["details"];
  for (const kind of kinds.slice(0, calls === 1 ? 5 : 2)) {
    const before = standIn.requests.length;
    standIn.misbehave(...Array.from({ length: calls }, () => misbehaviour));
    expect([kind, (await faultOf(ask(kind))).fault]).toEqual([kind, fault]);
    expect(standIn.requests.length - before).toBe(calls);
    await ask(kind);
  }
});

test.each([
  ["OVER_QUERY_LIMIT", "quota", 3],
  ["OVER_DAILY_LIMIT", "quota", 3],
  ["REQUEST_DENIED", "denied", 1],
  ["INVALID_REQUEST", "denied", 1],
  ["UNKNOWN_ERROR", "unavailable", 3],
  ["SOMETHING_NEW", "nonsense", 1],
])("geocoding that answers %s ends as %s", async (status, fault, calls) => {
  const { standIn } = await open();
  standIn.misbehaveAlways({ body: { status, results: [], error_message: "?" } });
  expect((await faultOf(ask("locate"))).fault).toBe(fault);
  expect(standIn.requests).toHaveLength(calls);
});

test("a call that failed in passing is made again, at most twice, and each is counted as what it was", async () => {
  const { standIn, places, calls } = await open();
  standIn.add(providedPlace("A"));
  standIn.misbehave({ status: 503, body: "" }, { cut: true });
  expect(await places.details("A", ["listing"])).toMatchObject({ placeId: "A" });
  expect(calls.map(({ outcome, estimatedUsd }) => [outcome, estimatedUsd])).toEqual([
    ["unavailable", 0],
    ["unavailable", 0],
    ["answered", 0.02],
  ]);
});

test("a short wait that the provider asks for is waited, a long one is left to whoever asked", async () => {
  const { standIn, places } = await open();
  standIn.add(providedPlace("A"));
  standIn.misbehave({ status: 429, body: "", headers: { "retry-after": "1" } });
  const began = performance.now();
  expect(await places.details("A", [])).toEqual({ placeId: "A" });
  expect(performance.now() - began).toBeGreaterThan(950);
  standIn.misbehave({ status: 503, body: "", headers: { "retry-after": "120" } });
  expect(await faultOf(places.details("A", []))).toMatchObject({ fault: "unavailable", retryAfterSeconds: 120 });
  expect(standIn.requests).toHaveLength(3);
});

test("a provider that keeps failing is left alone, and asked again by one call when time has passed", async () => {
  const states: string[] = [];
  const { standIn, places, clock } = await open({ onCircuit: (state) => states.push(state), retryWaitsMs: [] });
  standIn.add(providedPlace("A"));
  standIn.misbehaveAlways({ status: 500, body: "" });
  for (let call = 0; call < 12; call += 1) await faultOf(places.details("A", []));
  const tried = standIn.requests.length;
  expect(tried).toBeLessThan(12);
  expect(await faultOf(ask("locate"))).toMatchObject({ fault: "unavailable", retryAfterSeconds: 30 });
  standIn.misbehaveAlways(null);
  clock.leap(30_000);
  await eventually(() => expect(states).toContain("probing"));
  expect(await places.details("A", [])).toEqual({ placeId: "A" });
  expect(standIn.requests).toHaveLength(tried + 1);
  expect(states).toEqual(["open", "probing", "closed"]);
});

test("refusals and nonsense do not keep others from asking", async () => {
  const { standIn, places } = await open();
  standIn.misbehaveAlways({ status: 403, body: "" });
  for (let call = 0; call < 15; call += 1) await faultOf(places.details("A", []));
  expect(standIn.requests).toHaveLength(15);
});

test("the day's budget ends asking, retries included, until the next UTC day", async () => {
  const { standIn, places, clock } = await open({ callsPerDayMax: 3 });
  standIn.add(providedPlace("A"));
  standIn.misbehave({ status: 503, body: "" });
  await places.details("A", []);
  await places.details("A", []);
  const fault = await faultOf(places.details("A", []));
  expect(fault.fault).toBe("quota");
  expect(fault.retryAfterSeconds).toBeGreaterThan(0);
  expect(fault.retryAfterSeconds).toBeLessThanOrEqual(86_400);
  expect(standIn.requests).toHaveLength(3);
  clock.leap(DAY_MS);
  expect(await places.details("A", [])).toEqual({ placeId: "A" });
});

test("calls go out no faster than the pace, a line that is too long turns away, and what waits gives up in the end", async () => {
  const { standIn, places } = await open({ callsPerSecond: 2, retryWaitsMs: [] });
  const asked = Array.from({ length: 14 }, (_, index) => places.details(`p${String(index)}`, []));
  // A line of ten is as long as it may be; two of them go out at once.
  const turnedAway = await Promise.all(asked.slice(10).map(faultOf));
  expect(turnedAway.map(({ fault }) => fault)).toEqual(["quota", "quota", "quota", "quota"]);
  await Promise.all(asked.slice(0, 2));
  expect(standIn.requests).toHaveLength(2);
  await Promise.all(asked.slice(2, 4));
  expect(standIn.requests).toHaveLength(4);
  places.stop();
  const rest = await Promise.all(asked.slice(4, 10).map(faultOf));
  expect(rest.every(({ fault }) => fault === "unavailable")).toBe(true);
  expect(standIn.requests).toHaveLength(4);
});

test("the key is in no error, whatever the provider echoes", async () => {
  const { standIn } = await open({ retryWaitsMs: [] });
  const echo = (status: number): Misbehaviour => ({
    status,
    body: { error: { code: status, message: `The key ${STAND_IN_KEY} is bad.`, status: STAND_IN_KEY } },
  });
  for (const misbehaviour of [echo(400), echo(500), { body: STAND_IN_KEY }, { cut: true } as const]) {
    for (const kind of Object.keys(questions)) {
      standIn.misbehave(misbehaviour);
      expect(inspect(await faultOf(ask(kind)), { depth: 9, showHidden: true })).not.toContain(STAND_IN_KEY);
    }
  }
});

test("a client that rejects is a fault too, without what it was given", async () => {
  const client = { request: () => Promise.reject(new Error(`cannot send ${STAND_IN_KEY}`)) };
  const { places } = await open({ client });
  const fault = await faultOf(places.locate("Kirkegata 1"));
  expect(fault.fault).toBe("unavailable");
  expect(inspect(fault)).not.toContain(STAND_IN_KEY);
});

test("what waits to ask again gives up when the adapter is stopped", async () => {
  const { standIn, places, calls } = await open({ retryWaitsMs: [60_000] });
  standIn.misbehaveAlways({ status: 503, body: "" });
  const asked = faultOf(places.details("A", []));
  await eventually(() => expect(calls).toHaveLength(1));
  places.stop();
  expect((await asked).fault).toBe("unavailable");
  expect(standIn.requests).toHaveLength(1);
});

test("whatever body and status come over the wire, every question ends as a value or a fault", async () => {
  const { standIn, places } = await open({ retryWaitsMs: [] });
  const bodies = fc.oneof(
    fc.jsonValue(),
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
    fc.record({ status: fc.constantFrom("OK"), results: fc.array(fc.jsonValue(), { maxLength: 2 }) }),
    fc.record({ id: fc.string(), reviews: fc.array(fc.jsonValue(), { maxLength: 2 }) }),
  );
  const statuses = fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 499 }));
  await fc.assert(
    fc.asyncProperty(bodies, statuses, fc.constantFrom(...Object.keys(questions)), async (body, status, kind) => {
      standIn.misbehave({ status, body });
      const value = await ask(kind).catch((error: unknown) => error);
      if (value instanceof Error) expect(value).toBeInstanceOf(PlacesProviderError);
      expect(value).not.toBeUndefined();
    }),
    { numRuns: 150 },
  );
  standIn.add(providedPlace("A"));
  const details = await places.details("A", ["listing", "reviews", "photos"]);
  if (details === null) throw new Error("The place is known.");
  expectHandedIn(details);
});
