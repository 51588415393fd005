/** Bar pictures: one file a part, one group a workload, each bar as long as its contender's median. */
import { shown, spreadOf } from "./figures";
import type { Outcome } from "./outcome";

const WIDTH = 720;
const NAMES = 190;
const BARS = 360;
const LINE = 22;
const HEAD = 34;

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

function text(x: number, y: number, said: string, more = ""): string {
  return `<text x="${x}" y="${y}" ${more}>${escaped(said)}</text>`;
}

/** One workload from `top` on; gives its lines and where the next one begins. */
function group({ workload: { name, unit }, played }: Outcome, top: number): readonly [readonly string[], number] {
  const spreads = played.map(({ samples }) => spreadOf(samples.map(({ value }) => value)));
  const longest = Math.max(...spreads.map(({ most }) => most));
  const at = (value: number): number => Math.round((value / longest) * BARS);
  const bars = played.flatMap(({ contender }, number) => {
    const { median, least, most } = spreads[number] ?? spreadOf([]);
    const y = top + HEAD + number * LINE;
    const colour = number === 0 ? "#2563a8" : "#9aa5b1";
    return [
      text(NAMES - 8, y + 12, contender.name, 'text-anchor="end"'),
      `<rect x="${NAMES}" y="${y}" width="${at(median)}" height="15" fill="${colour}"/>`,
      `<line x1="${NAMES + at(least)}" x2="${NAMES + at(most)}" y1="${y + 7.5}" y2="${y + 7.5}" stroke="#1f2933"/>`,
      text(NAMES + at(most) + 6, y + 12, `${shown(median)} ${unit}`),
    ];
  });
  const less = unit === "/s" ? "" : " (shorter is better)";
  return [[text(8, top + 22, name + less, 'font-weight="600"'), ...bars], top + HEAD + played.length * LINE + 8];
}

/** An SVG of all workloads of a part. Bars are medians, the thin lines go from the least to the most. */
export function barsOf(outcomes: readonly Outcome[]): string {
  const lines: string[] = [];
  let height = 0;
  for (const outcome of outcomes) {
    const [own, next] = group(outcome, height);
    lines.push(...own);
    height = next;
  }
  const style = 'font-family="sans-serif" font-size="12" fill="#1f2933"';
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" ${style}>`;
  const ground = `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`;
  return [head, ground, ...lines, "</svg>", ""].join("\n");
}
