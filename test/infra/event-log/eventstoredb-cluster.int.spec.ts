/** The EventStoreDB log on a cluster: found by its seeds, followed from leader to leader, with nothing lost or doubled. */
import { LogUnavailable, type AppendOutcome, type EventLog } from "../../../infra/event-log/event-log";
import { collect, idsOf, readToTheEnd, type Collecting } from "../../contract/event-log/collecting";
import { appendUntilTaken, mustAppend, newEvent, newStream, newType, request } from "../../contract/event-log/requests";
import { startCluster, type ClusterControl } from "../../support/eventstoredb-cluster";
import { eventually } from "../../support/eventually";
import { openLog } from "./eventstoredb-under-test";

/** The patience of a service; short enough in a try to see a frozen leader within a test's time. */
const OPTIONS = { attemptMs: 1_500, patienceMs: 12_000 };
/** From the loss of the leader to the next acknowledged append and to the next event at a subscriber. */
const RECOVERY = { timeoutMs: 9_000 };

describe("the log on a cluster", () => {
  let cluster: ClusterControl;
  let log: EventLog;

  beforeAll(async () => {
    cluster = await startCluster();
    log = await openLog({ connectionString: cluster.connectionString, ...OPTIONS });
  });

  afterAll(async () => {
    await log.close();
    await cluster.stop();
  });

  test("it is found although its first seed is dead, and every answer is the leader's", async () => {
    const stream = newStream();
    const { position } = await mustAppend(log, { stream, events: [newEvent(), newEvent()] });
    expect(await log.head()).toBeGreaterThanOrEqual(position);
    expect(await log.readStream(stream)).toHaveLength(2);
  });

  test("a log that knows a follower alone is sent on to the leader", async () => {
    const follower = cluster.ports[(cluster.leader() + 1) % cluster.ports.length];
    const other = await openLog({ connectionString: `esdb://127.0.0.1:${follower}?tls=false`, ...OPTIONS });
    const wanted = request({ expected: "none" });
    expect(await other.append(wanted)).toMatchObject({ kind: "appended", revision: 0, repeated: false });
    expect(idsOf(await other.readStream(wanted.stream))).toEqual(idsOf(wanted.events));
    await other.close();
  });

  test("the leader is killed under load, another leads, and the old one follows: all that was acknowledged is there once, in order", async () => {
    const load = await startLoad(log);
    for (let round = 0; round < 2; round += 1) {
      const old = cluster.leader();
      const after = await load.goesOn();
      await cluster.kill(old);
      await load.goesOn(after);
      expect(cluster.leader()).not.toBe(old);
      await cluster.restart(old);
      await load.goesOn();
    }
    await load.check();
  });

  test("a leader that gives its office up is left for the next one", async () => {
    const load = await startLoad(log);
    const old = cluster.leader();
    cluster.resign();
    await eventually(() => expect(cluster.leader()).not.toBe(old), RECOVERY);
    await load.goesOn();
    await load.check();
  });

  test("a frozen leader is left although it closes no connection, and what it held back is taken from it no more", async () => {
    const load = await startLoad(log);
    await load.goesOn();
    const old = cluster.leader();
    const after = load.acknowledged.length;
    cluster.freeze(old);
    try {
      await load.goesOn(after);
      expect(cluster.leader()).not.toBe(old);
    } finally {
      cluster.thaw(old);
    }
    await load.goesOn();
    await load.check();
  });

  test("a subscriber on a quiet log hears of what follows after its leader froze", async () => {
    const type = newType();
    const quiet = collect(log, { after: await log.head(), types: [type] });
    const elsewhere = await openLog({ connectionString: cluster.connectionString, ...OPTIONS });
    const old = cluster.leader();
    cluster.freeze(old);
    const wanted = request({ events: [newEvent({ type })] });
    await appendUntilTaken(elsewhere, wanted);
    await eventually(() => expect(idsOf(quiet.events)).toEqual(idsOf(wanted.events)), RECOVERY);
    cluster.thaw(old);
    quiet.stop();
    await quiet.ended;
    await elsewhere.close();
  });

  function unlessUnavailable(error: unknown): undefined {
    if (!(error instanceof LogUnavailable)) throw error;
    return undefined;
  }

  interface Load {
    readonly acknowledged: string[];
    /** Twenty more were acknowledged after `count` (or now), and have come to the subscriber. */
    goesOn(count?: number): Promise<number>;
    /** Ends it; everything acknowledged is in the log and came to the subscriber, once each and in the same order. */
    check(): Promise<void>;
  }

  /** Ends the load of a test that failed. */
  let stopLoad = (): void => undefined;
  afterEach(() => stopLoad());

  async function startLoad(writing: EventLog): Promise<Load> {
    const type = newType();
    const after = await writing.head();
    const collecting: Collecting = collect(writing, { after, types: [type] });
    const acknowledged: string[] = [];
    const perStream = new Map<string, string[]>();
    let going = true;
    const goesOn = (): boolean => going;
    stopLoad = () => {
      going = false;
      collecting.stop();
    };
    const writers = Array.from({ length: 8 }, async (_, index) => {
      const stream = newStream();
      const own: string[] = [];
      perStream.set(stream, own);
      while (going) {
        const wanted = request({
          stream,
          expected: index % 2 === 0 ? "any" : own.length - 1,
          events: [newEvent({ type })],
        });
        if (wanted.expected === -1) Object.assign(wanted, { expected: "none" });
        let outcome: AppendOutcome | undefined;
        while (goesOn() && outcome === undefined) outcome = await writing.append(wanted).catch(unlessUnavailable);
        outcome ??= await writing.append(wanted);
        expect(outcome).toMatchObject({ kind: "appended", revision: own.length });
        own.push(...idsOf(wanted.events));
        acknowledged.push(...idsOf(wanted.events));
      }
    });
    return {
      acknowledged,
      goesOn: async (count = acknowledged.length) => {
        await eventually(() => expect(acknowledged.length).toBeGreaterThan(count + 20), RECOVERY);
        const known = acknowledged.length;
        await eventually(() => expect(collecting.events.length).toBeGreaterThanOrEqual(known), RECOVERY);
        return known;
      },
      check: async () => {
        going = false;
        await Promise.all(writers);
        const { events } = await readToTheEnd(writing, { after, types: [type], limit: 500 });
        expect(idsOf(events).sort()).toEqual([...acknowledged].sort());
        for (const [stream, own] of perStream) expect(idsOf(await writing.readStream(stream))).toEqual(own);
        await eventually(() => expect(idsOf(collecting.events)).toEqual(idsOf(events)), RECOVERY);
        collecting.stop();
        await collecting.ended;
      },
    };
  }
});
