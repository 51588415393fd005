/** Rating and review count over time, of the business's own place and its competitors': two charts, a legend to choose from, and the same as a table. */
import { createChart } from "./chart.js";
import { element } from "./dom.js";
import { seriesOf } from "./series.js";
import { valueText } from "./words.js";

/** As many lines as there are colours are shown at first. */
const LINES_AT_FIRST = 8;
const MEASURES = [
  { name: "rating", title: "Rating", digits: 1 },
  { name: "review_count", title: "Reviews", digits: 0 },
];

/** `tables` are those of a state. `mark(ms)` moves the line that stands for the shown moment. */
export function createRatings(container, tables) {
  const { days, places } = seriesOf(tables);
  if (days.length === 0) {
    container.replaceChildren(element("p", { class: "quiet-text" }, "Nothing was observed of its places yet."));
    return { mark() {}, close() {} };
  }
  const shown = new Set(places.slice(0, LINES_AT_FIRST));
  const figures = element("div", { class: "figures" });
  const legend = legendView(places, shown, () => redraw());
  container.replaceChildren(figures, legend.view, tableView(days, places));
  let charts = [];
  let marked = 0;
  const draw = () => {
    const visible = places.filter((place) => shown.has(place));
    charts = MEASURES.map((measure) =>
      createChart(figures, {
        measure,
        days,
        places: visible,
        hovered: (at) => legend.say(at ?? indexAt(days, marked)),
      }),
    );
    mark(marked);
  };
  const clear = () => {
    for (const chart of charts) chart.close();
  };
  const redraw = () => {
    clear();
    draw();
  };
  function mark(ms) {
    marked = ms;
    for (const chart of charts) chart.mark(ms);
    legend.say(indexAt(days, ms));
  }
  draw();
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", redraw);
  return {
    mark,
    close() {
      scheme.removeEventListener("change", redraw);
      clear();
    },
  };
}

/** The last day that had begun by then; -1 before the first. */
const indexAt = (days, ms) => days.findLastIndex((day) => Date.parse(day) <= ms);

/** What was last known on that day. */
const lastKnown = (values, at) => values.slice(0, at + 1).findLast((value) => value !== null);

function legendView(places, shown, changed) {
  const rows = places.map((place) => {
    const values = element("span", { class: "mono" });
    const box = element("input", { type: "checkbox", checked: shown.has(place) });
    box.addEventListener("change", () => {
      if (box.checked) shown.add(place);
      else shown.delete(place);
      changed();
    });
    const swatch = element("span", { class: `swatch line-${place.colour} ${place.dash}`, "aria-hidden": "true" });
    const view = element(
      "label",
      { class: "place" },
      box,
      swatch,
      element("span", { class: "name" }, place.name),
      values,
    );
    return { place, values, view };
  });
  const day = element("legend");
  return {
    view: element("fieldset", { class: "legend" }, day, ...rows.map(({ view }) => view)),
    say(at) {
      day.textContent = "Lines shown, with the last known rating and review count";
      for (const { place, values } of rows) {
        const [rating, reviews] = [lastKnown(place.rating, at), lastKnown(place.review_count, at)];
        values.textContent =
          rating === undefined && reviews === undefined ? "–" : `★ ${rating ?? "–"} · ${reviews ?? "–"}`;
      }
    },
  };
}

/** Every value that the charts draw; made only when it is opened. */
function tableView(days, places) {
  const region = element("div", {
    class: "scrolling",
    role: "region",
    tabindex: "0",
    "aria-label": "Ratings and reviews by day",
  });
  const details = element("details", {}, element("summary", {}, "The same as a table"), region);
  details.addEventListener("toggle", () => {
    if (!details.open || region.childElementCount > 0) return;
    const cellOf = (place, at) => {
      const [rating, reviews] = [place.rating[at], place.review_count[at]];
      return element(
        "td",
        {},
        rating === null && reviews === null ? "" : `★ ${valueText(rating ?? "–")} · ${valueText(reviews ?? "–")}`,
      );
    };
    const head = element(
      "tr",
      {},
      element("th", { scope: "col" }, "Day"),
      ...places.map(({ name }) => element("th", { scope: "col" }, name)),
    );
    const body = days.map((day, at) =>
      element("tr", {}, element("th", { scope: "row" }, day), ...places.map((place) => cellOf(place, at))),
    );
    region.append(element("table", { class: "rows" }, element("thead", {}, head), element("tbody", {}, ...body)));
  });
  return details;
}
