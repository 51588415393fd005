/** Looks through valid JSON text for what `JSON.parse` lets pass: repeated or dangerous members, depth, what no store holds. */
import { isUnstorable } from "../postgres/storable";
import { SEALED } from "../sealing/sealed-fields";
import type { Detail } from "./failure";

const DEPTH_MAX = 32;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype", SEALED]);
/** Text without it holds no number past a double's: one needs three digits of exponent, or two hundred before its point. */
const MAY_OVERFLOW = /\d[eE]\+?\d{3}|(?:^|\D)\d{200}/;
const NUMBER = /-?\d[\d.eE+-]*/y;

interface Level {
  /** Null inside an array. */
  readonly members: Set<string> | null;
  name: string;
  index: number;
}

/** The first thing wrong in the text, or undefined. The text must be valid JSON. */
export function faultInJson(text: string): Detail | undefined {
  const levels: Level[] = [];
  // Text without such escapes or characters holds no string with them, which is most text: values are then passed over.
  const mayBeUnstorable = text.includes("\\u") || isUnstorable(text);
  const mayOverflow = MAY_OVERFLOW.test(text);
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
      const isName = level !== undefined && level.members !== null && followedByColon(text, end + 1);
      const value = isName || mayBeUnstorable ? stringIn(text, at, end) : "";
      at = end;
      if (isName) level.name = value;
      const message = faultInString(value, isName ? level.members : null, mayBeUnstorable);
      if (message !== undefined) return { path: path(), message };
    } else if (mayOverflow) {
      const number = numberAt(text, at);
      if (!Number.isFinite(Number(number))) return { path: path(), message: "Is no finite number." };
      at += Math.max(number.length - 1, 0);
    }
  }
  return undefined;
}

/** The number that begins there; empty where none does. */
function numberAt(text: string, at: number): string {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[0] ?? "";
}

function faultInString(value: string, siblings: Set<string> | null, mayBeUnstorable: boolean): string | undefined {
  if (mayBeUnstorable && isUnstorable(value)) return "Holds a character that cannot be stored.";
  if (siblings === null) return undefined;
  if (FORBIDDEN.has(value)) return "A member of this name is not allowed.";
  if (siblings.has(value)) return "The member is given twice.";
  siblings.add(value);
  return undefined;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === "\\") before -= 1;
  return (at - before) % 2 === 1;
}

/** What the string says whose quotes stand at `start` and `end`. */
function stringIn(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  return raw.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
}

function followedByColon(text: string, from: number): boolean {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\t" || text[at] === "\r") at += 1;
  return text[at] === ":";
}
