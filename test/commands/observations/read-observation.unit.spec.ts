/** Whatever is read can be decided and stored, and all that cannot is refused by its field, on every way in. */
import fc from "fast-check";
import { z } from "zod";
import { linesOf } from "../../../commands/observations/ndjson-lines";
import { takeIn, type Take } from "../../../commands/observations/observation-intake";
import { takeRecord } from "../../../commands/observations/observation-record";
import { readObservation } from "../../../commands/observations/read-observation";
import { isRefusal } from "../../../domain/fold/refusal";
import { placeEvents } from "../../../domain/places/events";
import { observationSchema, type Observation } from "../../../domain/places/observation";
import { observe } from "../../../domain/places/observe";
import { places } from "../../../domain/places/place";
import { requireStorageForm } from "../../../infra/sealing/storage-form";

const NOW = "2026-01-01T13:00:00.000Z";
const text = (id: string, more = "") =>
  `{"id":"${id}","placeId":"p","observedAt":"2026-01-01T12:00:00Z","source":"maps"${more}}`;

/** As the runner does it: decided of a place that nobody has seen, and held to what the log stores. */
const store: Take = (observation: Observation) => {
  const decided = observe(observation, NOW, { reviewTextDays: 30 })(places.initial);
  if (isRefusal(decided)) throw new Error(decided.message);
  for (const { type, data } of decided) requireStorageForm(type, placeEvents[type].schema, data);
  return Promise.resolve({ changed: decided.length > 0, position: decided.length });
};

const NUMBERS = ["0", "-0", "1.5", "1e308", "1e309", "-1e999", "1E+400", "1e-999", "1e0001", `1${"0".repeat(309)}`];
const NAMES = ["a", "$sealed", "$retained", "\\u0024sealed", "__proto__", "constructor", "toString", "hasOwnProperty"];
const nested = (json: string, levels: number) => "[".repeat(levels) + json + "]".repeat(levels);
/** JSON as text: what `JSON.stringify` writes holds neither all numbers nor all spellings of a name. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.constantFrom("null", "true", '"é"', '"\\u0000"', '"\\ud800"', '"1e999"', ...NUMBERS)),
    fc.array(tie("json"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
    fc
      .array(fc.tuple(fc.constantFrom(...NAMES), tie("json")), { maxLength: 3 })
      .map((members) => `{${members.map(([name, value]) => `"${name}": ${value}`).join(",")}}`),
    fc.tuple(tie("json"), fc.nat(34)).map(([value, levels]) => nested(value, levels)),
  ),
}));
const name = fc.constantFrom(...NAMES);
const number = fc.constantFrom(...NUMBERS);
const more = fc.oneof(
  json.map((hours) => `,"listing":{"hours":${hours}}`),
  json.map((video) => `,"youtube":{"channel":null,"recentVideos":[${video}]}`),
  fc
    .tuple(name, number)
    .map(([key, rating]) => `,"platformRatings":{"${key}":{"rating":${rating},"reviewCount":null,"url":null}}`),
  fc.tuple(number, number).map(([latitude, rating]) => `,"listing":{"latitude":${latitude},"rating":${rating}}`),
);

test("whatever is read is decided and stored, of any JSON that a collector may write", async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(more, async (written) => {
      const read = readObservation(text("o", written), "line");
      if ("why" in read) return;
      taken += 1;
      await expect(store(read)).resolves.toHaveProperty("changed", true);
    }),
    { numRuns: 1_000 },
  );
  expect(taken).toBeGreaterThan(100);
});

test("the schema that reads observations is compiled, and does not fall back to the slower reading", () => {
  expect(z.compile(observationSchema, { strict: true })).not.toBe(observationSchema);
  const recursive = observationSchema.extend({ more: z.json() });
  expect(() => z.compile(recursive, { strict: true })).toThrow("reference cycle");
});

const unstorable = [
  ["listing.hours", ',"listing":{"hours":1e999}'],
  ["listing.hours.mon.1", ',"listing":{"hours":{"mon":[9,-1E+400]}}'],
  ["listing.hours.$sealed", ',"listing":{"hours":{"$sealed":"v1"}}'],
  ["youtube.recentVideos.1", `,"youtube":{"channel":null,"recentVideos":["v",1${"0".repeat(309)}]}`],
  ["youtube.recentVideos.0.$sealed", ',"youtube":{"channel":null,"recentVideos":[{"\\u0024sealed":1}]}'],
  ["platformRatings.$sealed", ',"platformRatings":{"$sealed":{"rating":1,"reviewCount":null,"url":null}}'],
] as const;
const why = (path: string) => [{ path, message: expect.stringMatching(/not allowed|no finite number/) as string }];

// The endpoint and the command line both take in the lines of a stream; records of a topic come one by one.
test.each(unstorable)("a line is refused at %s, and the next is taken", async (path, written) => {
  async function* stream() {
    yield await Promise.resolve(Buffer.from(`${text("a", written)}\n${text("b", ',"listing":{"rating":4}')}\n`));
  }
  const { rejections, ...report } = await takeIn(linesOf(stream()), store);
  expect(report).toMatchObject({ received: 2, changed: 1, rejected: 1 });
  expect(rejections).toEqual([{ line: 1, id: null, why: why(path) }]);
});

test.each(unstorable)("a record is told apart at %s, and the next is taken", async (path, written) => {
  const record = (value: string) => takeRecord({ key: Buffer.from("p"), value: Buffer.from(value) }, store);
  expect(await record(text("a", written))).toEqual({ reason: "not_as_published", why: why(path) });
  expect(await record(text("b", ',"listing":{"rating":4}'))).toMatchObject({ changed: true });
});
