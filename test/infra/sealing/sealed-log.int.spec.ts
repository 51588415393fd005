/** What the sealed log promises, over the real Postgres log. */
import { z } from "zod";
import { streamName } from "../../../domain/fold/aggregate";
import { defineEvents } from "../../../domain/fold/event";
import { ERASED, personal } from "../../../domain/fold/personal";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import type { EventLog, NewEvent } from "../../../infra/event-log/event-log";
import { sealingMigrations } from "../../../infra/sealing/migrations";
import { collect } from "../../contract/event-log/collecting";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { eventually } from "../../support/eventually";
import { contextOf, createFoldKernel } from "../../support/fold-kernel";
import { opened, wallet } from "../../support/wallet";

const either = {
  category: "either",
  owner: "place" as const,
  events: defineEvents({
    EitherHappened: z.object({
      one: z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: personal(z.string()).optional() })]),
      pair: z.tuple([z.string(), personal(z.string())]),
      tree: z.object({
        name: personal(z.string()).default("x").readonly(),
        get twigs() {
          return z.array(z.object({ name: personal(z.string()) }));
        },
      }),
      reach: z.union([
        z.object({ phone: personal(z.string()) }),
        z.object({ mail: personal(z.string()), phone: z.string().optional() }),
      ]),
      anything: z.unknown(),
    }),
  }),
};

let database: TestDatabase;
let kernel: ReturnType<typeof createFoldKernel>;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [...eventLogMigrations, ...sealingMigrations] });
  kernel = createFoldKernel(database, { aggregates: [wallet, either] });
});
afterAll(async () => {
  await kernel.log.close();
  await database.drop();
});

function newEvent(type: string, data: unknown, schemaVersion = 1): NewEvent {
  const id = kernel.ids.next();
  return { id, type, data, metadata: { ...contextOf(id), occurredAt: "2026-01-01T00:00:00.000Z", schemaVersion } };
}

async function append(log: EventLog, stream: string, ...events: readonly NewEvent[]) {
  return log.append({ stream, expected: "any", events, commandId: kernel.ids.next() });
}

const storedData = async (stream: string) => (await kernel.stored.readStream(stream)).map(({ data }) => data);
const readData = async (stream: string) => (await kernel.log.readStream(stream)).map(({ data }) => data);
const SEALED = { $sealed: expect.stringMatching(/^v1\./) as string };

test("personal fields are sealed at rest wherever they lie, and everyone who reads sees them open", async () => {
  const { data } = opened("Ada");
  const after = await kernel.log.head();
  await append(kernel.log, "wallet-sealed", newEvent("WalletOpened", data));

  expect(await storedData("wallet-sealed")).toEqual([
    {
      holder: SEALED,
      nickname: SEALED,
      contacts: [{ name: SEALED, city: "Paris" }],
      notes: { tax: SEALED },
      payout: { kind: "bank", iban: SEALED },
    },
  ]);
  expect(await readData("wallet-sealed")).toEqual([data]);
  const page = await kernel.log.readAll({ after, limit: 10 });
  expect(page.events.map((event) => event.data)).toEqual([data]);
  const stop = new AbortController();
  for await (const live of kernel.log.subscribe({ after, limit: 10, signal: stop.signal })) {
    if (live.events.length === 0) continue;
    expect(live.events.map((event) => event.data)).toEqual([data]);
    stop.abort();
  }
});

test("what is null or absent stays so, and a variant without personal fields is stored as it is", async () => {
  const data = { holder: "", nickname: null, contacts: [], notes: {}, payout: { kind: "cash", counter: "3" } };
  await append(kernel.log, "wallet-bare", newEvent("WalletOpened", data));
  expect(await storedData("wallet-bare")).toEqual([{ ...data, holder: SEALED }]);
  expect(await readData("wallet-bare")).toEqual([data]);
});

test("tuples, unions whose options overlap, wrappers and nested getters are sealed too", async () => {
  const tree = { name: "root", twigs: [{ name: "left" }] };
  const data = { one: { a: "1" }, pair: ["open", "shut"], tree, reach: { mail: "a@b" }, anything: { free: ["form"] } };
  await append(kernel.log, "either-walk", newEvent("EitherHappened", data));
  expect(await storedData("either-walk")).toEqual([
    { ...data, pair: ["open", SEALED], tree: { name: SEALED, twigs: [{ name: SEALED }] }, reach: { mail: SEALED } },
  ]);
  expect(await readData("either-walk")).toEqual([data]);
});

test("a sealed field that is moved to another place or another event does not open", async () => {
  const stream = "wallet-moved";
  await append(kernel.log, stream, newEvent("WalletOpened", opened("Ada").data));
  await database.pool.query(
    "UPDATE event_log.events SET data = jsonb_set(data, '{holder}', data->'nickname') WHERE stream = $1",
    [stream],
  );
  await expect(kernel.log.readStream(stream)).rejects.toThrow("is damaged or was sealed with another key");
});

test("once the owner's key is destroyed its fields read as erased in all its streams, and others' still open", async () => {
  const streams = [streamName("wallet", "x"), streamName("wallet", "x", "second"), streamName("wallet", "y")];
  for (const stream of streams) await append(kernel.log, stream, newEvent("WalletOpened", opened("Ada").data));
  await kernel.dataKeys.destroy("account:x");
  const erased = {
    holder: ERASED,
    nickname: ERASED,
    contacts: [{ name: ERASED, city: "Paris" }],
    notes: { tax: ERASED },
    payout: { kind: "bank", iban: ERASED },
  };
  const [first = "", second = "", third = ""] = streams;
  expect(await readData(first)).toEqual([erased]);
  expect(await readData(second)).toEqual([erased]);
  expect(await readData(third)).toEqual([opened("Ada").data]);
});

test("what one follower has just read open reads as erased to the next one, once the owner's key is destroyed", async () => {
  const after = await kernel.log.head();
  // One that is there already: from its first page on, what comes lies in the memory that all followers share.
  const live = collect(kernel.log, { after });
  await append(kernel.log, "wallet-first", newEvent("WalletFilled", { cents: 1, reason: "r" }, 2));
  await eventually(() => expect(live.events).toHaveLength(1));
  await append(kernel.log, "wallet-followed", newEvent("WalletOpened", opened("Ada").data));
  await eventually(() => expect(live.events).toHaveLength(2));
  expect(live.events[1]?.data).toEqual(opened("Ada").data);
  await kernel.dataKeys.destroy("account:followed");
  const next = collect(kernel.log, { after });
  await eventually(() => expect(next.events).toHaveLength(2));
  expect(next.events[1]?.data).toMatchObject({ holder: ERASED });
  for (const each of [live, next]) each.stop();
  await Promise.all([live.ended, next.ended]);
});

test("personal fields are never written for an owner whose key was destroyed: the stream counts as erased", async () => {
  await kernel.dataKeys.destroy("account:late");
  const outcome = await append(kernel.log, "wallet-late", newEvent("WalletOpened", opened("Ada").data));
  expect(outcome).toEqual({ kind: "erased" });
  expect(await storedData("wallet-late")).toEqual([]);
});

test("events without personal fields cost no data key", async () => {
  await append(kernel.log, "wallet-plain", newEvent("WalletFilled", { cents: 1, reason: "r" }, 2));
  expect(await kernel.dataKeys.openingKey("account:plain")).toBeUndefined();
});

test("data of an older version reads in the newest, and says so", async () => {
  await append(kernel.stored, "wallet-old", newEvent("WalletFilled", { amount: 3, extra: 1 }, 1));
  const [event] = await kernel.log.readStream("wallet-old");
  expect(event?.data).toEqual({ cents: 300, reason: "unknown", extra: 1 });
  expect(event?.metadata.schemaVersion).toBe(2);
});

test("a field that was sealed in an older version is open before it is lifted to a version without it", async () => {
  const stream = "wallet-oldsealed";
  await append(kernel.log, stream, newEvent("WalletOpened", opened("7").data));
  // The way such data looks after its schema moved on: sealed under a type whose newest version seals nothing.
  await database.pool.query(
    `UPDATE event_log.events SET type = 'WalletFilled', data = jsonb_build_object('amount', '7', 'holder', data->'holder') WHERE stream = $1`,
    [stream],
  );
  expect(await readData(stream)).toEqual([{ cents: 700, reason: "unknown", holder: "7" }]);
});

test("a version newer than the program's is an error and never guessed at", async () => {
  await append(kernel.stored, "wallet-new", newEvent("WalletFilled", {}, 3));
  await expect(kernel.log.readStream("wallet-new")).rejects.toThrow("has schema version 3; this program knows 2");
});

test("an event of an unknown type reads as it is stored", async () => {
  await append(kernel.stored, "wallet-unknown", newEvent("WalletBurnt", { ash: { $sealed: "v1.a.b" } }, 9));
  expect(await readData("wallet-unknown")).toEqual([{ ash: { $sealed: "v1.a.b" } }]);
});

test.each<[string, string, unknown, number, string]>([
  ["does not fit its schema", "WalletEmptied", { cents: "many" }, 1, "cents: Invalid input"],
  [
    "has a member that its schema does not declare",
    "WalletEmptied",
    { cents: 1, name: "Ada" },
    1,
    "data.name is not declared",
  ],
  [
    "has an undeclared member deep inside",
    "WalletOpened",
    { ...opened("A").data, contacts: [{ name: "A", city: "B", age: 3 }] },
    1,
    "data.contacts.0.age is not",
  ],
  ["holds what is no text", "WalletFilled", { cents: 1, reason: "a\u0000b" }, 2, "no text"],
  ["holds half a character", "WalletFilled", { cents: 1, reason: "\ud83d" }, 2, "no text"],
  ["says another schema version", "WalletEmptied", { cents: 1 }, 2, "appended is only 1"],
  ["is declared by nobody", "WalletBurnt", {}, 1, "No aggregate declares the event WalletBurnt"],
  ["belongs to another category", "EitherHappened", {}, 1, 'belongs to "either" streams'],
])("an event that %s is refused loudly and not written", async (_, type, data, version, message) => {
  await expect(append(kernel.log, "wallet-bad", newEvent(type, data, version))).rejects.toThrow(message);
  expect(await storedData("wallet-bad")).toEqual([]);
});

test("free-form data cannot pass itself off as sealed", async () => {
  const data = {
    one: { a: "1" },
    pair: ["a", "b"],
    tree: { name: "n", twigs: [] },
    reach: { mail: "m" },
    anything: [{ $sealed: "v1.a.b" }],
  };
  await expect(append(kernel.log, "either-forged", newEvent("EitherHappened", data))).rejects.toThrow(
    "reserved member",
  );
});

test("a repeated append is recognized although it seals anew", async () => {
  const request = {
    stream: "wallet-twice",
    expected: "none" as const,
    events: [newEvent("WalletOpened", opened("A").data)],
    commandId: "c1",
  };
  const first = await kernel.log.append(request);
  expect(await kernel.log.append(request)).toEqual({ ...first, repeated: true });
  expect(await readData("wallet-twice")).toEqual([opened("A").data]);
});

test("every version that was ever appended is known to the next start", async () => {
  await append(kernel.log, "wallet-noted", newEvent("WalletEmptied", { cents: 1 }));
  expect(await createFoldKernel(database, { aggregates: [] }).versions.stored()).toEqual(
    expect.arrayContaining([{ type: "WalletEmptied", schemaVersion: 1 }]),
  );
});
