/** Looks for markers in the bytes of files, also where PostgreSQL has compressed what holds them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const WINDOW = 8;
/** Eight letters of a marker in a row: nothing else has any. */
const RUNS = /[g-z]{8,}/g;

/**
 * The files below the folder that hold any of the markers, by marker. A marker is told by eight of its letters in a row: pglz
 * writes a text down as it is where it stands for the first time, with a byte of its own after every eight.
 */
export function filesHolding(folder: string, markers: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string>();
  for (const marker of markers)
    for (let at = 0; at + WINDOW <= marker.length; at++) owners.set(marker.slice(at, at + WINDOW), marker);
  const found = new Map<string, string[]>();
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    for (const marker of markersIn(readFileSync(path).toString("latin1"), owners))
      found.set(marker, [...(found.get(marker) ?? []), path]);
  }
  return found;
}

function markersIn(bytes: string, owners: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [run] of bytes.matchAll(RUNS))
    for (let at = 0; at + WINDOW <= run.length; at++) {
      const owner = owners.get(run.slice(at, at + WINDOW));
      if (owner !== undefined) found.add(owner);
    }
  return found;
}

/** The files below the folder that hold any of these texts whole. */
export const filesHoldingWhole = (folder: string, texts: readonly string[]): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return texts.some((text) => bytes.includes(text));
    });
