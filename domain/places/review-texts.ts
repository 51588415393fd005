/**
 * How long the texts of reviews are kept: one that was collected on a UTC day can be read until the start of the day that
 * lies `days` later. Everything else of a review stays.
 */
import type { Review } from "./known-reviews";
import type { PlaceState } from "./place";
import { DAY_MS, daysBefore, utcDay } from "../utc-day";

/** The first UTC day (`YYYY-MM-DD`) whose texts can be read at `now`, an ISO instant. */
export function firstDayKept(now: string, days: number): string {
  return utcDay(daysBefore(new Date(now), days - 1));
}

/** When and how long: ISO instants, days as whole numbers. */
interface Seen {
  readonly observedAt: string;
  readonly now: string;
  readonly days: number;
}

/**
 * Of reviews that were seen again unchanged, those whose text is to be collected anew. Nothing, until the oldest text has
 * come to half its time; then every text of an earlier day, so that a place looked at daily has one such event in that time
 * and not one a day. Ages count from sighting to sighting, so that an observation handed in twice says nothing the second
 * time. What was seen so long ago that its text would not be kept is history: an import of ten years refreshes nothing.
 */
export function textsToRefresh(
  known: PlaceState["reviews"],
  again: readonly Review[],
  { observedAt, now, days }: Seen,
): readonly Review[] {
  if (again.length === 0 || utcDay(observedAt) < firstDayKept(now, days)) return [];
  const age = ({ id }: Review) => {
    const told = known.get(id)?.at ?? observedAt;
    return (Date.parse(utcDay(observedAt)) - Date.parse(utcDay(told))) / DAY_MS;
  };
  const earlier = again.filter((review) => review.text !== null && age(review) > 0);
  return earlier.some((review) => age(review) >= days / 2) ? earlier : [];
}
