/** The tables that a run ends with. */
import { readFileSync } from "node:fs";
import type { Finding, Part } from "./audit/finding";
import { groupOf, type Fault } from "./faults";
import type { HandOver, HandOvers } from "./hand-overs";
import type { Load } from "./load";
import type { Outcome } from "./run";
import type { Stage } from "./stage";

const MEGABYTE_KB = 1_024;
const KINDS: readonly Finding["kind"][] = ["lost", "doubled", "out of order", "wrong"];

export function auditTable(parts: readonly Part[]): readonly string[] {
  const countsOf = (part: Pick<Part, "checked" | "repeated" | "findings">): readonly number[] => [
    part.checked,
    part.repeated,
    ...KINDS.map((kind) => part.findings.filter((one) => one.kind === kind).length),
  ];
  const rows = parts.map((part) => [part.name, ...countsOf(part).map(shown)]);
  const all = parts.map(countsOf);
  const sum = (all[0] ?? []).map((_, at) => all.reduce((total, counts) => total + (counts[at] ?? 0), 0));
  return table(["Audit", "checked", "repeated", ...KINDS], [...rows, ["all", ...sum.map(shown)]]);
}

/** What a program reads: how many operations were held against the log, and how many findings there are. */
export function closingLine(outcome: Pick<Outcome, "load" | "parts"> | undefined): string {
  if (outcome === undefined) return "0 passed, 1 failed";
  const { load, parts } = outcome;
  const operations = load.ledger.orders.length + load.observers.observed.length;
  const failed = parts.reduce((sum, { findings }) => sum + findings.length, 0);
  return `${Math.max(0, operations - failed)} passed, ${failed} failed`;
}

export const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Zeros are what one hopes for: they shall not hide anything else. */
const shown = (count: number): string => (count === 0 ? "·" : String(count));

export function operationsTable({ ledger, observers, feeds }: Load): readonly string[] {
  const kinds = [...new Set(ledger.orders.map(({ kind }) => kind))].sort();
  const rows = kinds.map((kind) => {
    const orders = ledger.orders.filter((order) => order.kind === kind);
    const again = orders.reduce((sum, { attempts }) => sum + attempts - 1, 0);
    return [kind, shown(orders.length), shown(again)];
  });
  for (const by of ["http", "kafka"] as const)
    rows.push([`observed over ${by}`, shown(observers.observed.filter((one) => one.by === by).length), "·"]);
  rows.push(["read from feeds", shown(feeds.reduce((sum, { given }) => sum + given.length, 0)), "·"]);
  return table(["Operations", "asked", "asked again"], rows);
}

export function faultsTable(faults: readonly Fault[]): readonly string[] {
  const kinds = [...new Set(faults.map(({ kind }) => kind))].sort();
  const groups = [...new Set(faults.map(({ target }) => groupOf(target)))].sort();
  const count = (group: string, kind: string): number =>
    faults.filter((fault) => fault.kind === kind && groupOf(fault.target) === group).length;
  return table(
    ["Faults", ...kinds],
    groups.map((group) => [group, ...kinds.map((kind) => shown(count(group, kind)))]),
  );
}

/** The longest time until everything that a process had was another's: alone, and where a server failed at the same time. */
export function handOverTable(roles: readonly string[], { measured, isDisturbed }: HandOvers): readonly string[] {
  const rows = roles.map((role) => {
    const own = measured.filter(({ fault }) => groupOf(fault.target) === role);
    const moved = own.filter(({ movedMs }) => movedMs !== null);
    const [alone, also] = [moved.filter((one) => !isDisturbed(one)), moved.filter(isDisturbed)];
    return [role, ...[own.length, alone.length].map(shown), longest(alone), shown(also.length), longest(also)];
  });
  return table(["Work moved on", "falls", "alone", "longest", "with a server", "longest"], rows);
}

const longest = (ones: readonly HandOver[]): string =>
  ones.length === 0 ? "·" : inSeconds(Math.max(...ones.map(({ movedMs }) => movedMs ?? 0)));

export function memory({ fleet }: Stage): string {
  return fleet.members.map(({ name, pid }) => `${name} ${residentMegabytes(pid)} MB`).join(", ");
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / MEGABYTE_KB);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  return [head, ...rows].map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
}
