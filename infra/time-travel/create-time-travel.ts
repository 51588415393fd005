/** Travels into the past of a business: folds its history and its places in memory, and lets queries run on the outcome. */
import type { Pool } from "pg";
import type { Aggregate } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import type { Projection } from "../projector/projection";
import type { Clock } from "../time/clock";
import { PastFold } from "./folding";
import { pastEvents, type PastSources } from "./past-events";
import { createPrivateTables } from "./private-tables";
import type { FoldOptions, Folded, Moment, TimeTravel } from "./time-travel";

export interface TimeTravelParts extends Omit<PastSources, "eventsMax"> {
  /** For private copies of read tables and nothing else. */
  readonly pool: Pool;
  readonly clock: Clock;
  readonly aggregates: readonly Aggregate<unknown, AnyEvent>[];
  readonly projections: readonly Projection[];
}

const EVENTS_MAX = 100_000;

export function createTimeTravel(parts: TimeTravelParts): TimeTravel {
  const sources: PastSources = { ...parts, eventsMax: EVENTS_MAX };
  const known = new Map(parts.aggregates.map((aggregate) => [aggregate.category, aggregate]));
  const withPrivateTables = createPrivateTables(parts.pool, parts.projections);

  async function fold(businessId: string, moment: Moment, { tables, see }: FoldOptions = {}): Promise<Folded> {
    const wanted = parts.projections.filter(({ table }) => tables?.includes(table) ?? true);
    const past = new PastFold(known, new Set(parts.streamsOf(businessId)), wanted);
    let position = 0;
    let occurredAt: string | null = null;
    for await (const event of pastEvents(sources, businessId, moment)) {
      past.apply(see === undefined ? event : see(event));
      position = event.position;
      occurredAt = event.metadata.occurredAt;
    }
    return { position, occurredAt, aggregates: past.aggregates(), tables: past.tables() };
  }

  return {
    tables: parts.projections.map(({ table }) => table),
    fold,
    compare: () => Promise.reject(new Error("compare is being built")),
    async query(businessId, moment, tables, run) {
      const { position, occurredAt, tables: folded } = await fold(businessId, moment, { tables });
      const now = new Date("instant" in moment ? moment.instant : (occurredAt ?? 0));
      return withPrivateTables(folded, (read) => run({ read, now, reached: { position, occurredAt } }));
    },
  };
}
