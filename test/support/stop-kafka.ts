/** Stops the Postgres and the Kafka of a run of the Kafka lane, and removes everything that they wrote. */
import "./start-kafka";
import stopPostgres from "./stop-postgres";

/** Jest calls this once after the last test, also when tests failed. */
export default async function stopKafka(): Promise<void> {
  await Promise.all([globalThis.testBroker?.remove(), stopPostgres()]);
}
