/** Rows and checkpoints of a whole cohort in one transaction, in two round trips: load what is touched, write what became of it. */
import type { Pool } from "pg";
import type { Recorded } from "../../domain/fold/event";
import { foldInTurns } from "./fold-in-turns";
import { guarded, keysOf, stepsOf } from "./fold-rows";
import type { Erasure, Halt, ProjectorMetrics } from "./projector";
import type { Runner } from "./runner";
import { literal, together, type Row } from "./table-statements";

/** Everything up to `position`, of which these events may matter. Where one of them erases an owner, it is the last. */
export interface Stretch {
  readonly events: readonly Recorded[];
  readonly position: number;
}

export interface Applying {
  readonly pool: Pool;
  readonly erasures: Readonly<Record<string, (event: Recorded) => Erasure>>;
  readonly metrics?: ProjectorMetrics | undefined;
  /** A runner stopped at this event for good; it is no longer active. */
  halted(runner: Runner, event: Recorded, error: unknown): void;
  /** Rows up to this runner's position are visible. */
  moved(runner: Runner): void;
}

/** `all` writes every checkpoint, `touched` only those that go with rows: the others met nothing of theirs and can follow later. */
export type Checkpoints = "all" | "touched";

interface Move {
  readonly runner: Runner;
  readonly position: number;
  readonly halted?: Halt;
}

/** The events of a stretch that this runner has not seen and that can change its table. */
export function relevantTo(
  { projection, position, skipped }: Runner,
  { erasures }: Applying,
  events: readonly Recorded[],
): readonly Recorded[] {
  const erasable = Object.keys(projection.erasedWith).length > 0;
  return events.filter((event) => {
    if (event.position <= position) return false;
    if (erasable && erasures[event.type] !== undefined) return true;
    return projection.on[event.type] !== undefined && !skipped.has(event.position);
  });
}

/** All runners move to the stretch's position, or none. Throws FoldFailure and what the database throws. */
export async function commitStretch(
  applying: Applying,
  runners: readonly Runner[],
  stretch: Stretch,
  checkpoints: Checkpoints,
): Promise<void> {
  const shares = runners.map((runner) => shareOf(applying, runner, stretch));
  const loading = shares.filter(({ steps }) => steps.length > 0);
  const loaded = await together(
    applying.pool,
    loading.map(({ runner: { projection, sql }, steps }) => guarded(projection, () => sql.load(keysOf(steps)))),
  );
  const writes: string[] = [];
  for (const [index, { runner, steps }] of loading.entries()) {
    const { projection, sql } = runner;
    const { insertions, updates, removals } = await foldInTurns(projection, steps, loaded[index] ?? []);
    const change = (rows: readonly Row[], statement: (rows: readonly Row[]) => string) => {
      if (rows.length > 0) writes.push(guarded(projection, () => statement(rows)));
    };
    change(removals, sql.remove);
    change(insertions, sql.insert);
    change(updates, sql.upsert);
  }
  const erasing = shares.map(({ erase }) => erase);
  const moving = shares.filter(({ steps, erase }) => checkpoints === "all" || steps.length > 0 || erase !== "");
  const moves = moving.map(({ runner }) => ({ runner, position: stretch.position }));
  if (moves.length > 0) await together(applying.pool, [advance(moves), ...writes, ...erasing]);
  for (const { runner } of moves) runner.stored = stretch.position;
  for (const { runner, steps } of shares) {
    runner.position = stretch.position;
    if (steps.length > 0) applying.metrics?.applied(runner.projection.table, steps.length);
    applying.moved(runner);
  }
}

function shareOf(applying: Applying, runner: Runner, stretch: Stretch) {
  const { projection, skipped, sql } = runner;
  const events = relevantTo(runner, applying, stretch.events);
  // A skipped event is not folded; an owner whom it erases is erased all the same, for nobody may decide otherwise.
  const steps = stepsOf(
    projection,
    events.filter(({ position }) => !skipped.has(position)),
  );
  const last = events.at(-1);
  const erasureOf = last === undefined ? undefined : applying.erasures[last.type];
  if (last === undefined || erasureOf === undefined) return { runner, steps, erase: "" };
  const { kind, id } = guarded(projection, () => erasureOf(last));
  const column = projection.erasedWith[kind];
  return { runner, steps, erase: column === undefined ? "" : sql.erase(column, id) };
}

/** Lets the checkpoints of runners that met nothing of theirs follow. A crash that loses this loses nothing, so nobody waits for the disk. */
export async function storeCheckpoints(pool: Pool, runners: readonly Runner[]): Promise<void> {
  const late = runners.filter(({ stored, position }) => stored < position);
  const moves = late.map((runner) => ({ runner, position: runner.position }));
  if (moves.length === 0) return;
  await together(pool, ["SELECT set_config('synchronous_commit', 'off', true)", advance(moves)]);
  for (const { runner, position } of moves) runner.stored = position;
}

/** Stops a runner right before an event that it cannot apply, and writes down why. */
export async function storeHalt(pool: Pool, runner: Runner, halted: Halt): Promise<void> {
  const position = halted.position - 1;
  await together(pool, [advance([{ runner, position, halted }])]);
  Object.assign(runner, { position, stored: position, active: false });
}

/**
 * Moves checkpoints from where this process left them; raises where somebody else has moved one in the meantime, or has taken
 * the table. Whoever takes a table claims its checkpoint before reading it, so that nothing of the one before comes after.
 */
export function advance(moves: readonly Move[]): string {
  const given = moves.map(({ runner: { projection, filling, fence, stored }, position, halted }) => {
    return { table_name: projection.table, filling, version: projection.version, fence, stored, position, halted };
  });
  return `SELECT operational.advance_projections(${literal(JSON.stringify(given))})`;
}
