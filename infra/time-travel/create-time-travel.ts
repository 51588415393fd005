/** Travels into the past of a business: folds its history and its places in memory, and lets queries run on the outcome. */
import type { Pool } from "pg";
import type { Aggregate } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import type { EventLog } from "../event-log/event-log";
import { readingUntil } from "../event-log/reading-until";
import type { Projection } from "../projector/projection";
import type { ProjectorOptions } from "../projector/projector";
import type { Clock } from "../time/clock";
import { createLine } from "../time/line";
import { Arrival } from "./arrival";
import { Comparison } from "./comparison";
import type { Folds } from "./folding";
import { walkPast, type PastSources } from "./past-events";
import { createPrivateTables } from "./private-tables";
import { MomentAhead, TravellersTooMany, type FoldOptions, type Folded, type Moment, type See } from "./time-travel";
import type { TimeTravel } from "./time-travel";

export interface TimeTravelParts extends Omit<PastSources, "log" | "eventsMax"> {
  readonly log: Pick<EventLog, "readStream" | "head">;
  /** For private copies of read tables and nothing else. */
  readonly pool: Pool;
  readonly clock: Clock;
  readonly aggregates: readonly Aggregate<unknown, AnyEvent>[];
  readonly projections: readonly Projection[];
  readonly erasures: ProjectorOptions["erasures"];
  /** Events of a history and its places; 100,000 unless told. */
  readonly eventsMax?: number;
  /** Travellers side by side; 2 unless told. */
  readonly atOnce?: number;
  /** Events between two moments; 10,000 unless told. */
  readonly comparedMax?: number;
}

const EVENTS_MAX = 100_000;
const COMPARED_MAX = 10_000;
const AT_ONCE = 2;
const WAITING_MAX = 8;
const PATIENCE_MS = 5_000;

const unchanged: See = (event) => event;

export function createTimeTravel(parts: TimeTravelParts): TimeTravel {
  const { clock, erasures, streamsOf, eventsMax = EVENTS_MAX, comparedMax = COMPARED_MAX, atOnce = AT_ONCE } = parts;
  const sourcesUntil = (signal: AbortSignal | undefined): PastSources => ({
    ...parts,
    eventsMax,
    log: signal === undefined ? parts.log : readingUntil(parts.log, signal),
  });
  const aggregates = new Map(parts.aggregates.map((aggregate) => [aggregate.category, aggregate]));
  // Rows of accounts come from streams that are no business's, so that they would be wrongly empty.
  const foldable = parts.projections.filter(({ erasedWith }) => "business" in erasedWith || "place" in erasedWith);
  const withPrivateTables = createPrivateTables(parts.pool, foldable);
  const line = createLine(
    { atOnce, waitingMax: WAITING_MAX, patience: { clock, milliseconds: PATIENCE_MS } },
    () => new TravellersTooMany("Too many look into the past at this moment."),
  );

  const foldsOf = (businessId: string, tables: FoldOptions["tables"]): Folds => ({
    aggregates,
    streams: streamsOf(businessId),
    projections: wanted(foldable, tables),
    erasures,
  });

  async function fold(folds: Folds, businessId: string, moment: Moment, options: FoldOptions): Promise<Folded> {
    const { see = unchanged, signal } = options;
    const walked = await walkPast(sourcesUntil(signal), businessId, [exact(moment)], () => new Arrival(folds, see));
    return walked.folded();
  }

  /** In turn, once it is known that none of the moments lies ahead. */
  async function travel<Result>(moments: readonly Moment[], run: () => Promise<Result>): Promise<Result> {
    for (const moment of moments) if (await isAhead(moment, parts)) throw new MomentAhead(moment);
    return line(run);
  }

  return {
    tables: foldable.map(({ table }) => table),
    fold: (businessId, moment, options = {}) =>
      travel([moment], () => fold(foldsOf(businessId, options.tables), businessId, moment, options)),
    compare: (businessId, from, to, { tables, see = unchanged, signal } = {}) =>
      travel([from, to], async () => {
        const begin = () => new Comparison(foldsOf(businessId, tables), see, comparedMax);
        return (await walkPast(sourcesUntil(signal), businessId, [exact(from), exact(to)], begin)).compared();
      }),
    query: (businessId, moment, tables, run, signal) =>
      travel([moment], async () => {
        const rowsAlone = { ...foldsOf(businessId, tables), streams: [] };
        const {
          position,
          occurredAt,
          tables: folded,
        } = await fold(rowsAlone, businessId, moment, signal === undefined ? {} : { signal });
        const now = new Date("instant" in moment ? moment.instant : (occurredAt ?? 0));
        return withPrivateTables(folded, (copies) => run({ ...copies, now, reached: { position, occurredAt } }));
      }),
  };
}

/** Instants in the one form in which events have theirs, so that texts can be compared. */
const exact = (moment: Moment): Moment =>
  "instant" in moment ? { instant: new Date(moment.instant).toISOString() } : moment;

async function isAhead(moment: Moment, { log, clock }: Pick<TimeTravelParts, "log" | "clock">): Promise<boolean> {
  if ("instant" in moment) return new Date(moment.instant) > clock.now();
  return moment.position > (await log.head());
}

function wanted(foldable: readonly Projection[], tables: FoldOptions["tables"]): readonly Projection[] {
  if (tables === undefined) return foldable;
  const unknown = tables.find((table) => !foldable.some((projection) => projection.table === table));
  if (unknown !== undefined) throw new Error(`The table ${unknown} has no rows that belong to a business or a place.`);
  return foldable.filter(({ table }) => tables.includes(table));
}
