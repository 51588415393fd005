/** What AI engines answered when they were asked about a business: recorded as it was found, and never asked for by a read. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { storedInstantSchema } from "./instant";
import { CLOCK_SKEW_MINUTES } from "./places/collections";
import { refuse } from "./refusals";
import { utcDay } from "./utc-day";

/** Answers that competitors' names and the own business are found in may name people. */
const answer = {
  answerId: z.string(),
  /** The run that the answer was found in: a check asks several engines several things. */
  checkId: z.string(),
  engine: z.string(),
  query: personal(z.string()),
  /** Where the question was asked for; null where it was asked for no place. */
  location: z.object({ city: z.string(), state: z.string().nullable() }).nullable(),
  checkedAt: storedInstantSchema,
  mentioned: z.boolean(),
  /** 1 for the first of those that the answer names; null where it has no order, or does not name the business. */
  position: z.number().int().nullable(),
  /** What the answer says of the business. */
  mentionText: personal(z.string()).nullable(),
  competitorsMentioned: z.array(personal(z.string())),
  source: z.string(),
};

export const aiVisibilityEvents = defineEvents({
  AiAnswerRecorded: z.object({ businessId: z.string(), accountId: z.string(), ...answer }),
});
export type AiVisibilityEvent = EventsOf<typeof aiVisibilityEvents>;
export type AiAnswer = AiVisibilityEvent["data"];

export interface AiVisibility {
  /** The newest UTC day of which an answer was recorded, and the checks of that day. */
  readonly day: string;
  readonly checks: ReadonlySet<string>;
}

export const aiVisibility = aggregate({
  category: "aivisibility",
  owner: "business",
  events: aiVisibilityEvents,
  initial: { day: "", checks: new Set<string>() },
  evolve: (state: AiVisibility, { data: { checkedAt, checkId } }): AiVisibility => {
    const day = utcDay(checkedAt);
    if (day < state.day || (day === state.day && state.checks.has(checkId))) return state;
    return { day, checks: new Set(day === state.day ? [...state.checks, checkId] : [checkId]) };
  },
});

/** How many checks of the UTC day of `now`, an ISO instant, are stored. */
export const checksUsed = ({ day, checks }: AiVisibility, now: string): number =>
  utcDay(now) === day ? checks.size : 0;

/** What was found counts, however many checks the plan allows: that limits who asks, not what is known. */
export const recordAiAnswer =
  (found: AiAnswer, now: string): Decision<AiVisibility, AiVisibilityEvent> =>
  () => {
    if (Date.parse(found.checkedAt) - Date.parse(now) > CLOCK_SKEW_MINUTES * 60_000)
      return refuse("observation_from_the_future", "Lies in the future.", { path: "checkedAt" });
    return [{ type: "AiAnswerRecorded", data: found }];
  };
