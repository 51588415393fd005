/** Time travel over this service's aggregates and read tables. */
import { historyStreams, namingStreams, watchedStream } from "../../../domain/business-streams";
import type { Aggregate } from "../../../domain/fold/aggregate";
import type { AnyEvent } from "../../../domain/fold/event";
import { TRAVELLERS_AT_ONCE } from "../../http/heavy-looks";
import { createTimeTravel, type TimeTravelParts } from "../../time-travel/create-time-travel";
import type { TimeTravel } from "../../time-travel/time-travel";
import { aggregates } from "../catalogue/aggregates";
import type { Engines } from "../engines";
import { erasures, projections } from "../catalogue/projections";

/** Proofs are computed from the log itself, never from what was folded of it. */
const PROOFS = ["history_chains", "history_events"];

/** What is folded, of which streams. */
export const foldedInThePast: Omit<TimeTravelParts, "log" | "pool" | "clock"> = {
  aggregates: aggregates as unknown as readonly Aggregate<unknown, AnyEvent>[],
  projections: projections.filter(({ table }) => !PROOFS.includes(table)),
  erasures,
  streamsOf: historyStreams,
  namingStreamsOf: namingStreams,
  watchedStream,
};

export function createServiceTimeTravel({ log, past, clock }: Pick<Engines, "log" | "past" | "clock">): TimeTravel {
  return createTimeTravel({ ...foldedInThePast, log, pool: past, clock, atOnce: TRAVELLERS_AT_ONCE });
}
