/** A program beside the bench that does what it is told: whoever is measured has a process of its own, and so has the load. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { build, compiled } from "./built";

export interface Worker {
  readonly pid: number;
  /** Rejects with what the program threw, or when it ends. */
  call<Result>(method: string, argument?: unknown): Promise<Result>;
  close(): Promise<void>;
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

const BENCH = join(__dirname, "..");
/** Where the profiles of the service's own programs go, when they are wanted. */
export const PROFILES = process.env["BENCH_PROFILES"];
export const profiling: readonly string[] = PROFILES === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${PROFILES}`];

/** What the service is started with, and whoever it is measured against. */
export const YOUNG_GENERATION = "--max-semi-space-size=32";

/** `file` within `bench/`, compiled where it is ours; its `open` is given the argument before anything else is asked. */
export async function startWorker(file: string, argument: unknown): Promise<Worker> {
  build();
  const isOwn = !file.startsWith("peers/");
  const child = fork(isOwn ? compiled(`bench/${file}`) : join(BENCH, file), {
    execArgv: [YOUNG_GENERATION, ...(isOwn ? profiling : [])],
    env: { ...process.env, NODE_ENV: "production" },
    serialization: "advanced",
  });
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let asked = 0;
  child.on("message", ({ id, result, error }: Answer) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(result as never);
    else one?.reject(new Error(`${file}: ${error}`));
  });
  child.once("exit", (status, signal) => {
    for (const { reject } of waiting.values())
      reject(new Error(`${file} ended with ${signal ?? `status ${String(status)}`}.`));
    waiting.clear();
  });
  const call = <Result>(method: string, given?: unknown): Promise<Result> =>
    new Promise((resolve, reject) => {
      const id = (asked += 1);
      waiting.set(id, { resolve, reject });
      child.send({ id, method, argument: given });
    });
  await call("open", argument);
  return {
    pid: child.pid ?? 0,
    call,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}
