/** Opening hours in one form: the same week is always the same JSON. */
import type { PlaceForm } from "./published-form";

interface Moment {
  /** 0 is Sunday. */
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** `close` is null where it never closes. */
interface Period {
  readonly open: Moment;
  readonly close: Moment | null;
}

type HoursForm = NonNullable<PlaceForm["regularOpeningHours"]>;
type MomentForm = NonNullable<HoursForm["periods"]>[number]["open"];

/** More than this is no week. */
const PERIODS_MAX = 200;

/**
 * The periods of a week in order, each once; an empty list is a place that never opens. Undefined where nothing was told, or
 * one of the periods cannot be: half a week would look like a change of hours.
 */
export function readHours({ periods }: HoursForm): readonly Period[] | undefined {
  if (periods === undefined || periods.length > PERIODS_MAX) return undefined;
  const read = periods.map(({ open, close }) => ({ open: readMoment(open), close: close && readMoment(close) }));
  const week: Period[] = [];
  for (const { open, close } of read) {
    if (open === undefined || close === "impossible" || open === "impossible") return undefined;
    week.push({ open, close: close ?? null });
  }
  const byText = new Map(week.map((period) => [JSON.stringify(period), period]));
  return [...byText.values()].sort((left, right) => order(left) - order(right));
}

/** An absent number is nought. */
function readMoment(form: MomentForm): Moment | "impossible" | undefined {
  if (form === undefined) return undefined;
  const { day = 0, hour = 0, minute = 0 } = form;
  const isPossible = isWithin(day, 6) && isWithin(hour, 23) && isWithin(minute, 59);
  return isPossible ? { day: day + 0, hour: hour + 0, minute: minute + 0 } : "impossible";
}

function isWithin(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

function order({ open, close }: Period): number {
  const minutes = ({ day, hour, minute }: Moment) => (day * 24 + hour) * 60 + minute;
  return minutes(open) * 10_080 + (close === null ? 0 : minutes(close));
}
