/** Two logs between which a test moves events: one in a database of its own, one in the protocol peer. */
import { createPostgresLog } from "../../../../infra/event-log/postgres/postgres-log";
import { createEventStoreLog } from "../../../../infra/event-log/eventstoredb/eventstoredb-log";
import { copyLog, type Copied } from "../../../../infra/event-log/migration/copying";
import { checkCopy, type Checked, type Chains } from "../../../../infra/event-log/migration/checking";
import { openEventStoreSide } from "../../../../infra/event-log/migration/eventstoredb-side";
import { createPositionMap } from "../../../../infra/event-log/migration/position-map";
import { createPostgresSide } from "../../../../infra/event-log/migration/postgres-side";
import type { StoredEvent, StoredLog } from "../../../../infra/event-log/migration/stored-log";
import type { EventLog } from "../../../../infra/event-log/event-log";
import { wholeAppends } from "../../../../infra/event-log/migration/whole-appends";
import { migrations } from "../../../../infra/composition/catalogue/migrations";
import { silentLogger } from "../../../../infra/logging/logger";
import { systemClock } from "../../../../infra/time/clock";
import { createTestDatabase, type TestDatabase } from "../../../support/database";
import { uuidv5 } from "./ids";

export const noChains: Chains = {
  historyOf: () => undefined,
  recorded: new Map(),
  upTo: { of: "source", position: 0 },
};

export interface DatabaseSide {
  readonly database: TestDatabase;
  readonly log: EventLog;
  readonly side: StoredLog;
  close(): Promise<void>;
}

export async function databaseSide(): Promise<DatabaseSide> {
  const database = await createTestDatabase({ migrations });
  const log = createPostgresLog({
    pool: database.pool,
    connection: database,
    clock: systemClock,
    logger: silentLogger,
  });
  return {
    database,
    log,
    side: createPostgresSide(database.pool),
    async close() {
      await log.close();
      await database.drop();
    },
  };
}

export const peerSide = (connectionString: string, attemptMs = 1_000): StoredLog =>
  openEventStoreSide({ connectionString, logger: silentLogger, attemptMs, patienceMs: 2_000 });

export const peerLog = (connectionString: string): Promise<EventLog> =>
  createEventStoreLog({ connectionString, logger: silentLogger });

/** Some streams, written to in turns, in appends of one to five events. */
export async function fill(log: EventLog, appends: number, from = 0): Promise<void> {
  for (let at = from; at < from + appends; at += 1) {
    const stream = `place-${(at * 7) % 5}`;
    const events = Array.from({ length: 1 + (at % 5) }, (_, n) => ({
      id: uuidv5(`${at}.${n}`),
      type: at % 2 === 0 ? "PlaceObserved" : "PlaceChanged",
      data: { at, n, text: 'Smørbrød \u{1f35e} "\\', nested: { b: [1, 2.5, null], a: "" }, tiny: 1e-7, huge: 1e21 },
      metadata: {
        ...(at % 3 === 0 ? {} : { businessId: `b${at % 3}` }),
        actor: { kind: "system", id: "test" } as const,
        // What was appended need not be the command's only append.
        commandId: at % 4 === 0 ? `command-${at}` : `its-part-${at}`,
        correlationId: "correlation",
        causationId: "cause",
        occurredAt: new Date(Date.UTC(2026, 0, 1) + at).toISOString(),
        schemaVersion: 1,
      },
    }));
    const outcome = await log.append({ stream, expected: "any", events, commandId: `command-${at}` });
    if (outcome.kind !== "appended") throw new Error(`Append ${at}: ${outcome.kind}`);
  }
}

export async function allOf(log: StoredLog): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const stretch of wholeAppends(log, 0)) events.push(...stretch);
  return events;
}

/** Everything but what each log names by itself; which events were one append is told by their number in it. */
export function comparable(events: readonly StoredEvent[]): readonly unknown[] {
  return events.map(({ position: _position, append, ...event }, index) => ({
    ...event,
    isLastOfAppend: events[index + 1]?.append !== append,
  }));
}

export const copyOf = (
  source: StoredLog,
  target: StoredLog,
  database: TestDatabase,
  progress: (events: number) => void = () => undefined,
): Promise<Copied> =>
  copyLog({
    source,
    target,
    map: createPositionMap(database.pool),
    progress,
    pause: (attempt) => new Promise((resolve) => void setTimeout(resolve, 50 * attempt)),
  });

export const checkOf = (source: StoredLog, target: StoredLog, chains = noChains): Promise<Checked> =>
  checkCopy({ source, target, chains, progress: () => undefined });
