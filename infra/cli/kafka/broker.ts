/** A real Kafka of one node for development and tests, in a folder of its own. */
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import { claimDataFolder } from "../../postgres/embedded/claim";
import { causeIn } from "./cause";
import { kafkaJars } from "./jars";
import { java, startJava, type JavaProgram } from "./java";
import { run } from "./programs";
import { log4jProperties, serverProperties, type SecureDoor } from "./server-properties";

export interface KafkaBrokerOptions {
  /** Settings, records and Kafka's own log; made where it is missing. */
  readonly folder: string;
  /** Where the program files are kept. */
  readonly cacheFolder: string;
  readonly port: number;
  /** What clients are told to connect to, where something stands in between. */
  readonly advertisedPort?: number;
  readonly secure?: SecureDoor;
}

export interface KafkaBroker {
  /** host:port, as KAFKA_BROKERS wants it. */
  readonly address: string;
  /** Resolves once it has ended, in whatever way. */
  readonly ended: Promise<void>;
  /** In good order, or by SIGKILL; what it acknowledged is there at the next start. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

const RECORDS = "records";
const START_MS_MAX = 60_000;
const POLL_MS = 20;
/** It starts in two seconds and takes 300 MB: a small heap, and no time spent on optimizing for a long life. */
const JAVA_OPTIONS = ["-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

/** Resolves once it takes connections; it ends with this process. Throws an Error with a sentence for the operator. */
export async function startKafkaBroker(options: KafkaBrokerOptions): Promise<KafkaBroker> {
  const { port } = options;
  const folder = resolve(options.folder);
  // Before anything there is written: the settings in it are those of a broker that runs.
  const release = claimDataFolder(folder, "KAFKA_DIR", join(folder, "broker.lock"));
  try {
    if (await isOpen(port)) throw new Error(`Port ${port} is taken by another program; choose another KAFKA_PORT.`);
    const kafka = await startIn(folder, options);
    const ended = kafka.ended.then(release);
    const end = async (signal: "SIGTERM" | "SIGKILL") => {
      await kafka.end(signal);
      await ended;
    };
    return { address: `127.0.0.1:${port}`, ended, end };
  } catch (error) {
    release();
    throw error;
  }
}

async function startIn(folder: string, options: KafkaBrokerOptions): Promise<JavaProgram> {
  const jars = await kafkaJars(resolve(options.cacheFolder));
  const { settings, logging, log } = await writeSettings(folder, options);
  const program = [...JAVA_OPTIONS, `-Dlog4j.configuration=${pathToFileURL(logging).href}`, "-cp", join(jars, "*")];
  await formatOnce(folder, settings, program, options.secure);
  const before = existsSync(log) ? statSync(log).size : 0;
  const kafka = await startJava([...program, "kafka.Kafka", settings], folder, log);
  if (await comesUp(kafka, options.port)) return kafka;
  await kafka.end("SIGKILL");
  const cause = causeIn(readFileSync(log).subarray(before).toString());
  throw new Error(`Kafka did not start: ${cause} (${log} has the rest)`);
}

/** Gives the folder the identity that Kafka asks for; one that has it keeps it. */
async function formatOnce(
  folder: string,
  settings: string,
  program: readonly string[],
  secure: SecureDoor | undefined,
): Promise<void> {
  if (existsSync(join(folder, RECORDS, "meta.properties"))) return;
  // An id may not begin like an option.
  const clusterId = `K${randomBytes(16).toString("base64url").slice(1)}`;
  const format = [...program, "kafka.tools.StorageTool", "format", "-t", clusterId, "-c", settings];
  const scram = (["SCRAM-SHA-256", "SCRAM-SHA-512"] as const).flatMap((mechanism) =>
    secure === undefined
      ? []
      : ["--add-scram", `${mechanism}=[name=${secure.user.name},password=${secure.user.password}]`],
  );
  await run(java(), [...format, ...scram], folder);
}

async function writeSettings(folder: string, { port, advertisedPort = port, secure }: KafkaBrokerOptions) {
  const [settings, logging] = [join(folder, "server.properties"), join(folder, "log4j.properties")];
  const addresses = { port, advertisedPort, controllerPort: await freePort() };
  writeFileSync(settings, serverProperties(join(folder, RECORDS), addresses, secure));
  writeFileSync(logging, log4jProperties);
  return { settings, logging, log: join(folder, "kafka.log") };
}

async function comesUp(kafka: JavaProgram, port: number): Promise<boolean> {
  for (let waited = 0; waited < START_MS_MAX && kafka.runs(); waited += POLL_MS) {
    if (await isOpen(port)) return true;
    await delay(POLL_MS);
  }
  return false;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, "127.0.0.1");
    const end = (open: boolean) => {
      socket.destroy();
      settle(open);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}

/** Below those that systems give to outgoing connections: a free one is still free when a program has come so far as to listen there. */
const PORTS = [20_000, 32_000] as const;

/** A port of 127.0.0.1 at which nobody listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
