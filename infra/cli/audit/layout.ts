/** Text for people: columns that align, values on one line, and nothing in them that a terminal would obey. */
import type { z } from "zod";
import type { historyEvent } from "../../../read-api/audit/business-history";
import type { businessDiff, businessState } from "../../../read-api/audit/past-view";

type HistoryEvent = z.output<typeof historyEvent>;
type Diff = z.output<typeof businessDiff>;
type State = z.output<typeof businessState>;

/** Control characters move a terminal's cursor, and marks of direction turn round what stands beside them. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) => mark.split("").map(escaped).join(""));

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The same for what has lines on purpose: the usage, and JSON, in which a mark means the same escaped. */
export const printableLines = (text: string): string => text.split("\n").map(printable).join("\n");

/** At most so many characters. */
export const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

/** A value on one line; texts without their quotes where that leaves no doubt. */
export function brief(value: unknown): string {
  if (value === undefined) return "—";
  if (typeof value === "string" && /^[\p{L}\p{N}][^"{}[\],]*$/u.test(value)) return printable(value);
  return printable(JSON.stringify(value));
}

const fit = (text: string, width: number): string => cut(printable(text), width).padEnd(width);

const COLUMNS = { position: 9, time: 24, type: 30, actor: 24 };

export const historyHeading = (): string => columns("position", "time", "type", "actor", "data");

export function historyLine({ position, occurredAt, type, actor, data }: HistoryEvent, width: number): string {
  const by = `${actor.kind}:${actor.id}`;
  return cut(columns(String(position), occurredAt, type, by, JSON.stringify(data)), width);
}

function columns(position: string, time: string, type: string, actor: string, data: string): string {
  const { position: p, time: t, type: y, actor: a } = COLUMNS;
  return [position.padStart(p), fit(time, t), fit(type, y), fit(actor, a), printable(data)].join("  ").trimEnd();
}

interface ShownLook {
  readonly at: string;
  readonly by: { readonly kind: string; readonly id: string };
  readonly what: string;
  readonly asked: Readonly<Record<string, string>>;
}

export const looksHeading = (): string => lookColumns("time", "who", "what", "asked");

export const lookLine = ({ at, by, what, asked }: ShownLook, width: number): string =>
  cut(lookColumns(at, `${by.kind}:${by.id}`, what, rowText(asked)), width);

function lookColumns(time: string, who: string, what: string, asked: string): string {
  const { time: t, actor: a, type: w } = COLUMNS;
  return [fit(time, t), fit(who, a), fit(what, w), printable(asked)].join("  ").trimEnd();
}

const moment = ({ position, occurredAt }: State["at"]): string =>
  position === 0 ? "before its first event" : `at position ${position} (${occurredAt ?? ""})`;

export function stateLines({ businessId, at, aggregates, tables }: State, width: number): readonly string[] {
  return [
    `Business ${printable(businessId)} as it was ${moment(at)}`,
    ...aggregates.flatMap(({ stream, revision, state }) => [
      "",
      `${printable(stream)}, revision ${revision}`,
      ...memberLines(state, width),
    ]),
    ...tables.flatMap(({ table, key, rows }) =>
      rows.flatMap((row) => [
        "",
        `table ${table}, ${rowText(Object.fromEntries(key.map((name) => [name, row[name]])))}`,
        ...memberLines(Object.fromEntries(Object.entries(row).filter(([name]) => !key.includes(name))), width),
      ]),
    ),
  ];
}

export function diffLines({ businessId, from, to, events, changes }: Diff, width: number): readonly string[] {
  const known = new Map(events.map((event) => [event.id, event]));
  return [
    `Business ${printable(businessId)}, ${moment(from)} → ${moment(to)}: ${counted(events.length, "event")}, ${counted(changes.length, "change")}`,
    ...(events.length === 0 ? [] : ["", historyHeading(), ...events.map((event) => historyLine(event, width))]),
    ...changes.flatMap(({ subject, before, after, fields, because }) => [
      "",
      `${subjectText(subject)}${before === null ? " (new)" : after === null ? " (gone)" : ""}`,
      ...fields.map((field) =>
        cut(`  ${printable(field.path) || "(whole)"}: ${brief(field.before)} → ${brief(field.after)}`, width),
      ),
      ...because.map((id) => cut(`  because of ${causeText(known.get(id), id)}`, width)),
    ]),
  ];
}

const subjectText = (subject: Diff["changes"][number]["subject"]): string =>
  "stream" in subject ? printable(subject.stream) : `table ${subject.table}, ${rowText(subject.key)}`;

function causeText(event: HistoryEvent | undefined, id: string): string {
  if (event === undefined) return id;
  return printable(`${event.type} at ${event.position} by ${event.actor.kind}:${event.actor.id}`);
}

const rowText = (row: Readonly<Record<string, unknown>>): string =>
  Object.entries(row)
    .map(([name, value]) => `${printable(name)}=${brief(value)}`)
    .join(" ");

/** What is no object has one member without a name. */
const memberLines = (value: unknown, width: number): readonly string[] =>
  members(value).map(([name, one]) => cut(`  ${printable(name)}: ${brief(one)}`, width));

const members = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [["state", value]];

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
