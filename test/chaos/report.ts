/** The table that a run ends with. */
import { readFileSync } from "node:fs";
import type { Finding, Part } from "./audit/finding";
import type { Fault } from "./faults";
import type { HandOver } from "./hand-overs";
import type { Load } from "./load";
import type { Stage } from "./stage";

const MEGABYTE_KB = 1_024;
const KINDS: readonly Finding["kind"][] = ["lost", "doubled", "out of order", "wrong"];

export function table(parts: readonly Part[]): readonly string[] {
  const head = ["", "checked", "repeated", ...KINDS];
  const rows = parts.map(({ name, checked, repeated, findings }) => [
    name,
    ...[checked, repeated, ...KINDS.map((kind) => findings.filter((one) => one.kind === kind).length)].map(String),
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  return [head, ...rows].map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
}

export function operations({ ledger, observers, feeds }: Load): string {
  const counts = new Map<string, number>();
  for (const { kind } of ledger.orders) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const { by } of observers.observed) counts.set(`observed by ${by}`, (counts.get(`observed by ${by}`) ?? 0) + 1);
  const read = feeds.reduce((sum, { given }) => sum + given.length, 0);
  return [...[...counts].map(([kind, count]) => `${kind} ${count}`), `read from feeds ${read}`].join(", ");
}

export function faultsByKind(faults: readonly Fault[]): string {
  const counts = new Map<string, number>();
  for (const { kind, target } of faults) {
    const name = `${kind} ${target.replace(/-\d+$/, "")}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} ${count}`).join(", ");
}

/** The longest time until everything that a process had was another's, where no server failed at the same time. */
export function handOverTimes(measured: readonly HandOver[], role: string): string {
  const own = measured.filter(({ fault }) => fault.target.startsWith(`${role}-`));
  const clear = own.filter(({ movedMs, disturbed }) => movedMs !== null && !disturbed);
  const longest = (ones: readonly HandOver[]) => Math.max(0, ...ones.map(({ movedMs }) => movedMs ?? 0));
  const disturbed = own.filter(({ movedMs, disturbed: also }) => movedMs !== null && also);
  const more =
    disturbed.length === 0
      ? ""
      : `; ${seconds(longest(disturbed))} with a server failing as well (${disturbed.length})`;
  return `${role}: ${clear.length === 0 ? "none" : seconds(longest(clear))} (${clear.length} of ${own.length})${more}`;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export function memory({ fleet }: Stage): string {
  return fleet.members.map(({ name, pid }) => `${name} ${residentMegabytes(pid)} MB`).join(", ");
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / MEGABYTE_KB);
}
