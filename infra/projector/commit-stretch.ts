/** Rows and checkpoints of a whole cohort in one transaction, in two round trips: load what is touched, write what became of it. */
import type { Pool } from "pg";
import type { Recorded } from "../../domain/fold/event";
import { foldInTurns } from "./fold-in-turns";
import { guarded, idOf, keysOf, stepsOf, type Changes, type Step } from "./fold-rows";
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

/** What a stretch makes of one runner's table. */
interface Share {
  readonly runner: Runner;
  readonly steps: readonly Step[];
  /** Deletes the rows of the owner whom the last event erases, where they are in this table. */
  readonly erase: string;
}

/** A stretch whose rows are worked out and not yet written. */
export interface Folded {
  readonly stretch: Stretch;
  readonly shares: readonly (Share & { readonly changes: Changes; readonly writes: readonly string[] })[];
}

/** All runners move to the stretch's position, or none. Throws FoldFailure and what the database throws. */
export async function commitStretch(
  applying: Applying,
  runners: readonly Runner[],
  stretch: Stretch,
  checkpoints: Checkpoints,
): Promise<void> {
  await writeFolded(applying, await foldStretch(applying, runners, stretch), checkpoints);
}

/**
 * Works out what the stretch makes of the rows as they are, or as they will be once `before` is written: it erases nobody, and
 * is the stretch right before this one. Throws FoldFailure and what the database throws.
 */
export async function foldStretch(
  applying: Applying,
  runners: readonly Runner[],
  stretch: Stretch,
  before?: Folded,
): Promise<Folded> {
  const shares = runners.map((runner) => ({ ...shareOf(applying, runner, stretch), known: rowsOf(runner, before) }));
  const asked = shares.map(({ steps, known }) => keysOf(steps, known));
  const loading = shares.flatMap(({ runner: { projection, sql } }, at) => {
    const keys = asked[at] ?? [];
    return keys.length === 0 ? [] : [guarded(projection, () => sql.load(keys))];
  });
  const loaded = [...(await together(applying.pool, loading))];
  const folded: Folded["shares"][number][] = [];
  for (const [at, { known, ...share }] of shares.entries()) {
    const found = (asked[at] ?? []).length === 0 ? [] : (loaded.shift() ?? []);
    const changes = await foldInTurns(share.runner.projection, share.steps, [...found, ...rowsIn(known, share.steps)]);
    folded.push({ ...share, changes, writes: writesOf(share.runner, changes) });
  }
  return { stretch, shares: folded };
}

function writesOf({ projection, sql }: Runner, { removals, insertions, updates }: Changes): readonly string[] {
  const change = (rows: readonly Row[], statement: (rows: readonly Row[]) => string) =>
    rows.length === 0 ? [] : [guarded(projection, () => statement(rows))];
  return [...change(removals, sql.remove), ...change(insertions, sql.insert), ...change(updates, sql.upsert)];
}

/** By key: the rows that a stretch changes, as it leaves them; null where it leaves none. */
type RowsLeft = ReadonlyMap<string, Row | null>;
const none: RowsLeft = new Map();

function rowsOf(runner: Runner, before: Folded | undefined): RowsLeft {
  const changes = before?.shares.find((share) => share.runner === runner)?.changes;
  if (changes === undefined) return none;
  const left = new Map<string, Row | null>();
  for (const key of changes.removals) left.set(idOf(runner.projection, key), null);
  for (const row of changes.insertions) left.set(idOf(runner.projection, row), row);
  for (const row of changes.updates) left.set(idOf(runner.projection, row), row);
  return left;
}

/** Those of the rows that these steps touch. */
function rowsIn(known: RowsLeft, steps: readonly Step[]): readonly Row[] {
  const rows = new Map<string, Row>();
  if (known.size === 0) return [];
  for (const { id } of steps) {
    const row = known.get(id) ?? null;
    if (row !== null) rows.set(id, row);
  }
  return [...rows.values()];
}

/** Writes rows and checkpoints of those that are still active and have not come so far. Throws what the database throws. */
export async function writeFolded(
  applying: Applying,
  { stretch, shares }: Folded,
  checkpoints: Checkpoints,
): Promise<void> {
  const active = shares.filter(({ runner }) => runner.active && runner.position < stretch.position);
  const moving = active.filter(({ steps, erase }) => checkpoints === "all" || steps.length > 0 || erase !== "");
  const moves = moving.map(({ runner }) => ({ runner, position: stretch.position }));
  const writes = active.flatMap((share) => share.writes);
  const erasing = active.map(({ erase }) => erase);
  if (moves.length > 0) await together(applying.pool, [advance(moves), ...writes, ...erasing]);
  for (const { runner } of moves) runner.stored = stretch.position;
  for (const { runner, steps } of active) {
    runner.position = stretch.position;
    if (steps.length > 0) applying.metrics?.applied(runner.projection.table, steps.length);
    applying.moved(runner);
  }
}

function shareOf(applying: Applying, runner: Runner, stretch: Stretch): Share {
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
