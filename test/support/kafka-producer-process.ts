/** A program that publishes to Kafka, closes the connection and then has nothing more to do: it ends if nothing is left open. */
import { createKafkaProducer } from "../../infra/kafka/producer";
import { silentLogger } from "../../infra/logging/logger";

const [, , address = "", topic = "", closeAfterMs = "0"] = process.argv;

async function main(): Promise<void> {
  const producer = createKafkaProducer({ brokers: [address], topics: [topic], logger: silentLogger });
  const sent = Promise.allSettled(
    ["one", "two"].map((key) => producer.send({ topic, key, value: `from the program: ${key}`, headers: {} })),
  );
  if (closeAfterMs === "all") await sent;
  else await new Promise((settle) => setTimeout(settle, Number(closeAfterMs)));
  const began = performance.now();
  await producer.close();
  const closedAt = performance.timeOrigin + performance.now();
  const closingMs = performance.now() - began;
  const late = await Promise.allSettled([producer.send({ topic, key: "late", value: "late", headers: {} })]);
  const outcomes = [...(await sent), ...late].map(({ status }) => status);
  process.stdout.write(JSON.stringify({ outcomes, closedAt, closingMs }));
}

void main();
