/** Line pictures: how figures went over time. */

export interface Line {
  readonly name: string;
  readonly values: readonly number[];
}

const WIDTH = 720;
const HEIGHT = 260;
const LEFT = 60;
const TOP = 40;
const BOTTOM = 220;
const COLOURS = ["#2563a8", "#c2571a", "#3f7d3a"];

/** An SVG of lines from zero to the most of all, over evenly spread moments of so many minutes. */
export function linesOf(title: string, unit: string, minutes: number, lines: readonly Line[]): string {
  const most = Math.max(...lines.flatMap(({ values }) => values));
  const across = (at: number, of: number) => LEFT + (at / Math.max(1, of - 1)) * (WIDTH - LEFT - 20);
  const up = (value: number) => BOTTOM - (value / most) * (BOTTOM - TOP);
  const drawn = lines.flatMap(({ name, values }, number) => {
    const colour = COLOURS[number % COLOURS.length] ?? "";
    const points = values.map((value, at) => `${across(at, values.length).toFixed(1)},${up(value).toFixed(1)}`);
    return [
      `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
      `<text x="${LEFT + number * 180}" y="${HEIGHT - 8}" fill="${colour}">${name}</text>`,
    ];
  });
  const style = 'font-family="sans-serif" font-size="12" fill="#1f2933"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ${style}>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<text x="8" y="22" font-weight="600">${title}</text>`,
    `<line x1="${LEFT}" x2="${WIDTH - 20}" y1="${BOTTOM}" y2="${BOTTOM}" stroke="#9aa5b1"/>`,
    `<text x="${LEFT - 6}" y="${TOP + 4}" text-anchor="end">${Math.round(most)} ${unit}</text>`,
    `<text x="${LEFT - 6}" y="${BOTTOM + 4}" text-anchor="end">0</text>`,
    `<text x="${WIDTH - 20}" y="${BOTTOM + 16}" text-anchor="end">${minutes.toFixed(0)} minutes</text>`,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}
