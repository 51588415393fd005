/** The outcome on a terminal. */
import { shown, shownSpread } from "./figures";
import type { Faults } from "./part";
import type { Played } from "./rounds";
import { clean, type Row } from "./verdicts";

/** One line of what a contender did in all of its rounds. */
export function playedLine({ contender, samples, faults }: Played, unit: string): string {
  const values = samples.map(({ value }) => value).sort((left, right) => left - right);
  const median = values[values.length >> 1] ?? NaN;
  const spread = `${shown(values[0] ?? NaN)}–${shown(values.at(-1) ?? NaN)}`;
  const more = Object.entries(samples[values.length >> 1]?.also ?? {}).map(
    ([name, value]) => `${name} ${shown(value)}`,
  );
  const rounds = samples.length < 5 ? ` (${samples.length} rounds)` : "";
  return `    ${contender.name.padEnd(24)}${`${shown(median)} ${unit}`.padStart(14)}  ${spread.padEnd(18)}${faultsOf(faults).padEnd(10)}${more.join(", ")}${rounds}`;
}

/** Lost, doubled and out of order, as `0/0/0`. */
export const faultsOf = ({ lost, doubled, outOfOrder }: Faults): string => `${lost}/${doubled}/${outOfOrder}`;

/** A peer's own faults stand beside its speed, where it has any. */
function againstOf({ against, theirs, theirFaults, unit }: Row): string {
  if (theirs === undefined) return against;
  const speed = `${against} ${shownSpread(theirs)} ${unit}`;
  return clean(theirFaults) ? speed : `${speed}, ${faultsOf(theirFaults)} !`;
}

const COLUMNS: readonly (readonly [string, (row: Row) => string])[] = [
  ["work", ({ work }) => work],
  ["the service", ({ ours, unit }) => `${shownSpread(ours)} ${unit}`.trim()],
  ["against", againstOf],
  ["ratio", ({ ratio }) => shownSpread(ratio)],
  ["target", ({ target }) => target],
  ["lost/doubled/disordered", ({ faults }) => faultsOf(faults) + (clean(faults) ? "" : " !")],
  ["verdict", ({ verdict }) => verdict],
];

/** Cells of each row, with the heads first. */
export const cellsOf = (rows: readonly Row[]): readonly (readonly string[])[] => [
  COLUMNS.map(([head]) => head),
  ...rows.map((row) => COLUMNS.map(([, cell]) => cell(row))),
];

export function tableOf(rows: readonly Row[]): string {
  const cells = cellsOf(rows);
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
