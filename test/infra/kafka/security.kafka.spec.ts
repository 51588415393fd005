/** A broker that speaks TLS alone and asks who is there: the right certificate and password are let in, and nothing else. */
import { mkdtempSync, chmodSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../infra/cli/kafka/broker";
import { java } from "../../../infra/cli/kafka/java";
import { run } from "../../../infra/cli/kafka/programs";
import { kafkaCluster } from "../../../infra/composition/adapters/kafka";
import { loadConfig } from "../../../infra/config/config";
import { createKafkaConsumer } from "../../../infra/kafka/consumer";
import { createKafkaProducer } from "../../../infra/kafka/producer";
import { silentLogger } from "../../../infra/logging/logger";
import { eventually } from "../../support/eventually";
import { startTestBroker, type TestBroker } from "../../support/kafka";

const TOPIC = "secured";
const user = { name: "ada", password: "a-password-of-the-tests" };
const folder = mkdtempSync(join(tmpdir(), "lbi-kafka-tls-"));
const [keystore, caFile] = [join(folder, "broker.p12"), join(folder, "broker.pem")];
let broker: TestBroker;
let port: number;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  const keytool = java().replace(/java$/, "keytool");
  const store = ["-alias", "broker", "-keystore", keystore, "-storetype", "PKCS12", "-storepass", user.password];
  const names = ["-dname", "CN=broker", "-ext", "san=dns:localhost"];
  await run(keytool, ["-genkeypair", "-keyalg", "EC", "-validity", "30", ...names, ...store], folder);
  await run(keytool, ["-exportcert", "-rfc", "-file", caFile, ...store], folder);
  port = await freePort();
  broker = await startTestBroker({ secure: { port, keystore, keystorePassword: user.password, user } });
}, 90_000);
afterAll(async () => {
  await broker.remove();
  rmSync(folder, { recursive: true, force: true });
});

const cluster = (mechanism: string, more: Readonly<Record<string, string>> = {}) =>
  kafkaCluster(
    loadConfig({
      KAFKA_BROKERS: `localhost:${port}`,
      KAFKA_TLS: "on",
      KAFKA_TLS_CA_FILE: caFile,
      KAFKA_SASL_MECHANISM: mechanism,
      KAFKA_USERNAME: user.name,
      KAFKA_PASSWORD: user.password,
      ...more,
    }),
  );

test.each(["plain", "scram-sha-256", "scram-sha-512"])(
  "records are written and read with %s",
  async (mechanism) => {
    const kafka = cluster(mechanism);
    const producer = createKafkaProducer({ ...kafka, topics: [TOPIC], logger: silentLogger });
    await producer.send({ topic: TOPIC, key: mechanism, value: mechanism, headers: {} });
    const read: string[] = [];
    const consumer = createKafkaConsumer({
      ...kafka,
      ...{ topic: TOPIC, groupId: mechanism, meanwhile: "nothing is read", logger: silentLogger },
      deliver(deliveries) {
        for (const delivery of deliveries) {
          read.push(String(delivery.record.value));
          delivery.begin();
          delivery.settle();
        }
      },
    });
    await eventually(() => expect(read).toContain(mechanism), { timeoutMs: 20_000 });
    await Promise.all([producer.close(), consumer.close()]);
  },
  30_000,
);

test.each([
  ["another password", { KAFKA_PASSWORD: "wrong" }],
  [
    "a broker that nobody vouches for",
    { KAFKA_TLS_CA_FILE: join(__dirname, "../../fixtures/certificates/test-ca.pem") },
  ],
  ["a broker whose certificate is for another name", { KAFKA_BROKERS: "127.0.0.1" }],
])(
  "nothing is sent with %s",
  async (_what, wrong) => {
    const more = "KAFKA_BROKERS" in wrong ? { KAFKA_BROKERS: `127.0.0.1:${port}` } : wrong;
    const producer = createKafkaProducer({ ...cluster("scram-sha-512", more), topics: [TOPIC], logger: silentLogger });
    const sent = producer.send({ topic: TOPIC, key: "wrong", value: "wrong", headers: {} });
    await expect(sent).rejects.toThrow("Kafka has not acknowledged the record");
    await producer.close();
  },
  30_000,
);

test("the certificate file is read as it is", () => {
  expect(cluster("plain").tls?.ca).toBe(readFileSync(caFile, "utf8"));
});
