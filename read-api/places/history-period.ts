/** Which days of a place's history are asked for: so many up to a day, or from one date to another. */
import { z } from "zod";
import { DAY_MS, daysBefore, utcDay } from "../../domain/utc-day";
import { invalid } from "../../infra/http/failure";
import { wholeNumber } from "../../infra/http/query-numbers";

const DAYS_MAX = 3_660;
/** The years of all that can have been observed; what is counted back from them is a date to the database as well. */
const FIRST_DATE = "1900-01-01";
const LAST_DATE = "2199-12-31";

const dateQuery = z.iso
  .date()
  .refine((date) => date >= FIRST_DATE && date <= LAST_DATE, "Expected a date in the years 1900 to 2199");

/** The query members of a list of days. `unless` says what is told where neither `days` nor `from` is given. */
export const periodQuery = (unless: string) => ({
  days: wholeNumber(1, DAYS_MAX)
    .optional()
    .describe(`How many days, in UTC, the last of which is \`to\`; not beside \`from\`. ${unless}`),
  from: dateQuery.optional().describe("The first day, in UTC, included; no later than `to`. Years 1900 to 2199."),
  to: dateQuery.optional().describe("The last day, in UTC, included; today unless given. Years 1900 to 2199."),
});

interface AskedPeriod {
  readonly days?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Period {
  /** UTC days, both included; undefined where there is no such bound. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** What days are counted back from: `to`, or today. */
  readonly last: string;
}

/** Throws a 400 Failure for days that cannot be. What is dated ahead of `now` is left out only where `to` says so. */
export function periodOf({ days, from, to }: AskedPeriod, now: Date): Period {
  const last = to ?? utcDay(now.toISOString());
  if (from !== undefined && days !== undefined)
    throw invalid([{ path: "query.days", message: "Expected either `days` or `from`." }]);
  if (from !== undefined && from > last)
    throw invalid([{ path: "query.from", message: `Expected a date no later than ${last}, the last of the period.` }]);
  return { from: days === undefined ? from : firstOf(days, last), to, last };
}

/** The first of so many days, the last of which is given. */
export const firstOf = (days: number, last: string): string => utcDay(daysBefore(new Date(last), days - 1));

/** How many days it is from the one to the other, both included. */
export const countDays = (from: string, last: string): number => (Date.parse(last) - Date.parse(from)) / DAY_MS + 1;
