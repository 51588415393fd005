/** Which lines the charts show, and the values beside their names. */
import { element } from "./dom.js";

/** `shown` holds the chosen places; `changed()` is told of another choice. */
export function createLegend(places, shown, changed) {
  const title = element("legend");
  const rows = places.map((place) => {
    const values = element("span", { class: "mono" });
    return { place, values, view: rowView(place, values, shown, changed) };
  });
  return {
    view: element("fieldset", { class: "legend" }, title, ...rows.map(({ view }) => view)),
    /** `valuesOf(place)` gives `{ rating, reviews }`, undefined where nothing is known. */
    say(text, valuesOf) {
      title.textContent = text;
      for (const { place, values } of rows) {
        const { rating, reviews } = valuesOf(place) ?? {};
        values.textContent = `★ ${rating ?? "–"} · ${reviews ?? "–"}`;
      }
    },
  };
}

function rowView(place, values, shown, changed) {
  const box = element("input", { type: "checkbox", checked: shown.has(place) });
  box.addEventListener("change", () => {
    if (box.checked) shown.add(place);
    else shown.delete(place);
    changed();
  });
  const swatch = element("span", { class: `swatch line-${place.colour} ${place.dash}`, "aria-hidden": "true" });
  return element("label", { class: "place" }, box, swatch, element("span", { class: "name" }, place.name), values);
}
