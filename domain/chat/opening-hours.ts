/** Reads opening hours out, where they have the form in which collectors of this service hand them in. */
import { z } from "zod";

const moment = z.object({
  /** 0 is Sunday. */
  day: z.number().int().min(0).max(6),
  hour: z.number().int().min(0).max(23),
  minute: z.number().int().min(0).max(59),
});
const week = z.array(z.object({ open: moment, close: moment.nullable() })).max(200);
type Moment = z.output<typeof moment>;

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0] as const;

/** A sentence for each day, from Monday on, days of the same hours once; null where the form is another one. */
export function readOutHours(hours: unknown): string | null {
  const parsed = week.safeParse(hours);
  if (!parsed.success) return null;
  if (parsed.data.length === 0) return "By the stored hours it is never open.";
  if (parsed.data.some(({ close }) => close === null)) return "By the stored hours it is always open.";
  const days = FROM_MONDAY.map((day) => ({ day: DAYS[day], hours: hoursOf(parsed.data, day) }));
  const runs: { first: string; last: string; hours: string }[] = [];
  for (const { day = "", hours: told } of days) {
    const run = runs.at(-1);
    if (run?.hours === told) run.last = day;
    else runs.push({ first: day, last: day, hours: told });
  }
  return `Opening hours: ${runs.map(({ first, last, hours: told }) => `${first === last ? first : `${first} to ${last}`} ${told}`).join("; ")}.`;
}

function hoursOf(periods: z.output<typeof week>, day: number): string {
  const told = periods
    .filter(({ open }) => open.day === day)
    .map(({ open, close }) => `${clock(open)}–${close === null ? "" : clock(close)}`);
  return told.length === 0 ? "closed" : told.join(" and ");
}

const clock = ({ hour, minute }: Moment): string =>
  `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
