/** Who looked at a business's history: administrators and operators, when, and at what. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";

/** `what` is the operation's id, `asked` its parameters. Who it was stands in the event's actor. */
const lookSchema = z.object({ businessId: z.string(), what: z.string(), asked: z.record(z.string(), z.string()) });
export type Look = z.output<typeof lookSchema>;

export const lookEvents = defineEvents({ HistoryViewed: lookSchema });
export type LookEvent = EventsOf<typeof lookEvents>;

/** Every look is recorded; none depends on another. */
export const looks = aggregate({
  category: "looks",
  owner: "business",
  events: lookEvents,
  initial: null,
  evolve: (state) => state,
});

export const recordLook =
  (look: Look): Decision<null, LookEvent> =>
  () => [{ type: "HistoryViewed", data: look }];
