/** The copies of a read table: the one that readers see, and at times one beside it that is filled and then takes its place. */
import { escapeIdentifier as quoted, type Pool } from "pg";
import { advance } from "./commit-stretch";
import type { Projection } from "./projection";
import type { Halt } from "./projector";
import { createRunner, type Runner } from "./runner";
import { literal, relationName, tableStatements, together } from "./table-statements";

/** A copy as the database remembers it. */
export interface Copy {
  readonly table: string;
  readonly filling: boolean;
  readonly version: number;
  readonly position: number;
  readonly skipped: readonly number[];
  readonly halted: Halt | null;
}

const COPIES = `
  SELECT table_name AS "table", filling, version, position, skipped, halted
  FROM operational.projection_checkpoints WHERE table_name = ANY ($1) ORDER BY table_name, filling`;

/** Long enough for short reads to end, short enough that reads queueing behind the swap do not notice. */
const SWAP_WAITS_MS = 200;

export async function readCopies(pool: Pool, tables: readonly string[]): Promise<readonly Copy[]> {
  return (await pool.query<Copy>(COPIES, [tables])).rows;
}

/**
 * Claims the table's copies for the lease with this fence, creates what is missing, begins a rebuild where the stored version
 * is another, and gives the copies that can go on. Throws where a later lease has claimed them.
 */
export async function prepareTable(pool: Pool, projection: Projection, fence: number): Promise<readonly Runner[]> {
  const { table, version } = projection;
  await together(pool, [claiming(table, fence)]);
  const [live, beside] = byFilling(await readCopies(pool, [table]));
  if (live === undefined) await together(pool, [creating(projection, false, []), claiming(table, fence)].flat());
  else if (live.version !== version && beside?.version !== version)
    await beginFilling(pool, projection, fence, beside, []);
  else if (beside !== undefined && beside.version !== version)
    await together(pool, [claiming(table, fence), ...dropping(beside)]);
  const copies = await readCopies(pool, [table]);
  return copies
    .filter((copy) => copy.version === version && copy.halted === null)
    .map((copy) => createRunner(projection, { ...copy, fence }));
}

/** An empty copy beside the live table; one that was begun before gives way. */
export async function beginFilling(
  pool: Pool,
  projection: Projection,
  fence: number,
  before: Copy | undefined,
  skipped: readonly number[],
): Promise<void> {
  const { table } = projection;
  const gone = before === undefined ? [] : dropping(before);
  await together(pool, [
    claiming(table, fence),
    ...gone,
    ...creating(projection, true, skipped),
    claiming(table, fence),
  ]);
}

/** In one transaction the filled copy becomes the table that readers see, and the old one is gone. */
export async function swapIn(pool: Pool, filled: Runner): Promise<Runner> {
  const { projection, position, sql } = filled;
  const table = literal(projection.table);
  await together(pool, [
    `SELECT set_config('lock_timeout', '${SWAP_WAITS_MS}', true)`,
    advance([{ runner: filled, position }]),
    `DROP TABLE ${relationName(projection.table, false, projection.version)}`,
    `ALTER TABLE ${sql.relation} RENAME TO ${quoted(projection.table)}`,
    `DELETE FROM operational.projection_checkpoints WHERE table_name = ${table} AND NOT filling`,
    `UPDATE operational.projection_checkpoints SET filling = false WHERE table_name = ${table}`,
  ]);
  return createRunner(projection, { ...filled, filling: false });
}

/** The live copy, and the one beside it. */
export function byFilling(copies: readonly Copy[]): readonly [Copy | undefined, Copy | undefined] {
  return [copies.find(({ filling }) => !filling), copies.find(({ filling }) => filling)];
}

/** Raises where a later lease has claimed the table, and keeps others from claiming it until the transaction ends. */
function claiming(table: string, fence: number): string {
  return `SELECT operational.claim_projection(${literal(table)}, ${fence})`;
}

/** An empty copy that has seen nothing. */
export function creating(projection: Projection, filling: boolean, skipped: readonly number[]): readonly string[] {
  return [
    tableStatements(projection, filling).create,
    `INSERT INTO operational.projection_checkpoints (table_name, filling, version, position, skipped)
      VALUES (${literal(projection.table)}, ${String(filling)}, ${projection.version}, 0, '{${skipped.join(",")}}')`,
  ];
}

function dropping({ table, version }: Copy): readonly string[] {
  return [
    `DROP TABLE IF EXISTS ${relationName(table, true, version)}`,
    `DELETE FROM operational.projection_checkpoints WHERE table_name = ${literal(table)} AND filling`,
  ];
}
