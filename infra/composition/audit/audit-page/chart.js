/** One chart, drawn by uPlot on a canvas; its label says in words what it shows. */
import { element } from "./dom.js";

const HEIGHT = 190;
const DASHES = { solid: [], dashed: [8, 5], dotted: [2, 4] };
const DAY_SECONDS = 86_400;
/** Of the longest date, with room around it. */
const LABEL_WIDTH = 80;

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** `hovered(index)` with the day under the pointer, undefined when it leaves. */
export function createChart(container, { measure, days, places, hovered }) {
  const canvas = element("div", { class: "canvas", role: "img", "aria-label": inWords(measure, days, places) });
  const figure = element("figure", {}, element("figcaption", {}, measure.title), canvas);
  container.append(figure);
  const seconds = days.map((day) => Date.parse(day) / 1000);
  let marked = 0;
  const chart = new uPlot(
    {
      width: figure.clientWidth,
      height: HEIGHT,
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), "Etc/UTC"),
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false },
      scales: {
        // A single day is drawn in the middle of its week.
        x: {
          range: (_chart, from, to) =>
            to - from < DAY_SECONDS ? [from - 3 * DAY_SECONDS, to + 3 * DAY_SECONDS] : [from, to],
        },
        y: { range: (_chart, low, high) => padded(low ?? 0, high ?? 1) },
      },
      axes: [
        {
          ...axis(),
          incrs: DAY_STEPS,
          space: LABEL_WIDTH,
          values: (_chart, ticks, _axis, _room, step) => ticks.map((at) => dayText(at, step)),
        },
        { ...axis(), size: 56, values: (_chart, ticks) => ticks.map((tick) => numberText(tick, measure)) },
      ],
      series: [{}, ...places.map((place) => lineOf(place, days.length))],
      hooks: {
        draw: [(drawn) => drawMark(drawn, marked)],
        setCursor: [({ cursor }) => hovered(cursor.idx ?? undefined)],
      },
    },
    [seconds, ...places.map((place) => place[measure.name])],
    canvas,
  );
  const resized = new ResizeObserver(() => {
    if (figure.clientWidth !== chart.width) chart.setSize({ width: figure.clientWidth, height: HEIGHT });
  });
  resized.observe(figure);
  return {
    mark(ms) {
      marked = ms / 1000;
      chart.redraw(false, false);
    },
    close() {
      resized.disconnect();
      chart.destroy();
      figure.remove();
    },
  };
}

/** Days, months and years: nothing is known of a place by the hour. */
const DAY_STEPS = [1, 2, 4, 7, 14, 30, 60, 90, 180, 365, 730].map((days) => days * DAY_SECONDS);

function dayText(at, step) {
  const part = step < 30 * DAY_SECONDS ? { day: "numeric", month: "short" } : { month: "short", year: "numeric" };
  return new Date(at * 1000).toLocaleDateString("en-GB", { ...part, timeZone: "UTC" });
}

const numberText = (value, { digits }) =>
  Number.isInteger(value) || digits > 0 ? value.toLocaleString("en", { maximumFractionDigits: digits + 1 }) : "";

function padded(low, high) {
  const room = Math.max((high - low) * 0.12, high === 0 ? 1 : Math.abs(high) * 0.01, 0.05);
  return [Math.max(0, low - room), high + room];
}

const axis = () => ({
  stroke: colour("quiet"),
  grid: { stroke: colour("grid"), width: 1 },
  ticks: { stroke: colour("line"), width: 1 },
  font: "12px system-ui, sans-serif",
});

const lineOf = (place, days) => ({
  label: place.name,
  stroke: colour(`line-${place.colour}`),
  width: place.own ? 3 : 1.75,
  dash: DASHES[place.dash],
  spanGaps: true,
  points: { show: days < 60, size: place.own ? 7 : 5 },
});

/** Where the shown moment stands among the days. */
function drawMark({ ctx, bbox, valToPos, scales }, at) {
  if (at < scales.x.min) return;
  const x = Math.round(valToPos(Math.min(at, scales.x.max), "x", true));
  ctx.save();
  ctx.strokeStyle = colour("ink");
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

function inWords({ name, title }, days, places) {
  const lines = places.map((place) => {
    const known = place[name].filter((value) => value !== null);
    if (known.length === 0) return `${place.name}: not known`;
    const [first, last] = [known[0], known.at(-1)];
    return first === last ? `${place.name}: ${last}` : `${place.name}: from ${first} to ${last}`;
  });
  return `${title} by day, ${days[0]} to ${days.at(-1)}. ${lines.join("; ")}.`;
}
