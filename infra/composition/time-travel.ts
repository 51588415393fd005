/** Time travel over this service's aggregates and read tables. */
import { historyStreams, watchedStream } from "../../domain/business-streams";
import type { Aggregate } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import { createTimeTravel } from "../time-travel/create-time-travel";
import type { TimeTravel } from "../time-travel/time-travel";
import { aggregates } from "./aggregates";
import type { Engines } from "./engines";
import { projections } from "./projections";

export function createServiceTimeTravel({ log, past, clock }: Pick<Engines, "log" | "past" | "clock">): TimeTravel {
  return createTimeTravel({
    log,
    pool: past,
    clock,
    aggregates: aggregates as unknown as readonly Aggregate<unknown, AnyEvent>[],
    projections,
    streamsOf: historyStreams,
    watchedStream,
  });
}
