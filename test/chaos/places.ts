/** The places that everybody in a run watches. */
export const PLACES: readonly string[] = Array.from({ length: 12 }, (_, at) => `place-${at + 1}`);
