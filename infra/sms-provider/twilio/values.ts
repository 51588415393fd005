/** Single values of what Twilio says: what is not of its published form is nonsense, or says nothing. */
import type { ReviewVerdict } from "../sms-provider";
import { nonsense } from "./faults";

export type Reason = ReviewVerdict["reasons"][number];

const REASONS_MAX = 20;
const REASON_CHARS_MAX = 500;
const CODE_CHARS_MAX = 20;

/** Two letters for the kind of thing, and 32 hexadecimal digits. */
export const SID = /^[A-Z]{2}[0-9a-fA-F]{32}$/;

/** Throws where it is no SID of this kind. */
export function sidIn(value: unknown, kind: string): string {
  if (typeof value === "string" && SID.test(value) && value.startsWith(kind)) return value;
  throw nonsense("an answer without the id of what it is about");
}

/** Trimmed and cut, without what no store or page can hold; null where nothing is left. */
export function plainText(value: unknown, charactersMax: number): string | null {
  if (typeof value !== "string") return null;
  const clean = value.replace(/[^\P{Cc}\n\t]|\p{Surrogate}/gu, "").trim();
  return clean === ""
    ? null
    : clean
        .slice(0, charactersMax)
        .replace(/\p{Surrogate}$/u, "")
        .trim();
}

/** An ISO instant; null for what is none, or is of a year in which nothing happened. */
export function instantIn(value: unknown): string | null {
  const year = value instanceof Date ? value.getUTCFullYear() : Number.NaN;
  return value instanceof Date && year >= 1_900 && year < 2_200 ? value.toISOString() : null;
}

/** Under these names Twilio's resources say why, each by its own. */
const MESSAGE_NAMES = ["reason", "description", "message", "failure_reason"] as const;
const CODE_NAMES = ["code", "error_code"] as const;

/** The reasons in a list of errors; one without words is left out. */
export function reasonsIn(list: unknown): readonly Reason[] {
  const reasons = Array.isArray(list) ? list.flatMap((item: unknown) => reasonIn(item) ?? []) : [];
  return reasons.slice(0, REASONS_MAX);
}

function reasonIn(item: unknown): Reason | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  const fields = item as Readonly<Record<string, unknown>>;
  const message = firstOf(MESSAGE_NAMES.map((name) => plainText(fields[name], REASON_CHARS_MAX)));
  return message === null ? undefined : { code: firstOf(CODE_NAMES.map((name) => codeIn(fields[name]))), message };
}

export function codeIn(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return plainText(text, CODE_CHARS_MAX);
}

/** The reasons, or one in our own words where Twilio gives none. */
export function orElse(reasons: readonly Reason[], message: string): readonly Reason[] {
  return reasons.length === 0 ? [{ code: null, message }] : reasons;
}

function firstOf<Value>(values: readonly (Value | null)[]): Value | null {
  return values.find((value) => value !== null) ?? null;
}
