/** Aggregates and read rows folded in memory from events alone. */
import type { Aggregate } from "../../domain/fold/aggregate";
import { parseStreamName } from "../../domain/fold/aggregate";
import type { AnyEvent, Recorded } from "../../domain/fold/event";
import { foldSteps, keysOf, stepsOf } from "../projector/fold-rows";
import type { Projection } from "../projector/projection";
import type { Row } from "../projector/table-statements";
import type { FoldedAggregate, FoldedTable } from "./time-travel";

const PAGE_EVENTS = 500;

/** One read table in memory. */
export class TableFold {
  readonly #rows = new Map<string, Row>();

  constructor(readonly projection: Projection) {}

  apply(events: readonly Recorded[]): void {
    const steps = stepsOf(this.projection, events);
    const loaded = keysOf(steps)
      .map((key) => this.#rows.get(this.#idOf(key)))
      .filter((row) => row !== undefined);
    const { upserts, removals } = foldSteps(this.projection, steps, loaded);
    for (const key of removals) this.#rows.delete(this.#idOf(key));
    for (const row of upserts) this.#rows.set(this.#idOf(row), row);
  }

  folded(): FoldedTable {
    const { table, key } = this.projection;
    const rows = [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    return { table, key, rows };
  }

  #idOf(row: Row): string {
    return JSON.stringify(this.projection.key.map((name) => row[name]));
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

/** Everything that is folded for one traveller. Only these streams' aggregates are folded; read rows from every event. */
export class PastFold {
  readonly #aggregates = new Map<string, AggregateFold>();
  readonly #tables: readonly TableFold[];
  #page: Recorded[] = [];

  constructor(
    private readonly known: ReadonlyMap<string, Aggregate<unknown, AnyEvent>>,
    private readonly streams: ReadonlySet<string>,
    projections: readonly Projection[],
  ) {
    this.#tables = projections.map((projection) => new TableFold(projection));
  }

  apply(event: Recorded): void {
    if (this.streams.has(event.stream)) this.#aggregateOf(event.stream)?.apply(event);
    this.#page.push(event);
    if (this.#page.length === PAGE_EVENTS) this.#turn();
  }

  aggregates(): readonly FoldedAggregate[] {
    return [...this.#aggregates.values()].map((each) => each.folded());
  }

  tables(): readonly FoldedTable[] {
    this.#turn();
    return this.#tables.map((each) => each.folded());
  }

  #turn(): void {
    for (const table of this.#tables) table.apply(this.#page);
    this.#page = [];
  }

  #aggregateOf(stream: string): AggregateFold | undefined {
    const found = this.#aggregates.get(stream);
    if (found !== undefined) return found;
    const aggregate = this.known.get(parseStreamName(stream).category);
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
