/** Real brokers for tests: the one that a run shares, and those that a test kills and starts again. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, type KafkaBroker, startKafkaBroker } from "../../infra/cli/kafka/broker";
import type { SecureDoor } from "../../infra/cli/kafka/server-properties";

const cacheFolder = join(__dirname, "..", "..", "node_modules", ".cache", "kafka");

export interface TestBroker {
  readonly address: string;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts what was killed, at the same address and with what it held. */
  restart(): Promise<void>;
  /** What it wrote. */
  log(): string;
  /** Ends it and removes what it held. */
  remove(): Promise<void>;
}

/** `advertisedPort` is where clients are sent, such as a proxy's. */
export async function startTestBroker(
  at: { port?: number; advertisedPort?: number; secure?: SecureDoor } = {},
): Promise<TestBroker> {
  const folder = mkdtempSync(join(tmpdir(), "lbi-kafka-"));
  chmodSync(folder, 0o755);
  const options = { folder, cacheFolder, ...at, port: at.port ?? (await freePort()) };
  let running: KafkaBroker = await startKafkaBroker(options);
  return {
    address: running.address,
    kill: () => running.end("SIGKILL"),
    async restart() {
      running = await startKafkaBroker(options);
    },
    log: () => readFileSync(join(folder, "kafka.log"), "utf8"),
    async remove() {
      await running.end("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** host:port of the broker that the run shares. */
export function sharedBroker(): string {
  const address = process.env["TEST_KAFKA_BROKERS"];
  if (address === undefined) throw new Error("No Kafka here: only .kafka.spec.ts files have one.");
  return address;
}
