/** Operators' commands travel through the database, so that any process may ask and the one that keeps the table acts. */
import type { Pool } from "pg";
import { systemClock } from "../time/clock";
import type { Projection } from "./projection";
import { CommandRefused, type RecordedSkip, type SkipDecision } from "./projector";
import { beginFilling, byFilling, readCopies } from "./table-copies";

export type Command =
  | { readonly kind: "rebuild" }
  | { readonly kind: "retry" }
  | ({ readonly kind: "skip"; readonly position: number } & SkipDecision);

export const COMMANDS_CHANNEL = "projection_commands";

const ANSWER_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 25;
const ASK = `
  WITH asked AS (INSERT INTO operational.projection_commands (table_name, command) VALUES ($1, $2) RETURNING id)
  SELECT id, pg_notify('${COMMANDS_CHANNEL}', $1) FROM asked`;
const OPEN = `
  SELECT id, table_name AS "table", command FROM operational.projection_commands
  WHERE answered_at IS NULL AND table_name = ANY ($1) ORDER BY id`;
const ANSWER = "UPDATE operational.projection_commands SET answered_at = now(), refusal = $2 WHERE id = $1";
const RETRY =
  "UPDATE operational.projection_checkpoints SET halted = NULL WHERE table_name = $1 AND fence = $2 AND halted IS NOT NULL";
const SKIP = `
  UPDATE operational.projection_checkpoints SET halted = NULL, skipped = skipped || $3::bigint
  WHERE table_name = $1 AND fence = $2 AND (halted->>'position')::bigint = $3::bigint`;

/** Asks, and waits until it is done. Throws CommandRefused; throws where no process took it in time (it stays asked). */
export async function ask(pool: Pool, table: string, command: Command): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(ASK, [table, command]);
  for (let waited = 0; waited < ANSWER_WITHIN_MS; waited += LOOK_EVERY_MS) {
    const answers = await pool.query<{ refusal: string | null }>(
      "SELECT refusal FROM operational.projection_commands WHERE id = $1 AND answered_at IS NOT NULL",
      [rows[0]?.id],
    );
    const [answer] = answers.rows;
    if (answer !== undefined && answer.refusal !== null) throw new CommandRefused(answer.refusal);
    if (answer !== undefined) return;
    await new Promise<void>((resolve) => void systemClock.after(LOOK_EVERY_MS, resolve));
  }
  throw new Error(
    `No process keeps ${table} at the moment; the first one that does will carry out the ${command.kind}.`,
  );
}

/** A table that this process keeps, and the fence of its lease. */
export interface Kept {
  readonly projection: Projection;
  readonly fence: number;
}

/** Carries out what was asked for these tables, in order, and gives the tables to look at again. */
export async function performOpen(
  pool: Pool,
  kept: readonly Kept[],
  recordSkip: (skip: RecordedSkip) => Promise<void>,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: number; table: string; command: Command }>(OPEN, [
    kept.map(({ projection }) => projection.table),
  ]);
  for (const { id, table, command } of rows) {
    const one = kept.find(({ projection }) => projection.table === table);
    if (one === undefined) continue;
    await pool.query(ANSWER, [id, (await perform(pool, one, command, recordSkip)) ?? null]);
  }
  return rows.map(({ table }) => table);
}

/** The reason for refusing, or nothing where it was done. */
async function perform(
  pool: Pool,
  { projection, fence }: Kept,
  command: Command,
  recordSkip: (skip: RecordedSkip) => Promise<void>,
): Promise<string | undefined> {
  const { table, version } = projection;
  const copies = await readCopies(pool, [table]);
  if (command.kind === "rebuild") {
    const [live, beside] = byFilling(copies);
    if (beside !== undefined && beside.halted === null)
      return `${table} is being rebuilt already, up to position ${beside.position}.`;
    // What was skipped stays skipped: a rebuilt table equals the one it replaces.
    await beginFilling(pool, projection, fence, beside, live?.version === version ? live.skipped : []);
    return undefined;
  }
  if (command.kind === "retry") {
    const { rowCount } = await pool.query(RETRY, [table, fence]);
    return rowCount === 0 ? `${table} is not halted.` : undefined;
  }
  const stopped = copies.find(({ halted }) => halted?.position === command.position);
  if (stopped?.halted === undefined || stopped.halted === null)
    return `${table} is not halted at position ${command.position}.`;
  const { operator, reason } = command;
  await recordSkip({ table, version: stopped.version, operator, reason, ...stopped.halted });
  await pool.query(SKIP, [table, fence, command.position]);
  return undefined;
}
