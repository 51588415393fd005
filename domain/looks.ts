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

const remainsLookEvents = defineEvents({ RemainsViewed: lookSchema });

/**
 * Looks at what remains of a removed business, whose own streams are gone and take nothing any more. They stay for good: the
 * account that they are named for is only a name here, because nothing in them is sealed.
 */
export const remainsLooks = aggregate({
  category: "remainslooks",
  owner: "account",
  events: remainsLookEvents,
  initial: null,
  evolve: (state) => state,
});

export const recordRemainsLook =
  (look: Look): Decision<null, EventsOf<typeof remainsLookEvents>> =>
  () => [{ type: "RemainsViewed", data: look }];
