/** Folds events into rows in memory. Pure: the same rows and events give the same changes, and nothing given can be altered. */
import type { AnyEvent, Recorded } from "../../domain/fold/event";
import type { Handler, Projection } from "./projection";
import type { Row } from "./table-statements";

/** One event that touches one row. */
export interface Step {
  readonly event: Recorded;
  readonly key: Row;
  readonly id: string;
  readonly handler: Handler<AnyEvent, Row, Row>;
}

/** New rows apart from those that take the place of loaded ones: the database writes them in half the time. */
export interface Changes {
  readonly insertions: readonly Row[];
  readonly updates: readonly Row[];
  readonly removals: readonly Row[];
}

/** A projection's own code failed on an event; `cause` says how. */
export class FoldFailure extends Error {
  override readonly name = "FoldFailure";
}

/** The same for the same key of a table. */
export function idOf({ key }: Projection, row: Row): string {
  const [first, ...others] = key;
  const only = others.length > 0 || first === undefined ? undefined : row[first];
  // Most keys are one text, which nothing can be mistaken for.
  return typeof only === "string" ? `["${only}"]` : JSON.stringify(key.map((name) => row[name]));
}

/** Frozen to the bottom, so that a fold cannot leave its mark on what another fold or a later attempt sees. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const name in value) {
    const part: unknown = value[name];
    if (typeof part === "object") frozen(part);
  }
  return Object.freeze(value);
}

/** Runs code of a projection; what it throws is that projection's failure. */
export function guarded<Result>(projection: Projection, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FoldFailure(`The projection ${projection.table} failed: ${reason}`, { cause });
  }
}

/** Which rows these events touch, in order. */
export function stepsOf(projection: Projection, events: readonly Recorded[]): readonly Step[] {
  return events.flatMap((event) => stepsOfOne(projection, event, frozen));
}

/** An event touches a row once, however often it names it. `given` is what folds are handed in place of an event or key. */
export function stepsOfOne(
  projection: Projection,
  event: Recorded,
  given: <Value>(value: Value) => Value,
): readonly Step[] {
  const handler = projection.on[event.type];
  if (handler === undefined) return [];
  const named = guarded<Row | readonly Row[]>(projection, () => handler.keys(given(event)));
  if (!isList(named)) return [{ event, key: given(named), id: idOf(projection, named), handler }];
  const steps = named.map((key): Step => ({ event, key: given(key), id: idOf(projection, key), handler }));
  return [...new Map(steps.map((step) => [step.id, step])).values()];
}

const isList = (named: Row | readonly Row[]): named is readonly Row[] => Array.isArray(named);

/** The distinct keys of these steps, save those whose rows are known: the rows to load. */
export function keysOf(steps: readonly Step[], known: { has(id: string): boolean } = new Set()): readonly Row[] {
  const keys = new Map<string, Row>();
  for (const { id, key } of steps) if (!known.has(id)) keys.set(id, key);
  return [...keys.values()];
}

/** What becomes of the loaded rows. A fold that gives back the row it was given changes nothing. */
export function foldSteps(projection: Projection, steps: readonly Step[], loaded: readonly Row[]): Changes {
  const before = new Map(loaded.map((row) => [idOf(projection, row), frozen(row)]));
  refuseUnasked(projection, steps, before);
  const after = new Map<string, { readonly key: Row; readonly row: Row | null }>();
  for (const { event, key, id, handler } of steps) {
    const current = after.get(id)?.row ?? (after.has(id) ? null : (before.get(id) ?? null));
    const row = foldStep(projection, { event, key, id, handler }, current);
    if (row !== current) after.set(id, { key, row: frozen(row) });
  }
  const insertions: Row[] = [];
  const updates: Row[] = [];
  const removals: Row[] = [];
  for (const [id, { key, row }] of after) {
    if (row !== null) (before.has(id) ? updates : insertions).push(row);
    else if (before.has(id)) removals.push(key);
  }
  return { insertions, updates, removals };
}

/** What becomes of a row by one event; null where it is not or shall not be there. */
export function foldStep(projection: Projection, { event, key, id, handler }: Step, before: Row | null): Row | null {
  return guarded(projection, () => {
    const row = handler.fold(before, event, key);
    const same = row === null || row === before || projection.key.every((name) => row[name] === key[name]);
    if (same || idOf(projection, row) === id) return row;
    throw new Error(`the row it returned has the key ${idOf(projection, row)} where ${id} was asked for`);
  });
}

/** A key in another spelling than the database's (an instant without milliseconds) would find its row only sometimes. */
function refuseUnasked(projection: Projection, steps: readonly Step[], loaded: ReadonlyMap<string, Row>): void {
  const asked = new Set(steps.map(({ id }) => id));
  const unasked = [...loaded.keys()].find((id) => !asked.has(id));
  if (unasked !== undefined)
    throw new FoldFailure(`The projection ${projection.table} asked for ${unasked} in another spelling.`);
}
