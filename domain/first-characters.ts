/** The beginning of a text, at most `max` UTF-16 units of it: never with the half of a character, which no store takes. */
export const firstCharacters = (text: string, max: number): string => text.slice(0, max).replace(/\p{Surrogate}$/u, "");
