/** Load over HTTP, made by a process of its own: what it is told to send, and what it saw. */
import { cpuMsOf } from "../scale/machine";
import { noFaults, type Sample } from "./part";
import type { Worker } from "./worker";

export interface Load {
  readonly url: string;
  readonly ms: number;
  readonly connections: number;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** What each request has beside its body, in turns: names and values after one another. */
  readonly headers: readonly (readonly string[])[];
  /** Of a POST that tracks a competitor; its number follows. */
  readonly place?: string;
  readonly status: number;
  /** It stops after so many. */
  readonly requestsMax?: number;
  /** So many a second, evenly spread; as many as are answered unless told. */
  readonly perSecond?: number;
}

export interface Loaded {
  readonly answered: number;
  /** Answers with another status, and connections that broke. */
  readonly failed: number;
  readonly ms: number;
  /** Of all answers' bodies. */
  readonly bytes: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** The share of its time in which the load itself was busy: near 1 it would be what is measured. */
  readonly busy: number;
}

export const CONNECTIONS = 64;

/** Answers with the right status a second; the others count as lost. `pid` is the server's: what each answer cost it is told. */
export async function loadOf(worker: Worker, load: Load, pid: number): Promise<Sample & { readonly answered: number }> {
  const before = cpuMsOf(pid);
  const { answered, failed, ms, p50, p99, busy } = await worker.call<Loaded>("run", load);
  const also = { p50, p99, "CPU µs each": ((cpuMsOf(pid) - before) * 1_000) / answered, "load busy": busy };
  return { ...noFaults, value: (answered * 1_000) / ms, lost: failed, also, answered };
}
