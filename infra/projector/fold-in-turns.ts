/** Folds a stretch so that a slow projection keeps nobody waiting: in between, the process does what else there is to do. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { foldSteps, idOf, type Changes, type Step } from "./fold-rows";
import type { Projection } from "./projection";
import type { Row } from "./table-statements";

/** Rows that a slow projection folds at once: some milliseconds. */
const ROWS_AT_ONCE = 8;

/** The changes of {@link foldSteps}, whatever the projection; steps of one row stay together, in their order. */
export async function foldInTurns(
  projection: Projection,
  steps: readonly Step[],
  loaded: readonly Row[],
): Promise<Changes> {
  if (projection.slow !== true) return foldSteps(projection, steps, loaded);
  const slices = inSlices(steps);
  // What nobody asked for goes to the first one, which refuses it.
  const sliceOf = new Map(slices.flatMap((slice, at) => slice.map(({ id }) => [id, at] as const)));
  const rows: Row[][] = slices.map(() => []);
  for (const row of loaded) rows[sliceOf.get(idOf(projection, row)) ?? 0]?.push(row);
  const changes: Changes[] = [];
  for (const [at, slice] of slices.entries()) {
    if (at > 0) await nextTurn();
    changes.push(foldSteps(projection, slice, rows[at] ?? []));
  }
  return {
    insertions: changes.flatMap(({ insertions }) => insertions),
    updates: changes.flatMap(({ updates }) => updates),
    removals: changes.flatMap(({ removals }) => removals),
  };
}

function inSlices(steps: readonly Step[]): readonly (readonly Step[])[] {
  const byRow = new Map<string, Step[]>();
  for (const step of steps) byRow.set(step.id, [...(byRow.get(step.id) ?? []), step]);
  const rows = [...byRow.values()];
  const count = Math.ceil(rows.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, at) => rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE).flat());
}
