/** The test every projection must pass over every recorded history: a table built in bulk equals one built as events came. */
import type { Pool } from "pg";
import type { EventLog, LogPage } from "../../infra/event-log/event-log";
import { applyPage } from "../../infra/projector/apply-page";
import { FoldAhead } from "../../infra/projector/fold-ahead";
import { projectorMigrations } from "../../infra/projector/migrations";
import type { Projection } from "../../infra/projector/projection";
import type { ProjectorOptions } from "../../infra/projector/projector";
import type { Runner } from "../../infra/projector/runner";
import { beginFilling, prepareTable } from "../../infra/projector/table-copies";
import { relationName } from "../../infra/projector/table-statements";
import { createTestDatabase } from "./database";

export interface RecordedHistory {
  readonly projections: readonly Projection[];
  readonly log: EventLog;
  readonly erasures: ProjectorOptions["erasures"];
  /** Where tables that were really kept live over this log are to be had: they must be equal, too. */
  readonly live?: Pool;
}

/** As a table that catches up meets them: pages of many sizes, each folded while the one before is written. */
const IN_BULK = (after: number) => 5 + ((after * 31) % 1_500);
/** As a live table met them: sometimes one event, sometimes some, cut at places that are the same in every run. */
const AS_THEY_CAME = (after: number) => 1 + ((after * 7_919) % 60);

/** Fails with the first table whose rows depend on how the log was cut into pages, or differ from the live ones. */
export async function expectRebuildEqualsLive(history: RecordedHistory): Promise<void> {
  const database = await createTestDatabase({ migrations: projectorMigrations });
  try {
    for await (const { table, asTheyCame, inBulk, live } of rebuilt(history, database.pool)) {
      expect({ table, rows: inBulk }).toEqual({ table, rows: asTheyCame });
      if (live !== undefined) expect({ table, rows: live }).toEqual({ table, rows: asTheyCame });
    }
  } finally {
    await database.drop();
  }
}

type Rows = readonly unknown[];
interface Rebuilt {
  readonly table: string;
  readonly asTheyCame: Rows;
  readonly inBulk: Rows;
  readonly live?: Rows;
}

/** Builds every table twice, in a database that holds the projector's migrations and nothing else, and gives their rows. */
export async function* rebuilt(
  { projections, log, erasures, live }: RecordedHistory,
  pool: Pool,
): AsyncGenerator<Rebuilt> {
  const halted = ({ projection }: Runner, _event: unknown, error: unknown) => {
    throw new Error(`${projection.table} halted.`, { cause: error });
  };
  const applying = { pool, erasures, halted, moved: () => undefined };
  const follow = async (limit: (after: number) => number, take: (page: LogPage) => Promise<void>) => {
    for (let after = 0, atHead = false; !atHead;) {
      const page = await log.readAll({ after, limit: limit(after) });
      await take(page);
      ({ position: after, atHead } = page);
    }
  };
  for (const projection of projections) {
    await prepareTable(pool, projection, 0);
    await beginFilling(pool, projection, 0, undefined, []);
  }
  const runners = (await Promise.all(projections.map((projection) => prepareTable(pool, projection, 0)))).flat();
  const following = runners.filter(({ filling }) => !filling);
  await follow(AS_THEY_CAME, (page) => applyPage(applying, following, page, "touched"));
  const ahead = new FoldAhead(
    applying,
    runners.filter(({ filling }) => filling),
  );
  await follow(IN_BULK, (page) => ahead.take(page));
  await ahead.finish();
  for (const projection of projections)
    yield {
      table: projection.table,
      asTheyCame: await rowsOf(pool, projection, false),
      inBulk: await rowsOf(pool, projection, true),
      ...(live === undefined ? {} : { live: await rowsOf(live, projection, false) }),
    };
}

async function rowsOf(pool: Pool, projection: Projection, filling: boolean): Promise<readonly unknown[]> {
  const order = projection.key.map((name) => `"${name}"`).join(", ");
  const relation = relationName(projection.table, filling, projection.version);
  return (await pool.query<Record<string, unknown>>(`SELECT * FROM ${relation} ORDER BY ${order}`)).rows;
}
