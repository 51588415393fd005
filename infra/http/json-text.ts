/** Looks through valid JSON text for what `JSON.parse` lets pass: repeated or dangerous members, depth, unstorable characters. */
import type { Detail } from "./failure";

const DEPTH_MAX = 32;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

interface Level {
  /** Null inside an array. */
  readonly members: Set<string> | null;
  name: string;
  index: number;
}

/** Whether Postgres could not store this text: it refuses NUL and halves of surrogate pairs. */
export const isUnstorable = (text: string): boolean => text.includes("\0") || /\p{Surrogate}/u.test(text);

/** The first thing wrong in the text, or undefined. The text must be valid JSON. */
export function faultInJson(text: string): Detail | undefined {
  const levels: Level[] = [];
  const path = () => levels.map((level) => (level.members === null ? String(level.index) : level.name)).join(".");
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    const level = levels.at(-1);
    if (character === "{" || character === "[") {
      if (levels.length === DEPTH_MAX) return { path: path(), message: `Nested deeper than ${DEPTH_MAX} levels.` };
      levels.push({ members: character === "{" ? new Set() : null, name: "", index: 0 });
    } else if (character === "}" || character === "]") {
      levels.pop();
    } else if (character === "," && level !== undefined) {
      level.index += 1;
    } else if (character === '"') {
      const end = endOfString(text, at);
      const value = JSON.parse(text.slice(at, end + 1)) as string;
      at = end;
      const isName = level !== undefined && level.members !== null && followedByColon(text, end + 1);
      if (isName) level.name = value;
      const message = faultInString(value, isName ? level.members : null);
      if (message !== undefined) return { path: path(), message };
    }
  }
  return undefined;
}

function faultInString(value: string, siblings: Set<string> | null): string | undefined {
  if (isUnstorable(value)) return "Holds a character that cannot be stored.";
  if (siblings === null) return undefined;
  if (FORBIDDEN.has(value)) return "A member of this name is not allowed.";
  if (siblings.has(value)) return "The member is given twice.";
  siblings.add(value);
  return undefined;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function followedByColon(text: string, from: number): boolean {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\t" || text[at] === "\r") at += 1;
  return text[at] === ":";
}
