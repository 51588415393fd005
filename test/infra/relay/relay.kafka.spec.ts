/** What the publisher promises while its processes die, freeze and thaw, and while the broker dies and comes back. */
import { randomBytes } from "node:crypto";
import { openFencedSession } from "../../../infra/kafka/fenced-session";
import { silentLogger } from "../../../infra/logging/logger";
import { eventually } from "../../support/eventually";
import { sharedBroker, startTestBroker } from "../../support/kafka";
import { partitionsOf } from "../../support/kafka-topic";
import { idsOf, openRelayStage, type RelayStage, withoutRepetitions } from "../../support/relay-stage";

/** A lease ends after some seconds of silence, and a broker starts in as many. */
const PATIENCE = { timeoutMs: 30_000 };

let stage: RelayStage;
const open = async (broker = sharedBroker(), partitions = 3, settings = {}): Promise<RelayStage> =>
  (stage = await openRelayStage(broker, partitions, settings));
afterEach(() => stage.close());

/** Everything is there, in order, once repetitions are left out by their sequence; a repetition is the same record. */
const arrivesOnce = (key: string, ids: readonly (string | null)[]) =>
  eventually(() => {
    const { watched } = stage;
    expect(withoutRepetitions(watched, key)).toEqual(ids);
    expect(new Set(watched.of(key).map(({ value }) => value)).size).toBe(ids.length);
  }, PATIENCE);
const arrivesExactly = (key: string, ids: readonly (string | null)[]) =>
  eventually(() => expect(idsOf(stage.watched, key)).toEqual(ids), PATIENCE);

test("with two publishers everything since the beginning of the log arrives once, in order of each key", async () => {
  const { alerts, publisher, watched } = await open();
  const keys = ["one", "two", "three", "four", "five"];
  const told = new Map(keys.map((key) => [key, [] as string[]]));
  const tell = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1)
      for (const key of keys) told.get(key)?.push(...(await alerts(key, 3)));
  };
  await tell(20);
  publisher();
  publisher();
  await tell(20);
  for (const key of keys) await arrivesExactly(key, told.get(key) ?? []);
  const partitions = keys.map((key) => new Set(watched.of(key).map(({ partition }) => partition)).size);
  expect(partitions).toEqual(keys.map(() => 1));
});

test("a tombstone follows everything of its business, and nothing of it follows the tombstone", async () => {
  // In one partition, so that who sees what comes last has seen everything.
  const { alerts, removed, publisher, watched } = await open(sharedBroker(), 1);
  const ids = await alerts("gone", 130);
  await removed("gone");
  publisher();
  await arrivesExactly("gone", [...ids, null]);
  // As a process would write it that was frozen in the midst of it.
  await alerts("gone", 1);
  const after = await alerts("stays", 1);
  await arrivesExactly("stays", after);
  expect(idsOf(watched, "gone")).toEqual([...ids, null]);
  expect(watched.of("gone").at(-1)?.headers).toEqual({ position: expect.stringMatching(/^\d+$/) as string });
});

test("records that are too large together for a request are sent as one all the same, in order", async () => {
  const { topic, watched } = await open();
  const cluster = { brokers: [sharedBroker()] };
  const session = await openFencedSession({ cluster, topic, id: `large-${topic}`, logger: silentLogger });
  try {
    // What cannot be compressed to less than half a megabyte each.
    const values = Array.from({ length: 3 }, () => randomBytes(500_000).toString("base64"));
    await session.send(values.map((value) => ({ key: "large", value, headers: {} })));
    await eventually(() => expect(watched.of("large")).toHaveLength(3), PATIENCE);
    expect(watched.of("large").map(({ value }) => values.indexOf(value ?? ""))).toEqual([0, 1, 2]);
  } finally {
    await session.end();
  }
});

test("a topic is there as soon as somebody publishes, before there is anything to tell; one that exists stays as it is", async () => {
  const { topic, publisher } = await open();
  const ending = publisher();
  const later = `${topic}-later`;
  await eventually(() => expect(partitionsOf(sharedBroker(), topic)).resolves.toBe(3), PATIENCE);
  ending.kill("SIGKILL");
  publisher("", later);
  await eventually(async () => expect(await partitionsOf(sharedBroker(), later)).toBe(1), PATIENCE);
  expect(await partitionsOf(sharedBroker(), topic)).toBe(3);
});

test("a topic that takes less than usual gets smaller batches, and of data that it does not take where to find it", async () => {
  const { alerts, publisher, watched } = await open(sharedBroker(), 1, { "max.message.bytes": "20000" });
  const small = await alerts("small", 60);
  const large = await alerts("large", 1, "x".repeat(30_000));
  const after = await alerts("after", 2);
  publisher();
  await arrivesExactly("after", after);
  await arrivesExactly("small", small);
  await arrivesExactly("large", large);
  const [, created] = watched.of("large").map(({ value }) => JSON.parse(value ?? "") as object);
  expect(created).toMatchObject({ dataref: "/api/v1/events" });
  expect(created).not.toHaveProperty("data");
});

test("a topic that takes nothing at all is told by what it lacks", async () => {
  const { topic } = await open(sharedBroker(), 1, { "max.message.bytes": "200" });
  const cluster = { brokers: [sharedBroker()] };
  const session = await openFencedSession({ cluster, topic, id: `small-${topic}`, logger: silentLogger });
  try {
    const sent = session.send([{ key: "one", value: "x".repeat(300), spare: "x".repeat(200), headers: {} }]);
    await expect(sent).rejects.toThrow(/its topic takes 100 at most: raise max\.message\.bytes/);
  } finally {
    await session.end();
  }
});

describe.each(["SIGKILL:after:2", "SIGKILL:before:2"])("a publisher that ends (%s)", (point) => {
  test("is followed by another one, which begins where acknowledged records end", async () => {
    const { alerts, publisher, watched } = await open();
    const ids = [...(await alerts("killed", 350))];
    publisher(point);
    await eventually(() => expect(watched.records.length).toBeGreaterThanOrEqual(200), PATIENCE);
    publisher();
    ids.push(...(await alerts("killed", 5)));
    await arrivesOnce("killed", ids);
  });
});

describe.each(["SIGSTOP:before:2", "SIGSTOP:after:2"])("a publisher that freezes (%s)", (point) => {
  test("and goes on when another one has overtaken it changes nothing, and publishes again when it is its turn", async () => {
    const { alerts, removed, publisher, watched, position } = await open(sharedBroker(), 1);
    const ids = [...(await alerts("frozen", 350))];
    const frozen = publisher(point);
    await eventually(() => expect(watched.records.length).toBeGreaterThanOrEqual(200), PATIENCE);
    const other = publisher();
    await arrivesOnce("frozen", ids);
    await removed("frozen");
    await arrivesOnce("frozen", [...ids, null]);
    const repeated = watched.of("frozen").length;
    const reached = await eventually(async () => {
      const at = await position();
      expect(at).toBe(await stage.log.head());
      return at;
    });
    frozen.kill("SIGCONT");
    other.kill("SIGKILL");
    const after = await alerts("afterwards", 3);
    await arrivesExactly("afterwards", after);
    expect(watched.of("frozen")).toHaveLength(repeated);
    expect(watched.of("frozen").at(-1)?.value).toBeNull();
    expect(await position()).toBeGreaterThanOrEqual(reached);
  });
});

test("a broker that is killed and started again under load loses nothing, and nothing is overtaken", async () => {
  const broker = await startTestBroker();
  try {
    const { alerts, publisher, watched } = await open(broker.address);
    const ids: string[] = [];
    const telling = new AbortController();
    const load = (async () => {
      while (!telling.signal.aborted) {
        ids.push(...(await alerts("loaded", 5)));
        await new Promise((settle) => setTimeout(settle, 5));
      }
    })();
    publisher();
    await eventually(() => expect(watched.records.length).toBeGreaterThan(100), PATIENCE);
    await broker.kill();
    const before = ids.length;
    await eventually(() => expect(ids.length).toBeGreaterThan(before + 500));
    await broker.restart();
    await eventually(() => expect(watched.records.length).toBeGreaterThan(before + 500), PATIENCE);
    telling.abort();
    await load;
    await arrivesOnce("loaded", ids);
  } finally {
    await stage.close();
    await broker.remove();
    stage = await openRelayStage(sharedBroker());
  }
}, 90_000);
