/** `npm run bench kafka-in NDJSON [rounds]`: whether observations come in from Kafka as fast as from a file, both in turn, each into a database of its own. */
import { createReadStream } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { linesOf } from "../../commands/observations/ndjson-lines";
import { takeIn } from "../../commands/observations/observation-intake";
import { takeObservation } from "../../commands/observations/take-observation";
import { createIngest } from "../../infra/composition/adapters/ingest";
import { createCollection } from "../../infra/composition/adapters/collection";
import { openEngines, type Engines } from "../../infra/composition/engines";
import { freePort, startKafkaBroker } from "../../infra/cli/kafka/broker";
import { loadConfig } from "../../infra/config/config";
import { silentLogger } from "../../infra/logging/logger";
import { spreadOf } from "../harness/figures";
import { print } from "../harness/print";
import { openStage } from "../harness/stage";
import { createTopic, forgetGroup, writeTopic } from "../../test/support/kafka-topic";
import { masterKey } from "../../test/support/service";

const PARTITIONS = 4;
const TOPIC = "listing-observations";
const GROUP = "observations";
const WRITTEN_AT_ONCE = 500;
const REVIEW_TEXT_DAYS = 365;

interface Round {
  readonly ms: number;
  /** Of this process, which does the work; Kafka and PostgreSQL have their own. */
  readonly cpuMs: number;
  readonly events: number;
}

/** What one way does with all of it; gives how to end what it left open. */
type Way = (engines: Engines, begun: () => void) => Promise<() => Promise<void>>;

const fromFile =
  (file: string): Way =>
  async (engines, begun) => {
    const { schedule: collectionSchedule } = createCollection(engines, null);
    const observing = { ...engines, reviewTextDays: REVIEW_TEXT_DAYS, collectionSchedule };
    begun();
    const take = takeObservation(observing, { kind: "collector", id: "bench" }, "bench");
    await takeIn(linesOf(createReadStream(file)), take);
    return () => Promise.resolve();
  };

/** The topic is full already, and joining the group does not count: from the first record that arrives to the last that is settled. */
const fromKafka =
  (brokers: string, records: number): Way =>
  (engines, begun) =>
    new Promise((resolve, reject) => {
      const { schedule } = createCollection(engines, null);
      let left = records;
      const metrics = {
        received: begun,
        ended() {
          left -= 1;
          if (left === 0) resolve(async () => ingest?.stop());
        },
        lags: () => [],
      };
      const ingest = createIngest(loadConfig({ KAFKA_BROKERS: brokers }), engines, { schedule, metrics });
      ingest?.start().catch(reject);
    });

async function play(url: string, way: Way): Promise<Round> {
  const config = loadConfig({ DATABASE_URL: url, MASTER_KEY: masterKey.toString("base64") });
  const engines = await openEngines({ config, connection: { url }, masterKey, logger: silentLogger });
  let from: { readonly at: number; readonly cpu: NodeJS.CpuUsage } | undefined;
  const end = await way(engines, () => (from ??= { at: performance.now(), cpu: process.cpuUsage() }));
  const { at = 0, cpu } = from ?? {};
  const [ms, used] = [performance.now() - at, process.cpuUsage(cpu)];
  await end();
  const events = await engines.log.head();
  await engines.close();
  return { ms, cpuMs: (used.user + used.system) / 1_000, events };
}

/** Gives the number of records. */
async function fill(address: string, file: string): Promise<number> {
  await createTopic(address, TOPIC, PARTITIONS, { "compression.type": "gzip" });
  const messages: { key: string; value: string }[] = [];
  for await (const value of linesOf(createReadStream(file)))
    messages.push({ key: (JSON.parse(value) as { placeId: string }).placeId, value });
  for (let at = 0; at < messages.length; at += WRITTEN_AT_ONCE)
    await writeTopic(address, TOPIC, messages.slice(at, at + WRITTEN_AT_ONCE));
  return messages.length;
}

export async function run([given, wantedRounds = "5"]: readonly string[]): Promise<void> {
  if (given === undefined) throw new Error("Name a file of observations: npm run bench kafka-in FILE.ndjson [rounds]");
  const cacheFolder = join(process.cwd(), "node_modules", ".cache", "kafka");
  const stage = await openStage();
  const broker = await startKafkaBroker({ folder: join(stage.folder, "kafka"), cacheFolder, port: await freePort() });
  try {
    const records = await fill(broker.address, given);
    const ways = { file: fromFile(given), kafka: fromKafka(broker.address, records) };
    const rounds: Record<keyof typeof ways, Round>[] = [];
    let databases = 0;
    const next = async (way: Way): Promise<Round> => play(await stage.newDatabase(`bench_${(databases += 1)}`), way);
    // The first round warms up both.
    for (let round = 0; round <= Number(wantedRounds); round += 1) {
      const file = await next(ways.file);
      const kafka = await next(ways.kafka);
      await forgetGroup(broker.address, GROUP);
      if (file.events !== kafka.events) throw new Error(`${file.events} events of a file, ${kafka.events} of Kafka.`);
      if (round > 0) rounds.push({ file, kafka });
    }
    print(`${records} observations, ${rounds[0]?.file.events ?? 0} events; load ${loadavg()[0]?.toFixed(1) ?? "?"}.`);
    print("round | file ms | kafka ms | file/kafka | file CPU us each | kafka CPU us each | file/kafka");
    const each = ({ cpuMs }: Round): number => (1_000 * cpuMs) / records;
    for (const [at, { file, kafka }] of rounds.entries()) {
      const times = [file.ms.toFixed(0), kafka.ms.toFixed(0), (file.ms / kafka.ms).toFixed(2)];
      const work = [each(file).toFixed(0), each(kafka).toFixed(0), (file.cpuMs / kafka.cpuMs).toFixed(2)];
      print([at + 1, ...times, ...work].join(" | "));
    }
    const ratio = (of: (round: Round) => number) =>
      spreadOf(rounds.map(({ file, kafka }) => of(file) / of(kafka))).median;
    print(`Median: ${ratio(({ ms }) => ms).toFixed(2)} in time, ${ratio(({ cpuMs }) => cpuMs).toFixed(2)} in CPU.`);
  } finally {
    await broker.end("SIGKILL");
    await stage.close();
  }
}
