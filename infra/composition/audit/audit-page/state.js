/** Every aggregate and read row as it was at a moment; what differs from the comparison is marked where it stands. */
import { element, inPortions } from "./dom.js";
import { counted, leavesOf, valueText } from "./words.js";

const PORTION = 30;

const streamKey = (stream) => `stream ${stream}`;
const rowKey = (table, key, row) => `row ${table} ${JSON.stringify(key.map((name) => row[name]))}`;

/** A place to draw states in; what somebody opened or closed stays so from moment to moment. */
export function createStateView(container) {
  const opened = new Map();

  const part = (key, byDefault, title, badge, fill) => {
    const open = opened.get(key) ?? byDefault;
    const body = element("div", { class: "part-body" });
    const details = element("details", { class: "part", open }, element("summary", {}, title, badge), body);
    // A history can have much state: what is closed is not drawn.
    const draw = () => {
      if (details.open && body.childElementCount === 0) body.append(...fill().filter(Boolean));
    };
    details.addEventListener("toggle", () => {
      if (details.open !== (opened.get(key) ?? byDefault)) opened.set(key, details.open);
      draw();
    });
    draw();
    return details;
  };

  return {
    /** `changes` as in a diff; undefined while they are not known. */
    show({ aggregates, tables }, changes = []) {
      const changed = new Map(changes.map((change) => [keyOf(change.subject, tables), change]));
      container.replaceChildren(
        element("h3", {}, "Aggregates"),
        ...aggregates.map((each, at) => {
          const change = changed.get(streamKey(each.stream));
          const fill = () => [aggregateView(each, change)];
          return part(
            each.stream,
            at === 0 || change !== undefined,
            `${each.stream}, revision ${each.revision}`,
            badge(change ? 1 : 0),
            fill,
          );
        }),
        element("h3", {}, "Read tables"),
        ...tables.map(({ table, key, rows }) => {
          const changesHere = rows.filter((row) => changed.has(rowKey(table, key, row))).length;
          const title = `${table}: ${counted(rows.length, "row")}`;
          const fill = () => tableView({ table, key, rows }, changed);
          return part(`table ${table}`, changesHere > 0, title, badge(changesHere), fill);
        }),
      );
    },
  };
}

function keyOf({ stream, table, key }, tables) {
  if (stream !== undefined) return streamKey(stream);
  const names = tables.find((each) => each.table === table)?.key ?? Object.keys(key);
  return rowKey(table, names, key);
}

const badge = (count) => (count === 0 ? null : element("span", { class: "badge changed" }, counted(count, "change")));

const isInside = (inner, outer) => inner.startsWith(`${outer}.`);

/** The difference of a field: exactly it, or something around or inside it. */
function differenceAt(change, path) {
  if (change === undefined || change.before === null) return change && {};
  const exact = change.fields.find((field) => field.path === path);
  return (
    exact ?? (change.fields.some((field) => isInside(field.path, path) || isInside(path, field.path)) ? {} : undefined)
  );
}

function aggregateView({ state }, change) {
  const body = element("tbody");
  const draw = ([path, value]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, path === "" ? "state" : path),
      cell(value, differenceAt(change, path)),
    );
  const shown = inPortions(leavesOf(state), PORTION, draw, body);
  return scrolling("State", element("table", { class: "leaves" }, shown[0]), shown[1]);
}

function tableView({ table, key, rows }, changed) {
  if (rows.length === 0) return [element("p", { class: "quiet-text" }, "No rows.")];
  const columns = [...new Set(rows.slice(0, PORTION).flatMap((row) => Object.keys(row)))];
  // Rows that differ come first, so that none of them stands behind the first portion.
  const changeOf = (row) => changed.get(rowKey(table, key, row));
  const ordered = [...rows.filter((row) => changeOf(row)), ...rows.filter((row) => !changeOf(row))];
  const body = element("tbody");
  const draw = (row) => {
    const change = changeOf(row);
    return element("tr", {}, ...columns.map((column) => cell(row[column], differenceAt(change, column))));
  };
  const shown = inPortions(ordered, PORTION, draw, body);
  const head = element(
    "thead",
    {},
    element("tr", {}, ...columns.map((column) => element("th", { scope: "col" }, column))),
  );
  return [scrolling(`Rows of ${table}`, element("table", { class: "rows" }, head, shown[0]), shown[1])];
}

function cell(value, difference) {
  if (difference === undefined) return element("td", {}, valueText(value));
  const { before } = difference;
  const was = before === undefined || before === null ? null : element("del", {}, `was ${valueText(before)}`);
  return element("td", { class: "changed" }, element("mark", {}, valueText(value)), was === null ? null : " ", was);
}

/** Wide tables scroll by themselves, and by the keyboard as well. */
const scrolling = (label, table, more) =>
  element(
    "div",
    {},
    element("div", { class: "scrolling", role: "region", tabindex: "0", "aria-label": label }, table),
    more,
  );
