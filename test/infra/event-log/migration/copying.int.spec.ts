/** A log that is copied into another engine is the same log there, whatever happens on the way. */
import { startPeer, type PeerControl } from "../../../support/eventstoredb-peer-control";
import {
  allOf,
  checkOf,
  comparable,
  copyOf,
  databaseSide,
  fill,
  peerLog,
  peerSide,
  type DatabaseSide,
} from "./moving-logs";
import type { StoredLog } from "../../../../infra/event-log/migration/stored-log";
import { createPositionMap } from "../../../../infra/event-log/migration/position-map";

let origin: DatabaseSide;
let peer: PeerControl;
let there: StoredLog;
beforeEach(async () => {
  [origin, peer] = await Promise.all([databaseSide(), startPeer()]);
  there = peerSide(peer.connectionString);
});
afterEach(async () => {
  await there.close();
  await Promise.all([origin.close(), peer.stop()]);
});

test("there and back again equals the beginning: events, ids, times, appends and what was erased", async () => {
  await fill(origin.log, 150);
  await origin.log.erase(["place-3"]);
  expect(await copyOf(origin.side, there, origin.database)).toMatchObject({ found: 0 });
  const beginning = await allOf(origin.side);
  const again = await copyOf(origin.side, there, origin.database);
  expect(again).toEqual({ known: beginning.length, found: 0, written: 0 });
  expect(comparable(await allOf(there))).toEqual(comparable(beginning));
  const back = await databaseSide();
  try {
    await copyOf(there, back.side, back.database);
    expect(comparable(await allOf(back.side))).toEqual(comparable(beginning));
    expect((await allOf(back.side)).map(({ position }) => position)).toEqual(beginning.map((_, index) => index + 1));
    expect(await back.side.erased()).toEqual(new Set(["place-3"]));
    const [late] = [await back.log.append(repeatOf("place-3"))];
    expect(late.kind).toBe("erased");
  } finally {
    await back.close();
  }
});

test("a command that is repeated after the move appends nothing and gives its first answer", async () => {
  await fill(origin.log, 20);
  await copyOf(origin.side, there, origin.database);
  const log = await peerLog(peer.connectionString);
  const before = (await allOf(there)).length;
  await fill(log, 20);
  await log.close();
  expect(await allOf(there)).toHaveLength(before);
});

test("a copy that was ended ten times goes on where it stopped, and doubles nothing", async () => {
  await fill(origin.log, 300);
  const paged: StoredLog = { ...origin.side, read: (after, limit) => origin.side.read(after, Math.min(limit, 60)) };
  for (let times = 0; times < 10; times += 1) {
    const target = peerSide(peer.connectionString);
    await expect(
      copyOf(paged, target, origin.database, () => {
        throw new Error("ended");
      }),
    ).rejects.toThrow("ended");
    // Whatever was under way goes on by itself, as after a kill.
    void target.close();
  }
  const { written, found } = await copyOf(paged, there, origin.database);
  expect(comparable(await allOf(there))).toEqual(comparable(await allOf(origin.side)));
  expect(written + found).toBeGreaterThan(0);
  expect(await checkOf(origin.side, there)).toMatchObject({ faults: [], beyond: 0 });
});

test("a server that dies, stands still and loses answers during the copy costs nothing but time", async () => {
  await fill(origin.log, 400);
  const paged: StoredLog = { ...origin.side, read: (after, limit) => origin.side.read(after, Math.min(limit, 100)) };
  const faults = [
    () => peer.kill().then(() => peer.restart()),
    () => peer.loseNextAnswer(),
    () => {
      peer.freeze();
      setTimeout(() => peer.thaw(), 1_500);
    },
  ];
  await copyOf(paged, there, origin.database, () => {
    const strike = faults.shift();
    if (strike !== undefined) strike();
  });
  expect(faults).toEqual([]);
  expect(comparable(await allOf(there))).toEqual(comparable(await allOf(origin.side)));
}, 60_000);

test("the map tells where each event went, also of those that an earlier copy had brought", async () => {
  await fill(origin.log, 40);
  await copyOf(origin.side, there, origin.database);
  await createPositionMap(origin.database.pool).clear();
  await fill(origin.log, 10, 40);
  const { found, written } = await copyOf(origin.side, there, origin.database);
  expect([found, written]).toEqual([120, 30]);
  const { rows } = await origin.database.pool.query(
    "SELECT source, target FROM operational.moved_positions ORDER BY 1",
  );
  const [events, copies] = [await allOf(origin.side), await allOf(there)];
  expect(rows).toEqual(events.map(({ position }, index) => ({ source: position, target: copies[index]?.position })));
});

test("what is erased between two runs of a copy is erased in the copy", async () => {
  await fill(origin.log, 60);
  await copyOf(origin.side, there, origin.database);
  await origin.log.erase(["place-0", "place-1"]);
  await copyOf(origin.side, there, origin.database);
  expect(comparable(await allOf(there))).toEqual(comparable(await allOf(origin.side)));
  expect(await there.erased()).toEqual(await origin.side.erased());
});

test("a target that holds another log is refused by the first event that differs, and nothing is written", async () => {
  const stranger = await peerLog(peer.connectionString);
  await fill(stranger, 3, 500);
  await stranger.close();
  await fill(origin.log, 5);
  const before = await allOf(there);
  await expect(copyOf(origin.side, there, origin.database)).rejects.toThrow(/holds another log: its PlaceObserved /);
  expect(await allOf(there)).toEqual(before);
});

test("a target that holds more than the log is refused", async () => {
  await fill(origin.log, 5);
  await copyOf(origin.side, there, origin.database);
  const log = await peerLog(peer.connectionString);
  await fill(log, 1, 5);
  await log.close();
  await expect(copyOf(origin.side, there, origin.database)).rejects.toThrow(/has nothing any more/);
});

test("the check finds what was altered, left out, moved or added in the copy", async () => {
  await fill(origin.log, 30);
  await copyOf(origin.side, there, origin.database);
  const whole = await peer.events();
  const faultsAfter = async (change: (events: typeof whole) => typeof whole): Promise<readonly string[]> => {
    await peer.rewrite(change(whole));
    return (await checkOf(origin.side, there)).faults;
  };
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  const altered = await faultsAfter((events) =>
    events.map((event, at) => (at === 7 ? { ...event, data: encoded({ at: "another" }) } : event)),
  );
  expect(altered).toEqual([expect.stringMatching(/differ in data\.$/)]);
  expect(await faultsAfter((events) => events.slice(0, -1))).toEqual([
    expect.stringMatching(/is not in EventStoreDB\.$/),
  ]);
  expect((await faultsAfter((events) => events.filter((_, at) => at !== 7)))[0]).toMatch(/differ in id/);
  // Two events of different streams change places in the order of all, and nothing else.
  const moved = await faultsAfter((events) => {
    const next = events.findIndex((event, at) => at > 7 && event.stream !== events[7]?.stream);
    const [one, other] = [events[next - 1], events[next]];
    if (one === undefined || other === undefined) throw new Error("The log has one stream alone.");
    const [first, second] = [
      { ...other, position: one.position },
      { ...one, position: other.position },
    ];
    return [...events.slice(0, next - 1), first, second, ...events.slice(next + 1)];
  });
  expect(moved[0]).toMatch(/differ in id/);
  await peer.rewrite(whole);
  const log = await peerLog(peer.connectionString);
  await fill(log, 1, 900);
  await log.close();
  expect(await checkOf(origin.side, there)).toMatchObject({ faults: [], beyond: 1 });
  await peer.rewrite(whole);
  expect((await checkOf(origin.side, there)).faults).toEqual([]);
});

test("what an event says may be a megabyte long, and the character 0 is told before it is left out", async () => {
  const large = { ...repeatOf("place-9"), commandId: "large" };
  await origin.log.append({ ...large, events: large.events.map((event) => ({ ...event, data: { text: long } })) });
  await fill(origin.log, 5);
  await copyOf(origin.side, there, origin.database);
  expect(comparable(await allOf(there))).toEqual(comparable(await allOf(origin.side)));
  const log = await peerLog(peer.connectionString);
  const noughts = repeatOf("place-8").events.map((event) => ({ ...event, data: { text: "a\u0000b" } }));
  await log.append({ ...repeatOf("place-8"), events: noughts });
  await log.close();
  const back = await databaseSide();
  try {
    await expect(copyOf(there, back.side, back.database)).rejects.toThrow(
      /^PostgreSQL cannot hold the text of Late .+ \(revision 0 of place-8/,
    );
    const last = (await allOf(origin.side)).slice(-1);
    for (const unheld of [{ commandId: "a\u0000b" }, { stream: "place-\u0000" }, { data: { half: "\ud800" } }])
      await expect(back.side.append(last.map((event) => ({ ...event, ...unheld })))).rejects.toThrow(
        /^PostgreSQL cannot hold the text of Place/,
      );
  } finally {
    await back.close();
  }
});

test("histories are held against how they were recorded", async () => {
  await fill(origin.log, 30);
  await copyOf(origin.side, there, origin.database);
  const recorded = new Map([["place-1", { events: 1, head: "0".repeat(64) }]]);
  const upTo = { of: "source", position: Infinity } as const;
  const { faults } = await checkOf(origin.side, there, {
    historyOf: ({ stream }) => (stream === "place-1" ? stream : undefined),
    recorded,
    upTo,
  });
  expect(faults).toEqual([expect.stringMatching(/^The history of place-1 is not the one that was recorded/)]);
});

/** A server takes a megabyte in one append, with all that belongs to it. */
const long = "x".repeat(1_000_000);

const repeatOf = (stream: string) => ({
  stream,
  expected: "any" as const,
  commandId: "late",
  events: [
    {
      id: "00000000-0000-4000-8000-000000000001",
      type: "Late",
      data: {},
      metadata: {
        actor: { kind: "system", id: "test" } as const,
        ...{ commandId: "late", correlationId: "late", causationId: "late" },
        ...{ occurredAt: "2026-01-01T00:00:00.000Z", schemaVersion: 1 },
      },
    },
  ],
});
