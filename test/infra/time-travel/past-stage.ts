/** A log, the real read tables kept live over it step by step, and a time traveller over both. */
import type { Pool } from "pg";
import type { AnyEvent } from "../../../domain/fold/event";
import { erasures, projections } from "../../../infra/composition/catalogue/projections";
import { foldedInThePast } from "../../../infra/composition/audit/time-travel";
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

export interface PastStage {
  readonly log: EventLog;
  readonly pool: Pool;
  /** A traveller; parts may be replaced. */
  travel(parts?: Partial<TimeTravelParts>): TimeTravel;
  /** Appends to a log that is empty; event number n, from 1, occurred at `occurredAt(n)`. Gives the position of the last. */
  record(history: readonly Append[], log?: Pick<EventLog, "append">): Promise<number>;
  /** Brings the live tables to this position. */
  follow(position: number): Promise<void>;
  rows(table: string): Promise<readonly Row[]>;
  end(): Promise<void>;
}

/** Each event occurs a second after the one before. */
export const occurredAt = (count: number): string => new Date(Date.UTC(2026, 0, 1) + count * 1_000).toISOString();

const ids = createIds(systemClock);

/** Of the event with this number, the same in every log. */
const idOf = (count: number): string => `01a00000-0000-7000-8000-${count.toString(16).padStart(12, "0")}`;

export function eventAt({ type, data }: AnyEvent, instant: string, id = ids.next()): NewEvent {
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
    travel: (parts = {}) => createTimeTravel({ ...foldedInThePast, log, pool, clock: systemClock, ...parts }),
    async record(history, to = log) {
      let [count, position] = [0, 0];
      for (const { stream, events } of history) {
        const made = events.map((event) => eventAt(event, occurredAt((count += 1)), idOf(count)));
        const outcome = await to.append({ stream, expected: "any", events: made, commandId: ids.next() });
        if (outcome.kind !== "appended") throw new Error(`The log answered ${outcome.kind}.`);
        position = outcome.position;
      }
      return position;
    },
    async follow(position) {
      if (runners.length === 0)
        runners = (await Promise.all(projections.map((each) => prepareTable(pool, each, 0)))).flat();
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
