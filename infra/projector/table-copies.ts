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

/** Creates what is missing, begins a rebuild where the stored version is another, and gives the copies that can go on. */
export async function prepareTable(pool: Pool, projection: Projection): Promise<readonly Runner[]> {
  const { table, version } = projection;
  const [live, beside] = byFilling(await readCopies(pool, [table]));
  if (live === undefined) await createCopy(pool, projection, false, []);
  else if (live.version !== version && beside?.version !== version) await beginFilling(pool, projection, beside, []);
  else if (beside !== undefined && beside.version !== version) await together(pool, dropping(beside));
  const copies = await readCopies(pool, [table]);
  return copies
    .filter((copy) => copy.version === version && copy.halted === null)
    .map(({ filling, position, skipped }) => createRunner(projection, filling, position, skipped));
}

/** An empty copy beside the live table; one that was begun before gives way. */
export async function beginFilling(
  pool: Pool,
  projection: Projection,
  before: Copy | undefined,
  skipped: readonly number[],
): Promise<void> {
  if (before !== undefined) await together(pool, dropping(before));
  await createCopy(pool, projection, true, skipped);
}

/** In one transaction the filled copy becomes the table that readers see, and the old one is gone. */
export async function swapIn(pool: Pool, filled: Runner): Promise<Runner> {
  const { projection, position, skipped, sql } = filled;
  const table = literal(projection.table);
  await together(pool, [
    `SELECT set_config('lock_timeout', '${SWAP_WAITS_MS}', true)`,
    advance([{ runner: filled, position }]),
    `DROP TABLE ${relationName(projection.table, false, projection.version)}`,
    `ALTER TABLE ${sql.relation} RENAME TO ${quoted(projection.table)}`,
    `DELETE FROM operational.projection_checkpoints WHERE table_name = ${table} AND NOT filling`,
    `UPDATE operational.projection_checkpoints SET filling = false WHERE table_name = ${table}`,
  ]);
  return createRunner(projection, false, position, [...skipped]);
}

/** The live copy, and the one beside it. */
export function byFilling(copies: readonly Copy[]): readonly [Copy | undefined, Copy | undefined] {
  return [copies.find(({ filling }) => !filling), copies.find(({ filling }) => filling)];
}

async function createCopy(
  pool: Pool,
  projection: Projection,
  filling: boolean,
  skipped: readonly number[],
): Promise<void> {
  await together(pool, creating(projection, filling, skipped));
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
