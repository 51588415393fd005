/** Market segments: places of one city and category. Whoever asks for one need not know how its names were written. */

/** In place of a category: all of them. */
export const ANY_CATEGORY = "any";

export const segmentName = (name: string): string => name.trim().toLowerCase();
