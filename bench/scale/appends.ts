/** How many events a second the log takes, each in an append of its own, in streams of their own. */
import { eventLogMigrations } from "../../infra/event-log/postgres/migrations";
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import { createIds } from "../../infra/ids/ids";
import { silentLogger } from "../../infra/logging/logger";
import { migrate } from "../../infra/postgres/migrations";
import { createPool } from "../../infra/postgres/pool";
import { systemClock } from "../../infra/time/clock";

const IN_FLIGHT = 64;
const ROUNDS = 5;
const ROUND_MS = 1_500;
/** With its metadata about as much as an event of the service. */
const DATA = { listing: { name: "Fjord Coffee", rating: 4.2, reviewCount: 210 }, said: "x".repeat(200) };

/** On an empty database; the median of five rounds. */
export async function measureAppends(url: string): Promise<number> {
  const pool = createPool({ url });
  await migrate(pool, eventLogMigrations);
  const log = createPostgresLog({ pool, connection: { url }, clock: systemClock, logger: silentLogger });
  const ids = createIds(systemClock);
  const append = async (): Promise<void> => {
    const id = ids.next();
    const cause = { commandId: id, correlationId: id, causationId: id };
    const metadata = {
      ...cause,
      actor: { kind: "system", id: "bench" },
      occurredAt: "2026-01-01T00:00:00.000Z",
      schemaVersion: 1,
    } as const;
    await log.append({
      stream: `bench-${id}`,
      expected: "none",
      events: [{ id, type: "Appended", data: DATA, metadata }],
      commandId: id,
    });
  };
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    let appended = 0;
    const worker = async (): Promise<void> => {
      for (; performance.now() - began < ROUND_MS; appended += 1) await append();
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    // The first one warms up.
    if (round > 0) rates.push((appended / (performance.now() - began)) * 1_000);
  }
  await log.close();
  await pool.end();
  return rates.sort((left, right) => left - right)[Math.floor(ROUNDS / 2)] ?? 0;
}
