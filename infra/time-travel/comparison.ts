/** Tells what changed between two moments, and because of which events, in one walk up to the later one. */
import { isDeepStrictEqual } from "node:util";
import type { Recorded } from "../../domain/fold/event";
import type { Row } from "../projector/table-statements";
import { PastFold, type Folds } from "./folding";
import type { Naming, Walker } from "./past-events";
import { HistoryTooLong, NOWHERE, reachedBy, type Change, type Compared, type Reached, type See } from "./time-travel";

interface Touched {
  readonly subject: Change["subject"];
  readonly because: Set<string>;
  /** At the earlier moment the business did not see it, as its place was not watched yet. */
  readonly unseen: boolean;
}

/** How everything stood, by stream, and by table and id. */
interface Standing {
  readonly states: ReadonlyMap<string, unknown>;
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, Row>>;
}

/** Compares only what was touched. The moments' indexes are 0 for `from` and 1 for `to`, whichever is over first. */
export class Comparison implements Walker {
  readonly #past: PastFold;
  readonly #streams = new Map<string, Set<string>>();
  readonly #rows = new Map<string, Map<string, Touched>>();
  readonly #unseen = new Map<string, Naming>();
  readonly #events: Recorded[] = [];
  readonly #ends = new Map<number, Reached>();
  #reached = NOWHERE;
  #earlier: Standing | undefined;

  constructor(
    private readonly folds: Folds,
    private readonly see: See,
    private readonly eventsMax: number,
  ) {
    for (const { table } of folds.projections) this.#rows.set(table, new Map());
    this.#past = new PastFold(folds, (table, id, key, event) => this.#touch(table, id, key, event));
  }

  take(event: Recorded, unseen: Naming | undefined): void {
    const seen = this.see(event);
    if (unseen === undefined) this.#reached = reachedBy(event);
    else this.#unseen.set(event.stream, unseen);
    if (this.#earlier !== undefined) this.#note(seen);
    this.#past.apply(seen);
  }

  over(index: number): void {
    this.#ends.set(index, this.#reached);
    this.#earlier ??= this.#standing();
  }

  compared(): Compared {
    const [from = NOWHERE, to = NOWHERE] = [this.#ends.get(0), this.#ends.get(1)];
    return { from, to, events: this.#events, changes: this.#changes() };
  }

  #note(event: Recorded): void {
    if (this.#events.length === this.eventsMax) throw new HistoryTooLong(this.eventsMax);
    this.#events.push(event);
    if (!this.folds.streams.includes(event.stream)) return;
    const because = this.#streams.get(event.stream) ?? new Set();
    this.#streams.set(event.stream, because.add(event.id));
  }

  /** What was there already of a place that is watched only later comes into sight with the event that names the place. */
  #touch(table: string, id: string, key: Row, event: Recorded): void {
    const naming = this.#earlier === undefined ? this.#unseen.get(event.stream) : undefined;
    if (this.#earlier === undefined && naming === undefined) return;
    const touched = this.#rows.get(table)?.get(id) ?? {
      subject: { table, key },
      because: new Set(),
      unseen: naming !== undefined,
    };
    touched.because.add(naming?.eventId ?? event.id);
    this.#rows.get(table)?.set(id, touched);
  }

  #standing(): Standing {
    const states = new Map(this.#past.aggregates().map(({ stream, state }) => [stream, state]));
    return { states, rows: this.#past.rows() };
  }

  #changes(): readonly Change[] {
    const [earlier, later] = [this.#earlier, this.#standing()];
    const order = new Map(this.#events.map(({ id }, index) => [id, index]));
    const backwards = [...this.#ends.keys()][0] === 1;
    const change = (subject: Change["subject"], then: unknown, now: unknown, because: ReadonlySet<string>): Change => ({
      subject,
      ...(backwards ? { before: now ?? null, after: then ?? null } : { before: then ?? null, after: now ?? null }),
      because: [...because].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
    });
    const states = sorted(this.#streams).map(([stream, because]) =>
      change({ stream }, earlier?.states.get(stream), later.states.get(stream), because),
    );
    const rows = [...this.#rows].flatMap(([table, touched]) =>
      sorted(touched).map(([id, { subject, because, unseen }]) => {
        const then = unseen ? undefined : earlier?.rows.get(table)?.get(id);
        return change(subject, then, later.rows.get(table)?.get(id), because);
      }),
    );
    return [...states, ...rows].filter(({ before, after }) => !isDeepStrictEqual(before, after));
  }
}

const sorted = <Value>(entries: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
