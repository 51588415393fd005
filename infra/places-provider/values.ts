/** Single values of an answer: what cannot be a fact (out of range, too long, blank) says nothing. */
import { readUrl } from "../outbound/read-url";
import type { Point } from "./places-provider";

/** What stores hold as a count. */
const COUNT_MAX = 2_147_483_647;
const URL_CHARS_MAX = 2_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];

/** Trimmed, and without characters that no store or page can hold; undefined where nothing is left, or too much. */
export function textIn(value: string | undefined, charactersMax: number): string | undefined {
  const clean = value?.replace(/[^\P{Cc}\n\t]|\p{Surrogate}/gu, "").trim();
  return clean === undefined || clean === "" || clean.length > charactersMax ? undefined : clean;
}

export function countIn(value: number | undefined): number | undefined {
  const isCount = value !== undefined && Number.isInteger(value) && value >= 0 && value <= COUNT_MAX;
  // Nought below zero is nought.
  return isCount ? value + 0 : undefined;
}

/** Stars, from 1 to 5; none are not a rating. */
export function ratingIn(value: number | undefined): number | undefined {
  return value !== undefined && value >= 1 && value <= 5 ? value : undefined;
}

export function pointIn(latitude: number | undefined, longitude: number | undefined): Point | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** The address of a page. */
export function urlIn(value: string | undefined): string | undefined {
  const url = textIn(value, URL_CHARS_MAX);
  return url !== undefined && /^https?:\/\/[^/\s]\S*$/i.test(url) && readUrl(url) !== null ? url : undefined;
}

/** An ISO instant in UTC with milliseconds; the provider tells nanoseconds. */
export function instantIn(value: string): string | undefined {
  const instant = INSTANT.test(value) ? new Date(value) : new Date(Number.NaN);
  const year = instant.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? instant.toISOString() : undefined;
}

/** Without the members that say nothing. */
export function saying<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: NonNullable<Members[Name]> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Members]?: NonNullable<Members[Name]> };
}
