/** What changed between two moments, and because of which events. */
import { element, inPortions } from "./dom.js";
import { counted, instantText, valueText } from "./words.js";

const PORTION = 40;

/** `goTo(position)` shows the moment of an event that caused a change. */
export function differencesView({ from, to, events, changes }, goTo) {
  const span = `From ${placed(from)} to ${placed(to)}: ${counted(events.length, "event")}, ${counted(changes.length, "difference")}.`;
  const intro = element("p", { class: "quiet-text" }, span);
  if (changes.length === 0) return [intro];
  const byId = new Map(events.map((event) => [event.id, event]));
  const list = element("ol", { class: "changes" });
  return [intro, ...inPortions(changes, PORTION, (change) => changeView(change, byId, goTo), list)];
}

const placed = ({ position, occurredAt }) =>
  position === 0 ? "the beginning" : `position ${position} (${instantText(occurredAt)})`;

export const subjectText = ({ stream, table, key }) =>
  stream ?? `${table} · ${Object.values(key).map(valueText).join(" · ")}`;

const kindOf = ({ before, after }) => (before === null ? "added" : after === null ? "removed" : "changed");

function changeView(change, events, goTo) {
  const { subject, fields, because } = change;
  const kind = kindOf(change);
  const causes = because.map((id) => events.get(id)).filter((event) => event !== undefined);
  return element(
    "li",
    { class: `change ${kind}` },
    element(
      "h3",
      {},
      element("span", { class: `badge ${kind}` }, kind),
      " ",
      element("span", { class: "subject" }, subjectText(subject)),
    ),
    fieldsView(fields),
    causes.length === 0
      ? null
      : element("p", { class: "because" }, "because of ", ...causes.map((event) => causeView(event, goTo))),
  );
}

function fieldsView(fields) {
  const list = element("ul", { class: "fields" });
  const [shown, more] = inPortions(fields, PORTION, fieldView, list);
  return element("div", {}, shown, more);
}

const fieldView = ({ path, before, after }) =>
  element(
    "li",
    {},
    element("code", {}, path),
    " ",
    isThere(before) ? element("del", {}, valueText(before)) : null,
    isThere(before) && isThere(after) ? element("span", { class: "to" }, " → ") : null,
    isThere(after) ? element("ins", {}, valueText(after)) : null,
    !isThere(before) && !isThere(after) ? element("ins", {}, "nothing") : null,
  );

const isThere = (value) => value !== undefined && value !== null;

const causeView = ({ type, position }, goTo) =>
  element("button", { type: "button", class: "cause", on: { click: () => goTo(position) } }, `${type} (${position})`);
