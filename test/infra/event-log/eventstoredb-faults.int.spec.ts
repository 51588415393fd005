/** The EventStoreDB log through everything that a server, a network or a neighbour can do to it. */
import { type EventLog, LogUnavailable } from "../../../infra/event-log/event-log";
import { collect, idsOf, readToTheEnd } from "../../contract/event-log/collecting";
import { appendUntilTaken, mustAppend, newEvent, newStream, newType, request } from "../../contract/event-log/requests";
import { startPeer, type PeerControl } from "../../support/eventstoredb-peer-control";
import { eventually } from "../../support/eventually";
import { describeWithPeer, openLog, peer, stopPeer } from "./eventstoredb-under-test";

const RECOVERY = { timeoutMs: 20_000 };

afterAll(stopPeer);

describeWithPeer("the log while EventStoreDB fails", () => {
  let server: PeerControl;
  let log: EventLog;

  beforeAll(async () => {
    server = await peer();
    log = await openLog();
  });

  afterAll(() => log.close());

  test("killed again and again under load, every acknowledged append is there once and no other twice", async () => {
    const after = await log.head();
    const collecting = collect(log, { after });
    const acknowledged: string[] = [];
    let writing = true;
    const writers = Array.from({ length: 16 }, async () => {
      while (writing) {
        const wanted = request({ expected: "none" });
        await appendUntilTaken(log, wanted);
        acknowledged.push(...idsOf(wanted.events));
      }
    });
    for (let round = 1; round <= 3; round += 1) {
      const before = acknowledged.length;
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 50), RECOVERY);
      await server.kill();
      await server.restart();
    }
    writing = false;
    await Promise.all(writers);
    const { events } = await readToTheEnd(log, { after, limit: 500 });
    expect(idsOf(events).sort()).toEqual([...acknowledged].sort());
    await eventually(() => expect(idsOf(collecting.events)).toEqual(idsOf(events)), RECOVERY);
    collecting.stop();
    await collecting.ended;
  });

  test("appends to a frozen server end as unavailable, and asked for again they are in the log once", async () => {
    const type = newType();
    const collecting = collect(log, { after: await log.head(), types: [type] });
    const wanted = Array.from({ length: 20 }, () => request({ events: [newEvent({ type })] }));
    server.freeze();
    const refused = await Promise.allSettled(wanted.map((each) => log.append(each)));
    for (const each of refused) expect(each.status === "rejected" && each.reason).toBeInstanceOf(LogUnavailable);
    server.thaw();
    const outcomes = await Promise.all(wanted.map((each) => appendUntilTaken(log, each)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(wanted.map(() => "appended"));
    await eventually(() => expect(collecting.events.length).toBeGreaterThanOrEqual(wanted.length), RECOVERY);
    for (const { stream } of wanted) expect(await log.readStream(stream)).toHaveLength(1);
    expect(new Set(idsOf(collecting.events)).size).toBe(collecting.events.length);
    collecting.stop();
    await collecting.ended;
  });

  test("an append outlives a freeze that is shorter than its patience", async () => {
    const wanted = request({ expected: "none" });
    const hasty = await openLog({ patienceMs: 600 });
    server.freeze();
    const appending = log.append(wanted);
    // When this one has given up, a try of the other has run out of time too.
    await expect(hasty.readStream(wanted.stream)).rejects.toThrow(LogUnavailable);
    server.thaw();
    expect(await appending).toMatchObject({ kind: "appended", revision: 0, repeated: false });
    expect(await log.readStream(wanted.stream)).toHaveLength(1);
    await hasty.close();
  });

  test("answers that come too late are not taken for those of later appends", async () => {
    const wanted = request({ expected: "none" });
    await server.delay(900);
    await expect(log.append(wanted)).rejects.toThrow(LogUnavailable);
    await server.delay(0);
    const others = await Promise.all(Array.from({ length: 20 }, () => mustAppend(log, { expected: "none" })));
    expect(others.map(({ revision }) => revision)).toEqual(others.map(() => 0));
    expect(await log.append(wanted)).toMatchObject({ kind: "appended", revision: 0 });
    expect(await log.readStream(wanted.stream)).toHaveLength(1);
  });

  test("answers that overtake each other find their own appends", async () => {
    const slow = request({ expected: "none" });
    await server.delay(300);
    const appending = log.append(slow);
    await eventually(async () => expect(await log.readStream(slow.stream)).toHaveLength(1));
    await server.delay(0);
    const quick = await mustAppend(log, { events: [newEvent(), newEvent(), newEvent()] });
    expect(quick).toMatchObject({ revision: 2 });
    expect(await appending).toMatchObject({ kind: "appended", revision: 0, repeated: false });
  });

  test("of the same command in two processes at once exactly one is the first, however often they meet", async () => {
    const elsewhere = await openLog();
    for (let round = 0; round < 20; round += 1) {
      const wanted = request({ expected: "none" });
      const outcomes = await Promise.all([log.append(wanted), elsewhere.append(wanted)]);
      expect(outcomes.filter((outcome) => outcome.kind === "appended" && !outcome.repeated)).toHaveLength(1);
      expect(outcomes).toMatchObject([{ revision: 0 }, { revision: 0 }]);
    }
    await elsewhere.close();
  });

  test("a log whose server is gone harms no other log of the process", async () => {
    const otherServer = await startPeer();
    const other = await openLog({ connectionString: otherServer.connectionString });
    await mustAppend(other);
    const doomed = Array.from({ length: 64 }, () => other.append(request()));
    await otherServer.stop();
    const outcomes = await Promise.all([
      ...Array.from({ length: 64 }, () => log.append(request({ expected: "none" }))),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => "appended"));
    for (const each of await Promise.allSettled(doomed)) {
      if (each.status === "rejected") expect(each.reason).toBeInstanceOf(LogUnavailable);
    }
    await other.close();
    expect(await log.append(request({ expected: "none" }))).toMatchObject({ kind: "appended" });
  });

  test("a log opened before its server runs serves as soon as it does", async () => {
    const late = await startPeer();
    await late.kill();
    const early = await openLog({ connectionString: late.connectionString, patienceMs: 300 });
    const type = newType();
    const collecting = collect(early, { after: 0, types: [type] });
    await expect(early.head()).rejects.toThrow(LogUnavailable);
    await late.restart();
    const wanted = request({ events: [newEvent({ type })] });
    await appendUntilTaken(early, wanted);
    await eventually(() => expect(idsOf(collecting.events)).toEqual(idsOf(wanted.events)), RECOVERY);
    collecting.stop();
    await collecting.ended;
    await early.close();
    await late.stop();
  });

  test("a command is recognized by a process that never saw its stream, after the server forgot everything", async () => {
    const stream = newStream();
    const first = request({ stream, expected: "none" });
    const answer = await mustAppend(log, first);
    for (let index = 0; index < 5; index += 1) await mustAppend(log, { stream });
    await server.kill();
    await server.restart();
    const fresh = await openLog();
    for (const expected of [5, "any", "exists", "none", 0] as const) {
      expect(await fresh.append({ ...first, events: [newEvent()], expected })).toEqual({ ...answer, repeated: true });
    }
    expect(await log.readStream(stream)).toHaveLength(6);
    await fresh.close();
  });
});
