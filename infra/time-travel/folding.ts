/** Aggregates and read rows folded in memory from events alone. */
import type { Aggregate } from "../../domain/fold/aggregate";
import { parseStreamName } from "../../domain/fold/aggregate";
import type { AnyEvent, Recorded } from "../../domain/fold/event";
import { foldStep, stepsOfOne } from "../projector/fold-rows";
import type { Projection } from "../projector/projection";
import type { ProjectorOptions } from "../projector/projector";
import type { Row } from "../projector/table-statements";
import type { FoldedAggregate, FoldedTable } from "./time-travel";

/** The same folds are handed frozen values where they keep the live tables; here that would cost a tenth of all time. */
const asItIs = <Value>(value: Value): Value => value;

/** Told of each row that an event touches; `id` is the same for the same key of a table. */
export type RowTouched = (table: string, id: string, key: Row, event: Recorded) => void;

/** One read table in memory. */
class TableFold {
  readonly #rows = new Map<string, Row>();

  constructor(
    readonly projection: Projection,
    private readonly touched: RowTouched | undefined,
  ) {}

  apply(event: Recorded): void {
    for (const step of stepsOfOne(this.projection, event, asItIs)) {
      this.touched?.(this.projection.table, step.id, step.key, event);
      const row = foldStep(this.projection, step, this.#rows.get(step.id) ?? null);
      if (row === null) this.#rows.delete(step.id);
      else this.#rows.set(step.id, row);
    }
  }

  erase(column: string, owner: string, event: Recorded): void {
    for (const [id, row] of this.#rows) {
      if (row[column] !== owner) continue;
      const key = Object.fromEntries(this.projection.key.map((name) => [name, row[name]]));
      this.touched?.(this.projection.table, id, key, event);
      this.#rows.delete(id);
    }
  }

  rows(): ReadonlyMap<string, Row> {
    return new Map(this.#rows);
  }

  folded(): FoldedTable {
    const { table, key } = this.projection;
    const rows = [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    return { table, key, rows };
  }
}

/** One stream's aggregate in memory. */
class AggregateFold {
  #state: unknown;
  #revision = -1;

  constructor(
    private readonly stream: string,
    private readonly aggregate: Aggregate<unknown, AnyEvent>,
  ) {
    this.#state = aggregate.initial;
  }

  apply(event: Recorded): void {
    this.#state = this.aggregate.evolve(this.#state, event);
    this.#revision = event.revision;
  }

  folded(): FoldedAggregate {
    return {
      stream: this.stream,
      category: this.aggregate.category,
      revision: this.#revision,
      state: plain(this.#state),
    };
  }
}

export interface Folds {
  readonly aggregates: ReadonlyMap<string, Aggregate<unknown, AnyEvent>>;
  /** Only these streams' aggregates are folded; read rows from every event. */
  readonly streams: readonly string[];
  readonly projections: readonly Projection[];
  readonly erasures: ProjectorOptions["erasures"];
}

/** Everything that is folded for one traveller. */
export class PastFold {
  readonly #streams: ReadonlySet<string>;
  readonly #aggregates = new Map<string, AggregateFold>();
  readonly #tables: readonly TableFold[];

  constructor(
    private readonly folds: Folds,
    touched?: RowTouched,
  ) {
    this.#streams = new Set(folds.streams);
    this.#tables = folds.projections.map((projection) => new TableFold(projection, touched));
  }

  apply(event: Recorded): void {
    if (this.#streams.has(event.stream)) this.#aggregateOf(event.stream)?.apply(event);
    for (const table of this.#tables) table.apply(event);
    if (this.folds.erasures[event.type] !== undefined) this.#erase(event);
  }

  aggregates(): readonly FoldedAggregate[] {
    return [...this.#aggregates.values()].map((each) => each.folded());
  }

  tables(): readonly FoldedTable[] {
    return this.#tables.map((each) => each.folded());
  }

  /** The rows of each table as they are at this point, by id. */
  rows(): ReadonlyMap<string, ReadonlyMap<string, Row>> {
    return new Map(this.#tables.map((each) => [each.projection.table, each.rows()]));
  }

  #erase(event: Recorded): void {
    const erased = this.folds.erasures[event.type]?.(event);
    if (erased === undefined) return;
    for (const table of this.#tables) {
      const column = table.projection.erasedWith[erased.kind];
      if (column !== undefined) table.erase(column, erased.id, event);
    }
  }

  #aggregateOf(stream: string): AggregateFold | undefined {
    const found = this.#aggregates.get(stream);
    if (found !== undefined) return found;
    const aggregate = this.folds.aggregates.get(parseStreamName(stream).category);
    if (aggregate === undefined) return undefined;
    const fold = new AggregateFold(stream, aggregate);
    this.#aggregates.set(stream, fold);
    return fold;
  }
}

/** The same value as plain JSON: maps as objects, sets as lists. */
export function plain(value: unknown): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...(value as ReadonlyMap<string, unknown>)].map(([name, one]) => [name, plain(one)]));
  if (value instanceof Set) return [...(value as ReadonlySet<unknown>)].map(plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(members.map(([name, one]) => [name, plain(one)]));
}
