import fc from "fast-check";
import {
  bigint,
  boolean,
  day,
  instant,
  integer,
  json,
  projection,
  real,
  text,
} from "../../../infra/projector/projection";
import { tableStatements, together } from "../../../infra/projector/table-statements";
import { openWorld, type World } from "./world";

const kinds = projection<{ type: "Any"; data: unknown }>()({
  table: "kinds",
  version: 1,
  columns: {
    id: text,
    text: text.orNull,
    integer: integer.orNull,
    bigint: bigint.orNull,
    real: real.orNull,
    boolean: boolean.orNull,
    instant: instant.orNull,
    day: day.orNull,
    json: json<unknown>().orNull,
  },
  key: ["id"],
  on: {},
});

const INTEGER_MAX = 2 ** 31 - 1;
// Neither text nor jsonb can hold the NUL character, and the log could not have held it either.
const storable = fc
  .oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "'",
      "\\",
      "\\'",
      '"',
      "$$",
      "a'; --",
      "$v$",
      "$v",
      "$v1$v",
      "{a,NULL}",
      "NULL",
      "",
      "é 日本 👩‍👩‍👧",
      "\n\t",
    ),
  )
  .filter((value) => !value.includes("\0"));
const date = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const plainNumber = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Object.is(value, -0) ? 0 : value));
const plainJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    orNull(storable),
    fc.boolean(),
    plainNumber,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(storable, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const row = fc.record({
  id: storable,
  text: orNull(storable),
  integer: orNull(fc.integer({ min: -INTEGER_MAX - 1, max: INTEGER_MAX })),
  bigint: orNull(fc.maxSafeInteger()),
  real: orNull(plainNumber),
  boolean: orNull(fc.boolean()),
  instant: orNull(date.map((value) => value.toISOString())),
  day: orNull(date.map((value) => value.toISOString().slice(0, 10))),
  json: plainJson,
});

describe("values in read tables", () => {
  let world: World;
  beforeAll(async () => (world = await openWorld()));
  afterAll(async () => world.end());

  it("rows that are loaded to be folded equal the rows that folds gave, for every kind of column", async () => {
    const sql = tableStatements(kinds, false);
    await together(world.pool, [sql.create]);
    const rows = fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        await together(world.pool, [sql.insert(given)]);
        await together(world.pool, [sql.upsert(given)]);
        const [loaded] = await together(world.pool, [sql.load(given.map(({ id }) => ({ id })))]);
        const byId = new Map((loaded ?? []).map((one) => [one["id"], one]));
        expect(given.map(({ id }) => byId.get(id))).toEqual(given);
        await together(world.pool, [sql.remove(given)]);
        expect((await together(world.pool, [`SELECT 1 FROM ${sql.relation}`]))[0]).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it("refuses text that the database cannot hold before the database sees any of it", () => {
    const sql = tableStatements(kinds, false);
    for (const text of ["a\0b", "\ud800", "\udc00a"]) {
      expect(() => sql.insert([{ id: "1", text }])).toThrow("no text");
      expect(() => sql.load([{ id: text }])).toThrow("no text");
    }
  });
});
