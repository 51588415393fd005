/** Stops the Postgres of a test run and removes everything that it wrote. */
import "./start-postgres";

/** Jest calls this once after the last test, also when tests failed. */
export default async function stopPostgres(): Promise<void> {
  await globalThis.testServer?.stop();
}
