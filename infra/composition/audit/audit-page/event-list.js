/** The events of the window as a list in which one is chosen: one stop for the Tab key, arrows within. */
import { element } from "./dom.js";
import { stepByKeys } from "./keys.js";
import { actorText, instantText } from "./words.js";

const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** `chosen(event)` for a click, `stepped(count)` and `ended("first" | "last")` by keys; until `signal` is aborted. */
export function createEventList(list, { chosen, stepped, ended, signal }) {
  let drawn = [];
  const rows = new Map();
  stepByKeys(list, STEPS, { stepped, ended, signal });

  function draw(events) {
    rows.clear();
    for (const event of events)
      rows.set(
        event.id,
        rowOf(event, () => chosen(event)),
      );
    list.replaceChildren(...rows.values());
    drawn = events;
  }

  return {
    /** `position` is that of the shown moment: later events have not happened by then. */
    show(events, position, current) {
      const focused = list.contains(document.activeElement);
      if (events !== drawn) draw(events);
      for (const event of events) {
        const row = rows.get(event.id);
        row.setAttribute("aria-selected", String(event === current));
        row.classList.toggle("ahead", event.position > position);
        row.tabIndex = -1;
      }
      const stop = rows.get((current ?? events[0])?.id);
      if (stop === undefined) return;
      stop.tabIndex = 0;
      if (focused) stop.focus({ preventScroll: true });
      reveal(list, stop);
    },
  };
}

function rowOf({ position, occurredAt, type, actor }, choose) {
  return element(
    "div",
    { role: "option", class: "event", on: { click: choose } },
    element("span", { class: "type" }, type),
    element("span", { class: "position mono" }, String(position)),
    element("span", { class: "quiet-text" }, instantText(occurredAt)),
    element("span", { class: "quiet-text actor" }, actorText(actor)),
  );
}

/** Scrolls the list alone, never the page. */
function reveal(list, row) {
  const [outer, inner] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
