/** A log, the real read tables kept live over it step by step, and a time traveller over both. */
import type { Pool } from "pg";
import { historyStreams, namingStreams, watchedStream } from "../../../domain/business-streams";
import type { Aggregate } from "../../../domain/fold/aggregate";
import type { AnyEvent } from "../../../domain/fold/event";
import { aggregates as declared } from "../../../infra/composition/aggregates";
import { erasures, projections } from "../../../infra/composition/projections";
import type { EventLog, NewEvent } from "../../../infra/event-log/event-log";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import { createPostgresLog } from "../../../infra/event-log/postgres/postgres-log";
import { createIds } from "../../../infra/ids/ids";
import { applyPage } from "../../../infra/projector/apply-page";
import { projectorMigrations } from "../../../infra/projector/migrations";
import type { Runner } from "../../../infra/projector/runner";
import { prepareTable } from "../../../infra/projector/table-copies";
import type { Row } from "../../../infra/projector/table-statements";
import { systemClock } from "../../../infra/time/clock";
import { createTimeTravel, type TimeTravelParts } from "../../../infra/time-travel/create-time-travel";
import type { TimeTravel } from "../../../infra/time-travel/time-travel";
import { createTestDatabase } from "../../support/database";
import type { Append } from "../../support/recorded-history";

export const aggregates = declared as unknown as readonly Aggregate<unknown, AnyEvent>[];

export interface PastStage {
  readonly log: EventLog;
  readonly pool: Pool;
  /** A traveller; parts may be replaced. */
  travel(parts?: Partial<TimeTravelParts>): TimeTravel;
  /** Appends; the event at position p occurred at `occurredAt(p)`. Gives the position of the last. */
  record(history: readonly Append[], log?: EventLog): Promise<number>;
  /** Brings the live tables to this position. */
  follow(position: number): Promise<void>;
  rows(table: string): Promise<readonly Row[]>;
  end(): Promise<void>;
}

/** Each event occurs a second after the one before. */
export const occurredAt = (position: number): string => new Date(Date.UTC(2026, 0, 1) + position * 1_000).toISOString();

const ids = createIds(systemClock);

export function eventAt({ type, data }: AnyEvent, instant: string): NewEvent {
  const id = ids.next();
  const by = { actor: { kind: "system", id: "test" } as const, commandId: id, correlationId: id, causationId: id };
  return { id, type, data, metadata: { ...by, occurredAt: instant, schemaVersion: 1 } };
}

export async function openPast(): Promise<PastStage> {
  const database = await createTestDatabase({ migrations: [...eventLogMigrations, ...projectorMigrations] });
  const { pool, url } = database;
  const log = createPostgresLog({ pool, connection: { url }, clock: systemClock });
  let runners: readonly Runner[] = [];
  let followed = 0;
  const halted = ({ projection }: Runner, _event: unknown, error: unknown) => {
    throw new Error(`${projection.table} halted.`, { cause: error });
  };
  return {
    log,
    pool,
    travel: (parts = {}) =>
      createTimeTravel({
        log,
        pool,
        clock: systemClock,
        aggregates,
        projections,
        erasures,
        streamsOf: historyStreams,
        namingStreamsOf: namingStreams,
        watchedStream,
        ...parts,
      }),
    async record(history, to = log) {
      let position = await to.head();
      for (const { stream, events } of history) {
        const made = events.map((event, index) => eventAt(event, occurredAt(position + index + 1)));
        const outcome = await to.append({ stream, expected: "any", events: made, commandId: ids.next() });
        if (outcome.kind !== "appended") throw new Error(`The log answered ${outcome.kind}.`);
        position = outcome.position;
      }
      return position;
    },
    async follow(position) {
      if (runners.length === 0)
        runners = (await Promise.all(projections.map((each) => prepareTable(pool, each)))).flat();
      while (followed < position) {
        const page = await log.readAll({ after: followed, until: position, limit: 1_000 });
        await applyPage({ pool, erasures, halted, moved: () => undefined }, runners, page, "touched");
        followed = page.position;
      }
    },
    rows: async (table) => (await pool.query<Record<string, unknown>>(`SELECT * FROM read_model.${table}`)).rows,
    async end() {
      await log.close();
      await database.drop();
    },
  };
}
