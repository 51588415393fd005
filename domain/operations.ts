/** What operators decide about the running service, recorded in the log like everything else. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";

/** A projection went on without an event that it could not apply. `skipped` is that event, `error` why it failed. */
const events = defineEvents({
  ProjectionEventSkipped: z.object({
    table: z.string(),
    version: z.number().int(),
    skippedPosition: z.number().int(),
    skippedEventId: z.string(),
    error: z.string(),
    operator: z.string(),
    reason: z.string(),
  }),
});

export type OperationsEvent = EventsOf<typeof events>;
export type SkippedProjectionEvent = OperationsEvent["data"];

/** The stream is a record: no decision depends on what it holds. */
export interface Operations {
  readonly skips: number;
}

/** One stream, `operations-projector`. It has no owner to be erased with; its operators are named by their accounts. */
export const operations = aggregate({
  category: "operations",
  owner: "account",
  events,
  initial: { skips: 0 } satisfies Operations,
  evolve: (state: Operations): Operations => ({ skips: state.skips + 1 }),
});

/** Who of `operations-<owner>` decides about projections. */
export const PROJECTOR = "projector";

/** Records that an operator let a projection go on without an event. */
export const skipProjectionEvent =
  (skip: SkippedProjectionEvent): Decision<Operations, OperationsEvent> =>
  () => [{ type: "ProjectionEventSkipped", data: skip }];
