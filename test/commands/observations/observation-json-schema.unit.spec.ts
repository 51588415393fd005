/** The published schema is no narrower than what is taken in, and what it refuses is refused with the code's own reasons. */
import fc from "fast-check";
import { schemaViolation } from "../../../commands/observations/observation-json-schema";
import { takeRecord } from "../../../commands/observations/observation-record";
import { readObservation } from "../../../commands/observations/read-observation";
import { observationSchema } from "../../../domain/places/observation";
import { wireObservation } from "../../support/observation-arbitrary";

const good = { id: "o", placeId: "p", observedAt: "2026-01-01T12:00:00Z", source: "maps", listing: { rating: 4 } };

describe("the published schema", () => {
  test("takes what the code takes and nothing else, of values near to an observation", () => {
    const member = fc.oneof(
      fc.jsonValue(),
      // As JSON.parse reads 1e999.
      fc.constantFrom("p", "2026-01-01T12:00:00.5+02:00", "2024-02-29T00:00:00Z", 5, -1, Infinity, -0, true, ""),
    );
    const listing = fc.record(
      { name: member, rating: member, reviewCount: member, hours: member, status: member },
      { requiredKeys: [] },
    );
    const near = fc.record(
      { id: member, placeId: member, observedAt: member, source: member, listing, more: member },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          near,
          near.map((one) => ({ ...good, ...one })),
          fc.jsonValue(),
        ),
        (value) => {
          expect(schemaViolation(value) === undefined).toBe(observationSchema.safeParse(value).success);
        },
      ),
    );
  });

  test("takes every observation, and counts characters as the code does", () => {
    fc.assert(fc.property(wireObservation, (wire) => expect(schemaViolation(wire)).toBeUndefined()));
    const sources = [60, 61].map((length) => ({ ...good, source: "🌍".repeat(length) }));
    expect(
      sources.map((one) => [observationSchema.safeParse(one).success, schemaViolation(one) === undefined]),
    ).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test.each([
    [{ ...good, id: 1 }, "id"],
    [{ ...good, listing: { rating: 6 } }, "listing.rating"],
    [{ ...good, platformRatings: { "a/b~c": 1 } }, "platformRatings.a/b~c"],
    [{ ...good, colour: "red" }, ""],
    [{ ...good, observedAt: "2026-02-30T12:00:00Z" }, "observedAt"],
  ])("refuses %j, and says where", (value, path) => {
    expect(schemaViolation(value)).toMatchObject({ path, message: expect.any(String) as string });
    const read = readObservation(JSON.stringify(value), "line");
    const issues = observationSchema.safeParse(value).error?.issues.map(({ message }) => message);
    expect("why" in read && read.why.map(({ message }) => message)).toEqual(issues);
  });

  test.each([
    [JSON.stringify({ ...good, observedAt: "1850-01-01T12:00:00Z" }), "observedAt"],
    [JSON.stringify(good).replace('"rating":4', '"hours":[1e999]'), "listing.hours.0"],
    [JSON.stringify({ ...good, listing: { hours: { $sealed: "v1" } } }), "listing.hours.$sealed"],
  ])("cannot express all: %s is refused behind it", (text, path) => {
    expect(schemaViolation(JSON.parse(text))).toBeUndefined();
    expect(readObservation(text, "value")).toMatchObject({ fault: "not_as_published", why: [{ path }] });
  });
});

test("a record whose value is longer than 4 MiB is told apart, and never read", async () => {
  const value = Buffer.alloc(4 * 1024 * 1024 + 1, "x");
  const take = () => Promise.reject(new Error("is not asked"));
  expect(await takeRecord({ key: Buffer.from("p"), value }, take)).toMatchObject({ reason: "too_large" });
  const fitting = await takeRecord({ key: Buffer.from("p"), value: value.subarray(1) }, take);
  expect(fitting).toMatchObject({ reason: "not_json" });
});
