/** With a real Kafka between service and collectors: what is asked for on the dashboard comes in through the topic. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { startTestBroker, type TestBroker } from "../support/kafka";
import { createTopic, forgetGroup, groupOf, writeTopic } from "../support/kafka-topic";
import { providedPlace } from "../support/places-stand-in";
import { startCollectorBench, sumIn, type CollectorBench, type Line } from "./collector-bench";
import { settled } from "./settled";
import { WITH_TYPESCRIPT } from "../support/with-typescript";

const TOPIC = "collection-requests";
const GROUP = "collectors";
const PARTITIONS = 3;
const PROGRAM = join(__dirname, "../../infra/cli/collector.ts");
/** A member that was killed is missed for ten seconds. */
const TAKEN_OVER_MS_MAX = 40_000;
const OUTAGE_MS_MAX = 60_000;

describe("collectors of a service with Kafka", () => {
  let bench: CollectorBench;
  let broker: TestBroker;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    broker = await startTestBroker();
    await createTopic(broker.address, TOPIC, PARTITIONS);
    bench = await startCollectorBench({ KAFKA_BROKERS: broker.address });
  }, 60_000);
  afterEach(() => bench.rest());
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await bench.close();
    await broker.remove();
  });

  const group = () => groupOf(broker.address, GROUP, TOPIC);
  const allCommitted = () => eventually(async () => expect(await group()).toMatchObject({ open: 0 }));
  const saying = (log: readonly Line[], words: string) => log.filter(({ msg }) => String(msg).includes(words));
  const write = (messages: Parameters<typeof writeTopic>[2]) => writeTopic(broker.address, TOPIC, messages);
  /** As the service publishes it, for a place that the provider knows and nobody tracks. */
  const request = (id: string, members: Line = {}) => {
    const placeId = `place-of-${id}`;
    bench.standIn.add(providedPlace(placeId));
    const now = bench.service.clock.now().getTime();
    const [requestedAt, expiresAt] = [new Date(now).toISOString(), new Date(now + 3_600_000).toISOString()];
    const value = JSON.stringify({ id, placeId, sections: ["listing"], requestedAt, expiresAt, ...members });
    return { placeId, key: placeId, value };
  };
  /** How many events there are of a place. */
  const eventsOf = async (placeId: string): Promise<number> => {
    const { rows } = await bench.service.database.pool.query<{ data: unknown }>("SELECT data FROM event_log.events");
    return rows.filter(({ data }) => JSON.stringify(data).includes(`"${placeId}"`)).length;
  };
  /** The program itself. */
  const run = () => {
    const { PATH = "", HOME = "" } = process.env;
    const env = { PATH, HOME, ...bench.settings };
    const child = spawn(process.execPath, [...WITH_TYPESCRIPT, PROGRAM], { cwd: __dirname, env });
    children.push(child);
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    return { child, said: () => said, ended: once(child, "close").then(([code]) => code as number | null) };
  };

  test("a check brings what the provider tells and is ready, although what is no request stands before it", async () => {
    const tenant = await bench.api.tenant();
    const { id, placeId } = await bench.track(tenant, { rating: 4.4 });
    const { log } = bench.collect();
    await bench.isShown(tenant, id, { rating: 4.4 });
    const poison = [
      "secret, and no JSON",
      '{"id":"secret"}',
      `"${"secret".repeat(4_000)}"`,
      '{"id":"a","id":"secret"}',
    ];
    await write([...poison, null].map((value) => ({ key: placeId, value })));
    bench.standIn.add(providedPlace(placeId, { rating: 3.1 }));
    await bench.check(tenant, id);
    await bench.isShown(tenant, id, { rating: 3.1, refresh_status: "ready" });
    const passedOver = saying(log, "no collection request is passed over");
    expect(passedOver.map(({ level }) => level)).toEqual(Array.from({ length: 5 }, () => "warn"));
    const at = { topic: TOPIC, partition: expect.any(Number) as number };
    const places = passedOver.map(({ topic, partition, offset }) => ({ topic, partition, offset }));
    expect(places).toEqual(["0", "1", "2", "3", "4"].map((offset) => ({ ...at, offset })));
    expect(JSON.stringify(log)).not.toContain("secret");
    await allCommitted();
  });

  test("what has expired, or asks for what the collector cannot bring, is passed over, and an unknown place is settled", async () => {
    const { log } = bench.collect({ LOG_LEVEL: "debug" });
    const over = new Date(bench.service.clock.now().getTime() - 1_000).toISOString();
    const records = [
      request("expired", { expiresAt: over }),
      request("too-much", { sections: ["listing", "enrichment"] }),
      request("unknown"),
      request("well"),
    ];
    bench.standIn.forget("place-of-unknown");
    await write(records);
    await eventually(() => expect([sumIn(log, "answered"), sumIn(log, "unknown")]).toEqual([1, 1]));
    await allCommitted();
    expect(records.map(({ placeId }) => bench.askedFor(placeId))).toEqual([0, 0, 1, 1]);
    for (const [at, words] of ["has expired", "is left to others"].entries())
      expect(saying(log, words)).toEqual([expect.objectContaining({ level: "debug", placeId: records[at]?.placeId })]);
  });

  test("those that come and go share what is asked for, and ask for no place twice", async () => {
    const alone = bench.collect({ COLLECTOR_CONCURRENCY: "1" });
    await eventually(async () => expect(await group()).toMatchObject({ members: 1, state: "Stable" }));
    bench.standIn.misbehaveAlways({ delayMs: 100 });
    const wave = (name: string, length: number) =>
      Array.from({ length }, (_, at) => ({ ...request(`${name}-${at}`), partition: at % PARTITIONS }));
    const [before, after] = [wave("shared", 30), wave("shared-later", 6)];
    await write(before);
    await eventually(() => expect(sumIn(alone.log, "answered")).toBeGreaterThan(0));
    const newcomer = bench.collect({ COLLECTOR_CONCURRENCY: "1" });
    await eventually(async () => expect(await group()).toMatchObject({ members: 2, state: "Stable" }));
    await write(after);
    await eventually(() => expect(sumIn(newcomer.log, "answered")).toBeGreaterThan(0));
    await alone.collector.stop();
    const answered = () => sumIn(alone.log, "answered") + sumIn(newcomer.log, "answered");
    await eventually(() => expect(answered()).toBe(36));
    await allCommitted();
    const asked = [...before, ...after].map(({ placeId }) => bench.askedFor(placeId));
    expect(asked).toEqual(asked.map(() => 1));
  });

  test("while the provider fails, requests stay where they are, and are answered once it is well", async () => {
    const record = request("patient");
    bench.standIn.misbehaveAlways({ status: 500, body: "nonsense" });
    const { log } = bench.collect();
    await write([record]);
    await eventually(() => expect(sumIn(log, "failed")).toBeGreaterThan(1));
    expect(await group()).toMatchObject({ open: 1 });
    bench.standIn.misbehaveAlways(null);
    await eventually(() => expect(sumIn(log, "answered")).toBe(1));
    await allCommitted();
  });

  test(
    "what a killed one had begun is taken over by another",
    async () => {
      const record = request("begun");
      bench.standIn.misbehaveAlways({ delayMs: 60_000 });
      const { child, ended } = run();
      await write([record]);
      await eventually(() => expect(bench.askedFor(record.placeId)).toBe(1));
      child.kill("SIGKILL");
      expect(await ended).toBeNull();
      bench.standIn.misbehaveAlways(null);
      const { log } = bench.collect();
      await eventually(() => expect(sumIn(log, "answered")).toBe(1), { timeoutMs: TAKEN_OVER_MS_MAX });
      expect(bench.askedFor(record.placeId)).toBe(2);
      await allCommitted();
    },
    TAKEN_OVER_MS_MAX,
  );

  test("one that is told to end finishes what it began, commits it, leaves the group and ends with 0", async () => {
    const record = request("last");
    bench.standIn.misbehaveAlways({ delayMs: 500 });
    const { child, ended, said } = run();
    await write([record]);
    await eventually(() => expect(bench.askedFor(record.placeId)).toBe(1));
    child.kill("SIGTERM");
    expect([await ended, said()]).toEqual([0, expect.stringContaining('"answered":1')]);
    expect(await group()).toMatchObject({ open: 0, members: 0 });
    expect(await eventsOf(record.placeId)).toBeGreaterThan(0);
  });

  test("a request that is delivered again changes nothing", async () => {
    const tenant = await bench.api.tenant();
    const { id, placeId } = await bench.track(tenant, { rating: 3.6 });
    const { log } = bench.collect();
    await bench.isShown(tenant, id, { rating: 3.6 });
    await bench.check(tenant, id);
    await bench.isShown(tenant, id, { refresh_status: "ready" });
    await allCommitted();
    const [events, asked] = [await eventsOf(placeId), bench.askedFor(placeId)];
    // By the same collector, which knows it, and by one that does not.
    const same = request("again");
    await write([same, same]);
    await allCommitted();
    expect([bench.askedFor(same.placeId), sumIn(log, "failed")]).toEqual([1, 0]);
    await bench.rest();
    await forgetGroup(broker.address, GROUP);
    bench.collect();
    await eventually(() => expect(bench.askedFor(placeId)).toBe(asked + 1));
    await allCommitted();
    await settled(bench.service);
    expect(await eventsOf(placeId)).toBe(events);
    expect(await bench.shown(tenant, id)).toMatchObject({ rating: 3.6, refresh_status: "ready" });
  });

  test(
    "while Kafka is away, from the start or later, the schedule is pulled, and what is asked for comes once it is back",
    async () => {
      const tenant = await bench.api.tenant();
      const before = bench.collect();
      await eventually(() => expect(saying(before.log, "Kafka answers")).toHaveLength(1));
      await broker.kill();
      await eventually(() => expect(saying(before.log, "Kafka does not answer")).toHaveLength(1));
      const during = bench.collect();
      await eventually(() => expect(saying(during.log, "Kafka does not answer")).toHaveLength(1));
      const { id } = await bench.track(tenant, { rating: 4.2 });
      await bench.isShown(tenant, id, { rating: 4.2 });
      await broker.restart();
      const records = Array.from({ length: PARTITIONS }, (_, partition) => ({
        ...request(`after-${partition}`),
        partition,
      }));
      await write(records);
      const said = (words: string) => [before, during].map(({ log }) => saying(log, words).length);
      await eventually(() => expect(said("Kafka answers")).toEqual([2, 1]), { timeoutMs: OUTAGE_MS_MAX });
      await eventually(() => expect(records.map(({ placeId }) => bench.askedFor(placeId))).toEqual([1, 1, 1]));
      expect(said("Kafka does not answer")).toEqual([1, 1]);
      await allCommitted();
    },
    OUTAGE_MS_MAX,
  );
});
