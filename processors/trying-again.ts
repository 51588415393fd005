/** When something is tried again that did not work: after a minute at first, then after twice as long each time, and at least once a day. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** An ISO instant; `tries` counts the attempts before this one. */
export const triedAgainAt = (now: Date, tries: number): string =>
  new Date(now.getTime() + Math.min(MINUTE_MS * 2 ** Math.min(tries, 11), DAY_MS)).toISOString();

export const aDayAfter = (now: Date): string => new Date(now.getTime() + DAY_MS).toISOString();
