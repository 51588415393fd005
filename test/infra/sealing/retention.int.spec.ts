/** What is kept for a while only: sealed by day, open until the day's key is destroyed, and then gone for every reader. */
import fc from "fast-check";
import { z } from "zod";
import { defineEvents } from "../../../domain/fold/event";
import { ERASED, personal, retained } from "../../../domain/fold/personal";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import type { NewEvent } from "../../../infra/event-log/event-log";
import { sealingMigrations } from "../../../infra/sealing/migrations";
import { RetentionOver } from "../../../infra/sealing/seal-events";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { contextOf, createFoldKernel } from "../../support/fold-kernel";

const note = retained("note", z.string()).min(1);
const declared = (text: z.ZodType) => ({
  category: "diary",
  owner: "account" as const,
  events: defineEvents({
    NoteWritten: z.object({
      author: personal(z.string()),
      text,
      scribbles: z.array(z.object({ text: retained("scribble", z.string().nullable()) })),
    }),
    DiaryClosed: z.object({ why: retained("note", z.string()) }),
  }),
});
const diary = declared(note.nullable());

let database: TestDatabase;
let kernel: ReturnType<typeof createFoldKernel>;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [...eventLogMigrations, ...sealingMigrations] });
  kernel = createFoldKernel(database, { aggregates: [diary] });
});
afterAll(async () => {
  await kernel.log.close();
  await database.drop();
});

const written = (text: string | null, scribble: string | null = null) => ({
  author: "Ada",
  text,
  scribbles: [{ text: scribble }],
});

function newEvent(day: string, data: unknown, type = "NoteWritten"): NewEvent {
  const id = kernel.ids.next();
  return { id, type, data, metadata: { ...contextOf(id), occurredAt: `${day}T23:59:59.999Z`, schemaVersion: 1 } };
}

const append = (stream: string, ...events: readonly NewEvent[]) =>
  kernel.log.append({ stream, expected: "any", events, commandId: kernel.ids.next() });
const stored = async (stream: string) => (await kernel.stored.readStream(stream)).map(({ data }) => data);
const read = async (stream: string, { log } = kernel) => (await log.readStream(stream)).map(({ data }) => data);
const sealedUnder = (retention?: string) => ({
  $sealed: expect.stringMatching(/^v1\./) as string,
  ...(retention === undefined ? {} : { $retained: retention }),
});

test("such a field is sealed with the key of its event's day, says so, and opens for everyone who reads", async () => {
  await append("diary-a", newEvent("2026-01-01", written("first", "x")), newEvent("2026-01-02", written(null)));
  expect(await stored("diary-a")).toEqual([
    { author: sealedUnder(), text: sealedUnder("note"), scribbles: [{ text: sealedUnder("scribble") }] },
    { author: sealedUnder(), text: null, scribbles: [{ text: null }] },
  ]);
  expect(await read("diary-a")).toEqual([written("first", "x"), written(null)]);
  const { rows } = await database.pool.query<{ owner: string }>(
    "SELECT owner FROM operational.data_keys WHERE owner LIKE '%2026-01-01' ORDER BY owner",
  );
  expect(rows.map(({ owner }) => owner)).toEqual(["retention:note:2026-01-01", "retention:scribble:2026-01-01"]);
});

test("once a day's key is destroyed its fields read as erased, and all others as they were", async () => {
  await append("diary-b", newEvent("2026-02-01", written("first", "x")), newEvent("2026-02-02", written("second")));
  await kernel.dataKeys.destroyBefore("note", "2026-02-02");
  expect(await read("diary-b")).toEqual([written(ERASED, "x"), written("second")]);
  const page = await kernel.log.readAll({ after: 0, limit: 1_000 });
  const texts = page.events.filter(({ stream }) => stream === "diary-b").map(({ data }) => data);
  expect(texts).toEqual([written(ERASED, "x"), written("second")]);
});

test("once the owner's key is destroyed its own fields are erased; what falls to a day goes with the day", async () => {
  await append("diary-c", newEvent("2026-03-01", written("first")));
  await kernel.dataKeys.destroy("account:c");
  expect(await read("diary-c")).toEqual([{ ...written("first"), author: ERASED }]);
  await kernel.dataKeys.destroyBefore("note", "2026-03-02");
  expect(await read("diary-c")).toEqual([{ ...written(ERASED), author: ERASED }]);
});

test("what was sealed with its owner's key before it was kept for a while only opens as it did", async () => {
  const before = createFoldKernel(database, { aggregates: [declared(personal(z.string()).nullable())] });
  const event = newEvent("2026-04-01", written("old"));
  await before.log.append({ stream: "diary-d", expected: "any", events: [event], commandId: kernel.ids.next() });
  await before.log.close();
  await append("diary-d", newEvent("2026-04-01", written("new")));
  await kernel.dataKeys.destroyBefore("note", "2026-04-02");
  expect(await read("diary-d")).toEqual([written("old"), written(ERASED)]);
});

test("a field that is moved to another day, or under another retention, does not open", async () => {
  const moved: readonly (readonly [stream: string, change: string])[] = [
    ["diary-e1", `metadata = jsonb_set(metadata, '{occurredAt}', '"2026-05-02T00:00:00.000Z"')`],
    ["diary-e2", `data = jsonb_set(data, '{text,$retained}', '"scribble"')`],
    ["diary-e3", `data = data #- '{text,$retained}'`],
  ];
  await append("diary-e0", newEvent("2026-05-02", written("x", "y")), newEvent("2026-05-01", written("x", "y")));
  for (const [stream, change] of moved) {
    await append(stream, newEvent("2026-05-01", written("secret")));
    await database.pool.query(`UPDATE event_log.events SET ${change} WHERE stream = $1`, [stream]);
    await expect(kernel.log.readStream(stream)).rejects.toThrow("is damaged or was sealed with another key");
  }
});

test("an event of a day whose key is gone is refused loudly: its stream is not taken for erased, and nothing is written", async () => {
  await append("diary-f", newEvent("2026-06-01", written("kept")));
  await kernel.dataKeys.destroyBefore("note", "2026-06-02");
  const late = append("diary-f", newEvent("2026-06-01", written("late")));
  await expect(late).rejects.toThrow(RetentionOver);
  await expect(late).rejects.toThrow("retention:note:2026-06-01");
  await append("diary-f", newEvent("2026-06-02", written("in time")));
  expect(await read("diary-f")).toEqual([written(ERASED), written("in time")]);
});

test("a day's key is asked for once, however many fields, events and streams it seals; a page needs one query for all", async () => {
  const fresh = createFoldKernel(database, { aggregates: [diary] });
  const events = Array.from({ length: 20 }, (_, index) => newEvent("2026-07-01", written(`n${index}`, "s")));
  await append("diary-warm", newEvent("2026-07-01", written("warm", "s")));
  const query = jest.spyOn(database.pool, "query");
  const keyQueries = () => query.mock.calls.filter(([sent]) => JSON.stringify(sent).includes("data_keys")).length;
  try {
    await append("diary-warm", ...events);
    expect(keyQueries()).toBe(0);
    expect(await read("diary-warm", fresh)).toHaveLength(21);
    expect(keyQueries()).toBe(1);
  } finally {
    query.mockRestore();
    await fresh.log.close();
  }
});

test("any text of any day reads as it was written until its day is over, and as erased from then on", async () => {
  const text = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
    .filter((one) => !/[\0\p{Surrogate}]/u.test(one));
  const notes = fc.array(fc.record({ day: fc.integer({ min: 10, max: 28 }), text, closing: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(notes, fc.integer({ min: 10, max: 29 }), async (all, over) => {
      const month = `2100-${String((run % 12) + 1).padStart(2, "0")}`;
      const [year, stream] = [2100 + Math.floor(run / 12), `diary-any${run}`];
      run += 1;
      const dayOf = (day: number) => `${month.replace("2100", String(year))}-${day}`;
      const events = all.map(({ day, text: why, closing }) =>
        closing ? newEvent(dayOf(day), { why }, "DiaryClosed") : newEvent(dayOf(day), written(why)),
      );
      await append(stream, ...events);
      expect(await read(stream)).toEqual(events.map(({ data }) => data));
      await kernel.dataKeys.destroyBefore("note", dayOf(over));
      const expected = all.map(({ day, text: why, closing }) => {
        const left = day < over ? ERASED : why;
        return closing ? { why: left } : written(left);
      });
      expect(await read(stream)).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});
