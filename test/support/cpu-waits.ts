/** How long a process has waited for a CPU that others had: on a busy machine this says how long it could do nothing, whatever it wanted. */
import { readFileSync } from "node:fs";

/** Milliseconds of its main thread so far, by Linux's own count; 0 where the system does not tell. */
export function waitedForCpuMs(pid: number): number {
  try {
    const [, nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds ?? 0) / 1e6;
  } catch {
    return 0;
  }
}
