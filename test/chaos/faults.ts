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
  /** Names of processes by role. */
  readonly members: readonly string[];
  readonly servers: readonly string[];
}

const FIRST_MS = 4_000;
/** What is left of the run after the last fault has ended. */
const LAST_MS = 6_000;
/** Until what was started again does its work. */
const RECOVERY_MS = 6_000;
const OF_MEMBERS: readonly FaultKind[] = ["kill", "kill", "freeze", "freeze", "stop"];
const OF_SERVERS: readonly FaultKind[] = ["kill", "freeze", "delay", "delay", "cut"];
/** Longer than a lease, or not. */
const DURATIONS_MS: Readonly<Record<FaultKind, readonly [number, number]>> = {
  kill: [500, 6_000],
  freeze: [1_000, 11_000],
  stop: [500, 4_000],
  delay: [2_000, 8_000],
  cut: [0, 0],
};
const AT_ONCE_MAX = 2;

/** One server at a time, and one process of each role. */
export function planFaults(random: Seeded, runMs: number, { members, servers }: Targets): readonly Fault[] {
  const faults: Fault[] = [];
  for (let atMs = FIRST_MS; ; atMs += random.between(1_500, 4_500)) {
    const ofServer = servers.length > 0 && random() < 0.35;
    const target = random.pick(ofServer ? servers : members);
    const kind = random.pick(ofServer ? OF_SERVERS : OF_MEMBERS);
    const [least, most] = DURATIONS_MS[kind];
    const forMs = random.between(least, most);
    if (atMs + forMs + LAST_MS > runMs) return faults;
    const under = faults.filter((fault) => atMs < endOf(fault));
    const alone = under.every((fault) => groupOf(fault.target) !== groupOf(target));
    if (alone && under.length < AT_ONCE_MAX) faults.push({ number: faults.length + 1, atMs, forMs, kind, target });
  }
}

const endOf = ({ atMs, forMs, kind }: Fault): number =>
  atMs + forMs + (kind === "kill" || kind === "stop" ? RECOVERY_MS : RECOVERY_MS / 3);

const groupOf = (target: string): string => (target.includes("-") ? target.replace(/-\d+$/, "") : "server");

export const said = ({ number, atMs, forMs, kind, target }: Fault): string =>
  `${String(number).padStart(3)}  ${(atMs / 1_000).toFixed(1).padStart(6)} s  ${kind.padEnd(6)}  ${target}${forMs === 0 ? "" : ` for ${(forMs / 1_000).toFixed(1)} s`}`;
