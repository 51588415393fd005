/** What the producer promises while a real broker loses answers, dies and comes back. */
import { spawn } from "node:child_process";
import { createServer, type AddressInfo, type Server } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "../../../infra/cli/kafka/broker";
import { createKafkaPublisher } from "../../../infra/collection-queue/kafka-publisher";
import { createKafkaProducer, type KafkaProducer } from "../../../infra/kafka/producer";
import { silentLogger } from "../../../infra/logging/logger";
import { eventually } from "../../support/eventually";
import { sharedBroker, startTestBroker, type TestBroker } from "../../support/kafka";
import { readTopic } from "../../support/kafka-topic";
import { type SeveringProxy, startSeveringProxy } from "../../support/severing-proxy";
import { WITH_TYPESCRIPT } from "../../support/with-typescript";

const TOPIC = "collection-requests";
/** Killing a broker and starting it again takes three seconds on a machine that does nothing else. */
const OUTAGE_MS_MAX = 60_000;
/** Less than any pause or limit of the client: nothing of it is waited for. */
const LINGER_MS_MAX = 1_500;
/** What closing grants a request under way is two seconds; the client's own limit is six. */
const CLOSING_MS_MAX = 5_000;
const asker = { accountId: "an-account", businessId: "a-business" };

const wanted = (requestId: string) => ({
  requestId,
  placeId: `place of ${requestId}`,
  sections: ["listing", "reviews"],
  requestedAt: "2026-01-01T12:00:00.000Z",
  expiresAt: "2026-01-02T12:00:00.000Z",
});

const kafka = (address: string) => createKafkaProducer({ brokers: [address], topics: [TOPIC], logger: silentLogger });

describe("with a broker that dies, and a network that loses its answers", () => {
  let broker: TestBroker;
  let network: SeveringProxy;
  let producer: KafkaProducer;
  const publish = (id: string) => createKafkaPublisher(producer).publish(wanted(id), asker);
  const idsOnTopic = async () =>
    (await readTopic(broker.address, TOPIC)).map(({ value }) => (JSON.parse(value) as { id: string }).id);

  beforeAll(async () => {
    const port = await freePort();
    network = await startSeveringProxy({ port, host: "127.0.0.1" });
    broker = await startTestBroker({ port, advertisedPort: network.port });
  }, 60_000);
  afterAll(async () => {
    await broker.remove();
    await network.close();
  });
  beforeEach(() => {
    producer = kafka(`127.0.0.1:${network.port}`);
  });
  afterEach(() => producer.close());

  test("a record whose acknowledgement was lost stands there once, and takes no other's place", async () => {
    await publish("before-the-loss");
    network.loseNextAnswerTo("lost-answer");
    await Promise.all(["lost-answer", "beside-it", "after-it"].map(publish));
    expect(network.hasLost()).toBe(true);
    const ids = await idsOnTopic();
    expect(ids.sort()).toEqual(["after-it", "before-the-loss", "beside-it", "lost-answer"]);
  });

  test("a record that was given up takes no later one's place", async () => {
    await publish("before-the-silence");
    network.loseNextAnswerTo("given-up", 4);
    await expect(publish("given-up")).rejects.toThrow("Kafka has not acknowledged the record");
    expect(network.hasLost()).toBe(true);
    await publish("after-the-silence");
    expect(await idsOnTopic()).toEqual(expect.arrayContaining(["before-the-silence", "given-up", "after-the-silence"]));
  });

  test(
    "a broker that is killed and started again while requests are published loses none of them",
    async () => {
      const ids = Array.from({ length: 300 }, (_, at) => `during-the-outage-${at}`);
      const acknowledged: string[] = [];
      let refused = 0;
      // As the effect of a process manager does: again, under the same id, until it is acknowledged.
      const untilAcknowledged = async (id: string) => {
        const attempt = () =>
          publish(id).catch((error: unknown) => {
            refused += 1;
            throw error;
          });
        await eventually(attempt, { timeoutMs: OUTAGE_MS_MAX });
        acknowledged.push(id);
      };
      const first = ids.slice(0, 100).map(untilAcknowledged);
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(0));
      const second = ids.slice(100, 200).map(untilAcknowledged);
      await broker.kill();
      const third = ids.slice(200).map(untilAcknowledged);
      await eventually(() => expect(refused).toBeGreaterThan(0));
      expect(await producer.reachable()).toBe(false);
      await broker.restart();
      await Promise.all([...first, ...second, ...third]);
      const records = (await readTopic(broker.address, TOPIC)).filter(({ key }) => key?.includes("during-the-outage"));
      expect([...new Set(records.map(({ key }) => key))].sort()).toEqual(ids.map((id) => wanted(id).placeId).sort());
      // A repetition is the same record, id included.
      expect(new Set(records.map(({ value }) => value)).size).toBe(ids.length);
      await eventually(async () => expect(await producer.reachable()).toBe(true));
    },
    OUTAGE_MS_MAX,
  );
});

describe("with a server that takes connections and never answers", () => {
  let server: Server;
  let address: string;
  beforeAll(async () => {
    server = createServer((socket) => socket.on("error", () => undefined).resume()).listen(0, "127.0.0.1");
    await once(server, "listening");
    address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test("a record is refused after a bounded time", async () => {
    const producer = kafka(address);
    const began = performance.now();
    await expect(createKafkaPublisher(producer).publish(wanted("unheard"), asker)).rejects.toThrow(
      "Kafka has not acknowledged the record",
    );
    expect(performance.now() - began).toBeLessThan(15_000);
    await producer.close();
  });

  test("a program that closes while it waits for an answer ends by itself, with what it sent refused", async () => {
    const program = await runProgram(address, "100");
    expect(program.outcomes).toEqual(["rejected", "rejected", "rejected"]);
    expect(program.closingMs).toBeLessThan(CLOSING_MS_MAX);
    expect(program.lingeredMs).toBeLessThan(LINGER_MS_MAX);
  });
});

test("a record that cannot be written is refused by itself, and those beside it are not", async () => {
  const topic = "unwritable";
  const producer = createKafkaProducer({ brokers: [sharedBroker()], topics: [topic], logger: silentLogger });
  const record = (key: string, headers: object) => ({ topic, key, value: key, headers: headers as never });
  const sent = [record("before", {}), record("unwritable", { bare: null }), record("after", {})].map(producer.send);
  const [before, unwritable, after] = await Promise.allSettled(sent);
  expect(unwritable).toMatchObject({ status: "rejected", reason: { name: "RecordUnwritable" } });
  expect([before?.status, after?.status]).toEqual(["fulfilled", "fulfilled"]);
  expect((await readTopic(sharedBroker(), topic)).map(({ key }) => key)).toEqual(["before", "after"]);
  await producer.close();
});

test("a program that closes after it published ends by itself, and can publish no more", async () => {
  const program = await runProgram(sharedBroker(), "all");
  expect(program.outcomes).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(program.lingeredMs).toBeLessThan(LINGER_MS_MAX);
  const records = await readTopic(sharedBroker(), "program");
  expect(records.map(({ key }) => key).sort()).toEqual(["one", "two"]);
});

interface ProgramReport {
  readonly outcomes: readonly string[];
  readonly closedAt: number;
  readonly closingMs: number;
}

/** How its records ended, how long closing took, and how long it lived on after it had closed the producer. */
async function runProgram(address: string, closeAfterMs: string) {
  const script = join(__dirname, "../../support/kafka-producer-process.ts");
  const options = [...WITH_TYPESCRIPT, script, address, "program", closeAfterMs];
  const program = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"] });
  const said: Buffer[] = [];
  program.stdout.on("data", (chunk: Buffer) => said.push(chunk));
  const [status] = (await once(program, "exit")) as [number | null];
  const endedAt = performance.timeOrigin + performance.now();
  expect(status).toBe(0);
  const { closedAt, ...report } = JSON.parse(Buffer.concat(said).toString()) as ProgramReport;
  return { ...report, lingeredMs: endedAt - closedAt };
}
