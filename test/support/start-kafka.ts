/** Starts the Postgres and the Kafka of a run of the Kafka lane, side by side. */
import { startTestBroker, type TestBroker } from "./kafka";
import startPostgres from "./start-postgres";

declare global {
  // Jest runs start and stop in one process and offers no other way to hand something from one to the other.
  var testBroker: TestBroker | undefined;
}

/** Jest calls this once before the first test of the lane. */
export default async function startKafka(): Promise<void> {
  const [broker] = await Promise.all([startTestBroker(), startPostgres()]);
  globalThis.testBroker = broker;
  process.env["TEST_KAFKA_BROKERS"] = broker.address;
}
