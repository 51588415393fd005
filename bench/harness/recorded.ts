/** Ratios as they were recorded: a later run may not fall far below them. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { machine } from "./document";
import { shown } from "./figures";
import { clean, type Row } from "./verdicts";

const FILE = join(__dirname, "..", "recorded.json");
const ENOUGH = 0.8;

interface Recorded {
  readonly measured: { readonly at: string; readonly machine: string };
  readonly ratios: Readonly<Record<string, number>>;
}

const nameOf = ({ work, against }: Row): string => `${work}, against ${against}`;

function read(): Recorded | undefined {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Recorded) : undefined;
}

/** Keeps these ratios, beside those of rows that were not played this time. */
export function record(rows: readonly Row[]): void {
  const own = rows.map((row) => [nameOf(row), Math.round(row.ratio.median * 1_000) / 1_000] as const);
  const ratios = { ...read()?.ratios, ...Object.fromEntries(own) };
  const measured = { at: new Date().toISOString().slice(0, 10), machine: machine() };
  writeFileSync(FILE, `${JSON.stringify({ measured, ratios }, null, 2)}\n`);
}

export const recordedRatios = (): Recorded["ratios"] => read()?.ratios ?? {};

/** A sentence for each row that lost something or fell below 80 % of what was recorded. */
export function fallen(rows: readonly Row[], recorded: Recorded["ratios"]): readonly string[] {
  return rows.flatMap((row) => {
    const before = recorded[nameOf(row)];
    if (!clean(row.faults)) return [`${nameOf(row)}: something was lost, doubled or out of order.`];
    // Written so that a ratio that is no number has fallen as well.
    if (before === undefined || row.ratio.median >= ENOUGH * before) return [];
    return [`${nameOf(row)}: ${shown(row.ratio.median)}, and ${shown(before)} was recorded.`];
  });
}
