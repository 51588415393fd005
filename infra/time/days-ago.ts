/** Where what is kept for a number of days begins to be too old. */
import type { Clock } from "./clock";

const DAY_MS = 86_400_000;

export const daysAgo = (clock: Pick<Clock, "now">, days: number): Date =>
  new Date(clock.now().getTime() - days * DAY_MS);
