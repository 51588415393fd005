/** Days as limits and figures count them: from midnight to midnight, UTC. */

const DAY_SECONDS = 86_400;
export const DAY_MS = DAY_SECONDS * 1000;

/** `now` is an ISO instant with `Z`. */
export const utcDay = (now: string): string => now.slice(0, 10);

/** The ISO instant that lies so many times 24 hours before `now`. */
export const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();

/** How long the day that limits count has yet to go. */
export const secondsToMidnight = (now: string): number =>
  DAY_SECONDS - (Math.floor(Date.parse(now) / 1000) % DAY_SECONDS);
