/** Market segments: places of one city and category. Whoever asks for one need not know how its names were written. */
export const segmentName = (name: string): string => name.trim().toLowerCase();
