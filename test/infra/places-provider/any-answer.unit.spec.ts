/** Whatever the provider answers becomes a value of the port or an error of it, and nothing else. */
import fc from "fast-check";
import { faultOf } from "../../../infra/places-provider/faults";
import { PlacesProviderError, type PlaceDetails } from "../../../infra/places-provider/places-provider";
import { readDetails } from "../../../infra/places-provider/read-details";
import { readAddressOf, readFoundPage, readPointOf, readSuggestions } from "../../../infra/places-provider/read-finds";
import { readAnswer } from "../../../infra/places-provider/reading";
import * as port from "./port-values";
import { publishedGeocoding, publishedPlace, publishedSearch, publishedSuggestions } from "./published-arbitrary";

const ignore = () => undefined;
const everything = ["listing", "reviews", "photos"] as const;

/** Every way of reading an answer, and what must hold of what it gives. */
const readers: Readonly<Record<string, { read: (json: unknown) => unknown; check: (value: never) => unknown }>> = {
  details: {
    read: (json) => readDetails(json, everything, ignore),
    check: (value: PlaceDetails) => port.expectHandedIn(value),
  },
  search: { read: (json) => readFoundPage(json, ignore).places, check: (value) => port.foundPlaces.parse(value) },
  suggestions: { read: (json) => readSuggestions(json, ignore), check: (value) => port.suggestions.parse(value) },
  point: { read: readPointOf, check: (value) => port.pointOrNull.parse(value) },
  address: { read: readAddressOf, check: (value) => port.addressOrNull.parse(value) },
};

/** The fault with which the bytes are refused, or undefined where they gave a value, which is valid then. */
function faultOfBytes(name: string, bytes: Buffer): string | undefined {
  const reader = readers[name];
  if (reader === undefined) throw new Error(name);
  let value: unknown;
  try {
    value = readAnswer(bytes, reader.read);
  } catch (error) {
    expect(error).toBeInstanceOf(PlacesProviderError);
    return error instanceof PlacesProviderError ? error.fault : "";
  }
  reader.check(value as never);
  return undefined;
}

const bytesOf = (json: unknown) => Buffer.from(JSON.stringify(json));
const names = Object.keys(readers);

test.each([
  ["details", publishedPlace],
  ["search", publishedSearch],
  ["suggestions", publishedSuggestions],
] as const)("an answer of the published form always becomes a value: %s", (name, arbitrary) => {
  fc.assert(
    fc.property(arbitrary as fc.Arbitrary<unknown>, (answer) => {
      expect(faultOfBytes(name, bytesOf(answer))).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test.each(["point", "address"])(
  "geocoding of the published form becomes a value or the fault of its status: %s",
  (name) => {
    const faults = new Map<string, readonly (string | undefined)[]>([
      // A result without a place on earth cannot be an answer.
      ["OK", name === "point" ? [undefined, "nonsense"] : [undefined]],
      ["ZERO_RESULTS", [undefined]],
      ["OVER_QUERY_LIMIT", ["quota"]],
      ["REQUEST_DENIED", ["denied"]],
      ["UNKNOWN_ERROR", ["unavailable"]],
      ["NEW", ["nonsense"]],
    ]);
    fc.assert(
      fc.property(publishedGeocoding, (answer) => {
        expect(faults.get(answer.status)).toContain(faultOfBytes(name, bytesOf(answer)));
      }),
      { numRuns: 200 },
    );
  },
);

test("any JSON and any bytes become a value or nonsense", () => {
  const bytes = fc.oneof(
    fc.jsonValue().map(bytesOf),
    fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
    fc
      .constantFrom("", "<!DOCTYPE html>", "null", "[]", '{"id":"A"', '{"id":1e999}', "[".repeat(100_000))
      .map(Buffer.from),
  );
  fc.assert(
    fc.property(fc.constantFrom(...names), bytes, (name, body) => {
      expect([undefined, "nonsense"]).toContain(faultOfBytes(name, body));
    }),
    { numRuns: 500 },
  );
});

test("a good answer with one member replaced by anything becomes a value or nonsense", () => {
  const answers = fc.oneof(publishedPlace, publishedSearch, publishedSuggestions);
  fc.assert(
    fc.property(fc.constantFrom(...names), answers, fc.nat(), fc.jsonValue(), (name, answer, which, other) => {
      const wrong = replaced(answer, which, other);
      expect([undefined, "nonsense"]).toContain(faultOfBytes(name, bytesOf(wrong)));
    }),
    { numRuns: 500 },
  );
});

test("any refusal is a fault of the port whose message holds nothing that was answered", () => {
  const body = fc.oneof(
    fc.jsonValue().map((json) => bytesOf({ error: json })),
    fc
      .record({
        code: fc.integer(),
        message: fc.constant("SECRET-IN-ANSWER"),
        status: fc.oneof(fc.constant("secret in answer"), fc.jsonValue()),
      })
      .map((error) => bytesOf({ error })),
    fc.constant(Buffer.from("<html>SECRET-IN-ANSWER")),
  );
  const waits = fc.oneof(fc.string(), fc.constantFrom("0", "3", "9".repeat(400), "Thu, 01 Jan 2026 00:01:00 GMT"));
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 599 }), body, waits, fc.boolean(), (status, bytes, retryAfter, cut) => {
      const headers = { "retry-after": retryAfter };
      const response = {
        outcome: "response",
        status,
        headers,
        body: bytes,
        bodyTruncated: cut,
        bodyPreview: "",
        durationMs: 1,
      } as const;
      const fault = faultOf(response, new Date("2026-01-01T00:00:00Z"));
      if (status === 200 && !cut) expect(fault).toBeUndefined();
      else expect(["unavailable", "quota", "denied", "nonsense"]).toContain(fault?.fault);
      expect(fault?.retryAfterSeconds ?? 0).toBeLessThanOrEqual(86_400);
      expect(fault?.message.toLowerCase() ?? "").not.toContain("secret");
    }),
    { numRuns: 300 },
  );
});

/** A deep copy in which the value at one path, chosen by number, is another. */
function replaced(value: unknown, which: number, other: unknown): unknown {
  const paths: string[][] = [];
  const walk = (at: unknown, path: readonly string[]): void => {
    if (typeof at !== "object" || at === null) return;
    for (const [name, inner] of Object.entries(at)) {
      paths.push([...path, name]);
      walk(inner, [...path, name]);
    }
  };
  walk(value, []);
  const path = paths[which % Math.max(1, paths.length)];
  if (path === undefined) return other;
  const put = (at: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return other;
    if (Array.isArray(at)) return at.map((item: unknown, index) => (String(index) === name ? put(item, rest) : item));
    const members = at as Readonly<Record<string, unknown>>;
    return { ...members, [name]: put(members[name], rest) };
  };
  return put(value, path);
}
