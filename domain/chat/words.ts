/** How figures, names and days are written in an answer. */
import { rounded } from "../analytics/statistics";
import { firstCharacters } from "../first-characters";

const NAME_CHARS_MAX = 120;

/** On one line and not too long: names are other people's words. */
export function named(name: string): string {
  const line = name.replace(/[\s\p{C}]+/gu, " ").trim();
  return line.length > NAME_CHARS_MAX ? `${firstCharacters(line, NAME_CHARS_MAX)}…` : line;
}

export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
export const stars = (value: number): string => `${rounded(value, 2)} stars`;
export const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;
export const inLastDays = (days: number): string => `in the last ${days} days`;

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
