/** Rating and review count over time, of the business's own place and its competitors': two charts, a legend to choose from, and the same as a table. */
import { createChart } from "./chart.js";
import { element } from "./dom.js";
import { createLegend } from "./legend.js";
import { lastKnownIn, seriesOf } from "./series.js";

/** As many lines as there are colours are shown at first. */
const LINES_AT_FIRST = 8;
const MEASURES = [
  { name: "rating", title: "Rating", digits: 1 },
  { name: "review_count", title: "Reviews", digits: 0 },
];
const AT_MOMENT = "Lines shown, with what was known at the moment of the dashed line";

/** `tables` are those of the newest state. `mark(ms, tables)` moves the line that stands for the shown moment, whose tables they are. */
export function createRatings(container, tables) {
  const { days, places } = seriesOf(tables);
  if (days.length === 0) {
    container.replaceChildren(element("p", { class: "quiet-text" }, "Nothing was observed of its places yet."));
    return { mark() {}, close() {} };
  }
  const figures = element("div", { class: "figures" });
  const shown = new Set(places.slice(0, LINES_AT_FIRST));
  const legend = createLegend(places, shown, redraw);
  container.replaceChildren(figures, legend.view, tableView(days, places));
  let charts = [];
  let marked = 0;
  let known = new Map();

  const sayMoment = () => legend.say(AT_MOMENT, ({ id }) => known.get(id));
  const hovered = (at) => {
    if (at === undefined) sayMoment();
    else legend.say(`Lines shown, with the values of ${days[at]}`, (place) => valuesOn(place, at));
  };
  function redraw() {
    for (const chart of charts) chart.close();
    const visible = places.filter((place) => shown.has(place));
    charts = MEASURES.map((measure) => createChart(figures, { measure, days, places: visible, hovered }));
    for (const chart of charts) chart.mark(marked);
    sayMoment();
  }

  redraw();
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", redraw);
  return {
    mark(ms, then) {
      marked = ms;
      known = lastKnownIn(then);
      for (const chart of charts) chart.mark(ms);
      sayMoment();
    },
    close() {
      scheme.removeEventListener("change", redraw);
      for (const chart of charts) chart.close();
    },
  };
}

const valuesOn = (place, at) => ({ rating: place.rating[at], reviews: place.review_count[at] });

/** Every value that the charts draw; made only when it is opened. */
function tableView(days, places) {
  const label = "Ratings and reviews by day";
  const region = element("div", { class: "scrolling", role: "region", tabindex: "0", "aria-label": label });
  const details = element("details", {}, element("summary", {}, "The same as a table"), region);
  details.addEventListener("toggle", () => {
    if (!details.open || region.childElementCount > 0) return;
    const headed = (scope, text) => element("th", { scope }, text);
    const head = element("tr", {}, headed("col", "Day"), ...places.map(({ name }) => headed("col", name)));
    const lines = days.map((day, at) => {
      const cells = places.map((place) => element("td", {}, cellText(valuesOn(place, at))));
      return element("tr", {}, headed("row", day), ...cells);
    });
    region.append(element("table", { class: "rows" }, element("thead", {}, head), element("tbody", {}, ...lines)));
  });
  return details;
}

const cellText = ({ rating, reviews }) =>
  rating === null && reviews === null ? "" : `★ ${rating ?? "–"} · ${reviews ?? "–"}`;
