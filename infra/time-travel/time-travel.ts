/** The port to the past: what a business's aggregates and read rows were at any moment, folded from the log alone. */
import type { Knex } from "knex";
import type { Recorded } from "../../domain/fold/event";
import type { AskJson } from "../postgres/json-answers";
import type { Row } from "../projector/table-statements";

/**
 * A moment in the log. A position means everything up to and with it. An instant (ISO 8601) means everything up to the first
 * event that occurred after it.
 */
export type Moment = { readonly position: number } | { readonly instant: string };

/** Where a moment lies: the position of the last event of the business's history and of its places that it holds, 0 for none, and when that occurred. */
export interface Reached {
  readonly position: number;
  readonly occurredAt: string | null;
}

export const NOWHERE: Reached = { position: 0, occurredAt: null };

export const reachedBy = ({ position, metadata: { occurredAt } }: Recorded): Reached => ({ position, occurredAt });

/** One stream of the business's history, folded. `state` is plain JSON: maps have become objects, sets lists. */
export interface FoldedAggregate {
  readonly stream: string;
  readonly category: string;
  readonly revision: number;
  readonly state: unknown;
}

/** One read table's rows that come from the business's history and its places, in the order of their keys. */
export interface FoldedTable {
  readonly table: string;
  readonly key: readonly string[];
  readonly rows: readonly Row[];
}

export interface Folded extends Reached {
  readonly aggregates: readonly FoldedAggregate[];
  readonly tables: readonly FoldedTable[];
}

/** How somebody sees an event. */
export type See = (event: Recorded) => Recorded;

export interface FoldOptions {
  /** Only these read tables; all that can be folded where absent. An empty list folds aggregates alone. */
  readonly tables?: readonly string[];
  /** How each event is seen before anything is folded from it; default as it is. */
  readonly see?: See;
  /** Aborts where nobody waits for the outcome any more: then no more is read, and ReadingStopped is thrown. */
  readonly signal?: AbortSignal;
}

/**
 * What became of one aggregate (`stream`) or one read row (`table` and `key`); null where it was or is not there. What was
 * touched and is again as it was is no change. The rows of a place that the business watches only at the later moment are
 * not there at the earlier one, however old their facts are.
 */
export interface Change {
  readonly subject: { readonly stream: string } | { readonly table: string; readonly key: Row };
  readonly before: unknown;
  readonly after: unknown;
  /**
   * The ids of the events between the two moments that touched it, in order. Among them, for a row with older facts of a
   * place that came into sight, is the event that named the place.
   */
  readonly because: readonly string[];
}

export interface Compared {
  readonly from: Reached;
  readonly to: Reached;
  /** The events of the business's history and of its places between the two, as they were to be seen, in the order of the log. */
  readonly events: readonly Recorded[];
  /** Aggregates by stream, then rows by table and key. */
  readonly changes: readonly Change[];
}

/** The history and its places have more events than one request may fold. */
export class HistoryTooLong extends Error {
  override readonly name = "HistoryTooLong";

  constructor(readonly eventsMax: number) {
    super(`The history holds more than ${eventsMax} events.`);
  }
}

/** As many others travel as may at a time; it is worth trying again shortly. */
export class TravellersTooMany extends Error {
  override readonly name = "TravellersTooMany";
}

/** The moment lies ahead of the log or of the clock, and what will be true then is not known. */
export class MomentAhead extends Error {
  override readonly name = "MomentAhead";

  constructor(readonly moment: Moment) {
    super("The moment lies ahead, and what will be true then is not known.");
  }
}

/** What a query of the past is given: two ways to ask the copies, and when they were true. */
export interface Past {
  readonly read: Knex;
  readonly askJson: AskJson;
  readonly now: Date;
  readonly reached: Reached;
}

/**
 * Every method throws HistoryTooLong, TravellersTooMany, MomentAhead and LogUnavailable, and an Error where a table is asked
 * for that cannot be folded. The places that count at a moment are those that the business had begun to watch by then.
 */
export interface TimeTravel {
  /** The read tables that can be folded: those whose rows belong to a business or a place. */
  readonly tables: readonly string[];
  fold(businessId: string, moment: Moment, options?: FoldOptions): Promise<Folded>;
  /** Where `from` is the later moment, changes lead backwards. HistoryTooLong where more than 10,000 events lie between. */
  compare(businessId: string, from: Moment, to: Moment, options?: FoldOptions): Promise<Compared>;
  /**
   * Runs a query on private copies of these tables as they were, and on nothing else: a table that is not among them is not
   * there. `now` is the instant asked for or, for a position, when the last event that it holds occurred. The copies are
   * gone when it ends.
   */
  query<Result>(
    businessId: string,
    moment: Moment,
    tables: readonly string[],
    run: (past: Past) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}
