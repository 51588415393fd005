/** When a registration is looked up at the provider, and when its owner hears that it still waits: all counted from the submission. */

const HOUR_MS = 3_600_000;

/**
 * The first look is soon, then twice a day, for 30 days, whatever reviewers come to meanwhile: they change their minds, and
 * time for corrections runs out, without a word. After that only the provider's own callback brings news.
 */
export const CHECK_HOURS: readonly number[] = [
  1,
  3,
  6,
  ...Array.from({ length: 60 }, (_none, half) => (half + 1) * 12),
];

export const STILL_PENDING_DAYS = { pending_3_days: 3, pending_7_days: 7 } as const;

/** The next look after `now`; null where there is none any more. Both are ISO instants. */
export function nextCheck(submittedAt: string, now: string): string | null {
  const began = Date.parse(submittedAt);
  const hours = CHECK_HOURS.find((after) => began + after * HOUR_MS > Date.parse(now));
  return hours === undefined ? null : new Date(began + hours * HOUR_MS).toISOString();
}
