/** What processes have used of the processors, as Linux counts it. */
import { readdirSync, readFileSync } from "node:fs";

/** The kernel's unit of CPU time in these files. */
const TICK_MS = 10;

interface Stat {
  readonly parent: number;
  readonly cpuMs: number;
  /** Of children that have ended. */
  readonly endedMs: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    // The program's name stands in parentheses and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent, cpuMs: (user + system) * TICK_MS, endedMs: (endedUser + endedSystem) * TICK_MS };
  } catch {
    // It ended between being listed and being read.
    return undefined;
  }
}

/** CPU milliseconds of a process by itself. */
export const cpuMsOf = (pid: number): number => statOf(pid)?.cpuMs ?? 0;

/** CPU milliseconds of a process with its children, those that have ended among them. */
export function cpuMsOfFamily(pid: number): number {
  const own = statOf(pid);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid);
  return children.reduce((sum, stat) => sum + (stat?.cpuMs ?? 0), (own?.cpuMs ?? 0) + (own?.endedMs ?? 0));
}
