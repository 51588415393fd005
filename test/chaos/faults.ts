/** The faults of a run, planned by its seed: what happens to whom, when and for how long; never so much at once that nobody is left. */
import type { Seeded } from "../support/seeded";

export type FaultKind = "kill" | "freeze" | "stop" | "delay" | "cut";

export interface Fault {
  readonly number: number;
  readonly atMs: number;
  readonly forMs: number;
  readonly kind: FaultKind;
  /** A member by its name, or `database`, `log` or `broker`. */
  readonly target: string;
}

export interface Targets {
  /** Names of processes: their role and number. */
  readonly members: readonly string[];
  readonly servers: readonly string[];
}

const FIRST_MS = 4_000;
/** What is left of the run after the last fault has ended. */
export const LAST_MS = 6_000;
/** Until what was started again does its work. */
const RECOVERY_MS = 5_000;
const OF_MEMBERS: readonly FaultKind[] = ["kill", "freeze", "stop"];
const OF_SERVERS: readonly FaultKind[] = ["kill", "freeze", "delay", "cut"];
/** Longer than a lease, or not. */
const DURATIONS_MS: Readonly<Record<FaultKind, readonly [number, number]>> = {
  kill: [500, 5_000],
  freeze: [1_000, 10_000],
  stop: [500, 3_000],
  delay: [2_000, 7_000],
  cut: [0, 0],
};
const BETWEEN_MS = [1_000, 3_000] as const;
const AT_ONCE_MAX = 2;

interface Card {
  /** A role, or a server. */
  readonly group: string;
  readonly kind: FaultKind;
}

/**
 * Dealt from a shuffled pack that has every kind of fault of every role and server once, so that two minutes have seen them all;
 * what cannot be yet stays in hand. One server at a time, and one process of each role.
 */
export function planFaults(random: Seeded, runMs: number, { members, servers }: Targets): readonly Fault[] {
  const faults: Fault[] = [];
  let hand: Card[] = [];
  for (let atMs = FIRST_MS; atMs + LAST_MS < runMs; atMs += random.between(...BETWEEN_MS)) {
    const under = faults.filter((fault) => atMs < endOf(fault));
    if (under.length >= AT_ONCE_MAX) continue;
    const free = ({ group }: Card): boolean => under.every(({ target }) => laneOf(target) !== laneOf(group));
    if (!hand.some(free)) hand = [...hand, ...shuffled(random, pack(members, servers))];
    const at = hand.findIndex(free);
    const [card] = hand.splice(at, 1);
    if (card === undefined) continue;
    const { group, kind } = card;
    const [least, most] = DURATIONS_MS[kind];
    const target = servers.includes(group) ? group : random.pick(members.filter((name) => groupOf(name) === group));
    const forMs = Math.min(random.between(least, most), runMs - LAST_MS - atMs);
    faults.push({ number: faults.length + 1, atMs, forMs, kind, target });
  }
  return faults;
}

function pack(members: readonly string[], servers: readonly string[]): readonly Card[] {
  return [
    ...[...new Set(members.map(groupOf))].flatMap((group) => OF_MEMBERS.map((kind) => ({ group, kind }))),
    ...servers.flatMap((group) => OF_SERVERS.map((kind) => ({ group, kind }))),
  ];
}

function shuffled<Value>(random: Seeded, values: readonly Value[]): readonly Value[] {
  return values
    .map((value) => ({ value, by: random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ value }) => value);
}

const endOf = ({ atMs, forMs, kind }: Fault): number =>
  atMs + forMs + (kind === "kill" || kind === "stop" ? RECOVERY_MS : RECOVERY_MS / 3);

export const isMember = (target: string): boolean => target.includes("-");

/** Its role, or the server itself. */
export const groupOf = (target: string): string => target.replace(/-\d+$/, "");

const SERVERS: readonly string[] = ["database", "log", "broker"];
const laneOf = (target: string): string => (SERVERS.includes(target) ? "server" : groupOf(target));

export const said = ({ number, atMs, forMs, kind, target }: Fault): string =>
  `${String(number).padStart(3)}  ${(atMs / 1_000).toFixed(1).padStart(6)} s  ${kind.padEnd(6)}  ${target}${forMs === 0 ? "" : ` for ${(forMs / 1_000).toFixed(1)} s`}`;
