/** Draws days of one figure of some places as an SVG: readable without colours, to screen readers, and on dark pages. A pure function. */
import { DAY_MS } from "../../domain/utc-day";

export interface ChartSeries {
  readonly name: string;
  /** In the order of days; a day without a fact has no point. */
  readonly points: readonly { readonly day: string; readonly value: number }[];
}
export interface Chart {
  readonly title: string;
  /** What the figure is called, such as `Rating`. */
  readonly figure: string;
  /** Decimals of the figure. */
  readonly digits: number;
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly series: readonly ChartSeries[];
}

const WIDTH = 640;
const LEFT = 56;
const RIGHT = 16;
const TOP = 52;
const PLOT_HEIGHT = 208;
const LEGEND_ROW = 20;
const NAME_CHARS_MAX = 48;

/** Told apart without colours as well, by their dashes. The colours are Okabe and Ito's, which people of every colour vision tell apart. */
const dashes = ["", "7 4", "2 4", "10 3 2 3", "4 2", "12 6"];

/** All that is styled; a policy can name this text by its digest. */
export const chartStyle = [
  "svg{font:12px system-ui,sans-serif}",
  ".page{fill:#fff}text{fill:#222}.soft{fill:#595959}.grid{stroke:#d9d9d9}",
  ".line{fill:none;stroke-width:2}.dot{stroke:none}",
  ...["#0072b2", "#d55e00", "#007a5a", "#a8437f", "#8a6d00", "#4d4d4d"].map(
    (colour, at) => `.line.s${at}{stroke:${colour}}.dot.s${at}{fill:${colour}}`,
  ),
  "@media (prefers-color-scheme:dark){.page{fill:#16181c}text{fill:#eee}.soft{fill:#b3b3b3}.grid{stroke:#3d4048}",
  ...["#56b4e9", "#ff9d5c", "#2fc79b", "#e59cc6", "#f0e442", "#cccccc"].map(
    (colour, at) => `.line.s${at}{stroke:${colour}}.dot.s${at}{fill:${colour}}`,
  ),
  "}",
].join("");

export function drawChart(chart: Chart): string {
  const { title, figure, digits, series, from, to } = chart;
  const height = TOP + PLOT_HEIGHT + 44 + series.length * LEGEND_ROW;
  const scale = scaleOf(chart);
  const plot =
    scale === null ? nothing : [...grid(scale, digits), ...series.flatMap((one, at) => line(one, at, scale))];
  const days = scale === null ? [] : dayLabels(from, to);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(describe(chart))}</desc>`,
    `<style>${chartStyle}</style>`,
    `<rect class="page" width="${WIDTH}" height="${height}"/>`,
    `<text x="${LEFT}" y="22" font-size="15" font-weight="600">${escaped(shortened(title, 70))}</text>`,
    `<text class="soft" x="${LEFT}" y="40">${escaped(`${figure}, ${from} to ${to}`)}</text>`,
    ...plot,
    ...days,
    ...series.flatMap((one, at) => legend(one, at, digits)),
    "</svg>",
  ].join("");
}

interface Scale {
  readonly low: number;
  readonly high: number;
  x(day: string): number;
  y(value: number): number;
}

const nothing = [
  `<text class="soft" x="${WIDTH / 2}" y="${TOP + PLOT_HEIGHT / 2}" text-anchor="middle">Nothing is stored of these days.</text>`,
];

/** Null where there is nothing to draw. The figure's axis is as long as the figures need, and never of no length. */
function scaleOf({ series, from, to, digits }: Chart): Scale | null {
  const values = series.flatMap(({ points }) => points.map(({ value }) => value));
  if (values.length === 0) return null;
  const unit = 10 ** -digits;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max(unit, (most - least) * 0.1);
  const [low, high] = [Math.max(0, least - margin), most + margin];
  const begin = Date.parse(from);
  const length = Math.max(DAY_MS, Date.parse(to) - begin);
  return {
    low,
    high,
    x: (day) => LEFT + ((Date.parse(day) - begin) / length) * (WIDTH - LEFT - RIGHT),
    y: (value) => TOP + (1 - (value - low) / (high - low)) * PLOT_HEIGHT,
  };
}

const GRID_LINES = 4;

function grid({ low, high, y }: Scale, digits: number): readonly string[] {
  return Array.from({ length: GRID_LINES + 1 }, (_none, at) => {
    const value = low + ((high - low) * at) / GRID_LINES;
    const height = placed(y(value));
    // Between figures that differ by less than their last decimal, lines are told apart by one more.
    const shown = (high - low) / GRID_LINES < 10 ** -digits ? digits + 1 : digits;
    return (
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${height}" y2="${height}"/>` +
      `<text class="soft" x="${LEFT - 8}" y="${placed(y(value) + 4)}" text-anchor="end">${value.toFixed(shown)}</text>`
    );
  });
}

function dayLabels(from: string, to: string): readonly string[] {
  const y = TOP + PLOT_HEIGHT + 18;
  return [
    `<text class="soft" x="${LEFT}" y="${y}">${escaped(from)}</text>`,
    `<text class="soft" x="${WIDTH - RIGHT}" y="${y}" text-anchor="end">${escaped(to)}</text>`,
  ];
}

function line({ points }: ChartSeries, at: number, { x, y }: Scale): readonly string[] {
  const last = points.at(-1);
  if (last === undefined) return [];
  const path = points.map(({ day, value }) => `${placed(x(day))},${placed(y(value))}`).join(" ");
  return [
    `<polyline class="line s${at}"${dashOf(at)} points="${path}"/>`,
    `<circle class="dot s${at}" cx="${placed(x(last.day))}" cy="${placed(y(last.value))}" r="3.5"/>`,
  ];
}

function legend(one: ChartSeries, at: number, digits: number): readonly string[] {
  const y = TOP + PLOT_HEIGHT + 44 + at * LEGEND_ROW;
  return [
    `<line class="line s${at}"${dashOf(at)} x1="${LEFT}" x2="${LEFT + 32}" y1="${y}" y2="${y}"/>`,
    `<text x="${LEFT + 42}" y="${y + 4}">${escaped(told(one, digits))}</text>`,
  ];
}

/** n is of how many days there is a fact. */
function told({ name, points }: ChartSeries, digits: number): string {
  const last = points.at(-1);
  const newest = last === undefined ? "nothing stored" : `${last.value.toFixed(digits)} on ${last.day}`;
  return `${shortened(name, NAME_CHARS_MAX)}: ${newest} (n = ${points.length})`;
}

const describe = ({ figure, from, to, digits, series }: Chart): string =>
  `${figure} from ${from} to ${to}, n being the days with a stored fact. ${series.map((one) => told(one, digits)).join("; ")}.`;

const dashOf = (at: number): string => {
  const dash = dashes[at] ?? "";
  return dash === "" ? "" : ` stroke-dasharray="${dash}"`;
};
const placed = (value: number): string => String(Math.round(value * 10) / 10);

function shortened(text: string, charactersMax: number): string {
  const characters = Array.from(text);
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join("")}…`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
/** What XML knows no form for at all. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** The text as HTML and XML both take it, within elements and attributes. */
export const escaped = (text: string): string =>
  text.replace(UNWRITABLE, "\uFFFD").replace(/[&<>"']/g, (one) => entities[one] ?? one);
