/** Java programs as children that end with this process, however that ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { missing } from "./programs";

export interface JavaProgram {
  readonly ended: Promise<void>;
  /** Whether it still runs. */
  runs(): boolean;
  /** Resolves when it is gone; one that does not heed SIGTERM in time is killed. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

const STOP_MS_MAX = 15_000;

/** Runs beside a program and ends it as soon as its own standard input ends, which it does with the process that holds it. */
const WATCHDOG = `process.stdin.resume().on("end", () => { try { process.kill(+process.argv[1], "SIGTERM"); } catch {} });
process.on("SIGINT", () => undefined);`;

/** The java of JAVA_HOME, or else of the PATH. */
export function java(): string {
  const home = process.env["JAVA_HOME"];
  return home === undefined || home === "" ? "java" : join(home, "bin", "java");
}

/** Starts a program whose output is appended to a file. Throws a sentence where there is no Java. */
export async function startJava(options: readonly string[], folder: string, log: string): Promise<JavaProgram> {
  const output = openSync(log, "a");
  const child = spawn(java(), options, { cwd: folder, stdio: ["ignore", output, output] });
  closeSync(output);
  await once(child, "spawn").catch((error: unknown) => {
    throw missing("java", error);
  });
  const watchdog = spawn(process.execPath, ["-e", WATCHDOG, String(child.pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watchdog.unref();
  const ended = once(child, "exit").then(() => {
    // The number may be another program's by the time that this process ends.
    watchdog.kill("SIGKILL");
  });
  return {
    ended,
    runs: () => child.exitCode === null && child.signalCode === null,
    async end(signal) {
      child.kill(signal);
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
      await ended;
      clearTimeout(timer);
    },
  };
}
