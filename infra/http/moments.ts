/** Moments of the past as requests name them, and what is answered where nobody can travel there. */
import { z } from "zod";
import { HistoryTooLong, MomentAhead, TravellersTooMany, type Moment } from "../time-travel/time-travel";
import { Failure, invalid } from "./failure";

export const MOMENT_CHARS_MAX = 40;
/** Positions and instants sort as their texts do in these years, and nothing here happened in any other. */
const FIRST = Date.UTC(1900, 0);
const AFTER_LAST = Date.UTC(2200, 0);
const EXPECTED = "Expected a position, or an ISO instant with its offset in the years 1900 to 2199";

const instant = z.iso.datetime({ offset: true });

/** A position in digits, otherwise an ISO instant. */
export const momentSchema = z
  .string()
  .max(MOMENT_CHARS_MAX)
  .transform((text, context): Moment => {
    const moment = momentIn(text);
    if (moment !== undefined) return moment;
    context.addIssue({ code: "custom", message: EXPECTED });
    return z.NEVER;
  });

function momentIn(text: string): Moment | undefined {
  if (/^\d+$/.test(text)) {
    const position = Number(text);
    return Number.isSafeInteger(position) ? { position } : undefined;
  }
  if (!instant.safeParse(text).success) return undefined;
  const at = Date.parse(text);
  return at >= FIRST && at < AFTER_LAST ? { instant: new Date(at).toISOString() } : undefined;
}

/** Runs what travels to these moments, by the names of their parameters: 400 names the one that lies ahead. */
export async function travelling<Result>(
  moments: Readonly<Record<string, Moment>>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof MomentAhead)) throw error;
    const ahead = JSON.stringify(error.moment);
    const named = Object.entries(moments).find(([, moment]) => JSON.stringify(moment) === ahead);
    if (named === undefined) throw error;
    throw invalid([{ path: `query.${named[0]}`, message: "It lies ahead, and what will be true then is not known." }]);
  }
}

/** The statuses of {@link travelFailure}'s codes, for what an endpoint declares. */
export const travelFails = { history_too_long: 422, time_travel_busy: 503 } as const;

/** A traveller who was turned away, as a failure; undefined for everything else. */
export function travelFailure(error: unknown): Failure | undefined {
  if (error instanceof HistoryTooLong) {
    const sentence = `This history is too long to be folded in one request: more than ${error.eventsMax} events.`;
    return new Failure(travelFails.history_too_long, "history_too_long", sentence, { eventsMax: error.eventsMax });
  }
  if (error instanceof TravellersTooMany) {
    const sentence = "Others look into the past at this moment; repeat the request.";
    return new Failure(travelFails.time_travel_busy, "time_travel_busy", sentence, {}, { "retry-after": "1" });
  }
  return undefined;
}
