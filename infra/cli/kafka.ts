/** `npm run kafka`: a real Kafka of one node on this machine, for development; says what to set KAFKA_BROKERS to. */
import { join } from "node:path";
import { ConfigError, readDotEnv } from "../config/config";
import { startKafkaBroker } from "./kafka/broker";
import { kafkaJars } from "./kafka/jars";

const DEFAULT_FOLDER = "./data/kafka";
const DEFAULT_PORT = "9092";
const CACHE_FOLDER = join(process.cwd(), "node_modules", ".cache", "kafka");

const USAGE = `Usage: npm run kafka [-- --fetch]

Starts a real Kafka of one node on this machine, for development, until Ctrl-C. Needs Java and Maven; the first time, Maven
fetches the program files. With --fetch that is all it does.

Settings, from the environment or .env:
  KAFKA_PORT  the port it listens on (${DEFAULT_PORT})
  KAFKA_DIR   the folder that keeps what it holds (${DEFAULT_FOLDER})

The service takes it by KAFKA_BROKERS=127.0.0.1:<port>.`;

async function main(): Promise<void> {
  const [asked] = process.argv.slice(2);
  if (asked === "--help" || asked === "-h") {
    console.log(USAGE);
    return;
  }
  if (asked === "--fetch") {
    console.log(`The program files are in ${await kafkaJars(CACHE_FOLDER)}.`);
    return;
  }
  if (asked !== undefined) throw new ConfigError(`${asked} is no option of this program; --help says what it does.`);
  readDotEnv();
  const folder = process.env["KAFKA_DIR"] || DEFAULT_FOLDER;
  const port = portOf(process.env["KAFKA_PORT"] || DEFAULT_PORT);
  console.log(`Kafka is starting in ${folder}; the first time, Maven fetches its program files.`);
  const broker = await startKafkaBroker({ folder, cacheFolder: CACHE_FOLDER, port });
  console.log(`Kafka is ready. Start the service with KAFKA_BROKERS=${broker.address}; Ctrl-C stops Kafka.`);

  const signalled = new Promise<boolean>((resolve) => {
    process.on("SIGTERM", () => resolve(true));
    process.on("SIGINT", () => resolve(true));
  });
  const wasAsked = await Promise.race([signalled, broker.ended.then(() => false)]);
  if (!wasAsked) throw new Error(`Kafka ended by itself; ${join(folder, "kafka.log")} says why.`);
  await broker.end("SIGTERM");
  console.log(`Kafka has stopped; what it holds stays in ${folder}.`);
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port > 0 && port < 65_536) return port;
  throw new ConfigError(`KAFKA_PORT must be a whole number from 1 to 65535, and is ${JSON.stringify(text)}.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
