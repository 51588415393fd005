/** The real program as a child process on a port of its own: stopped, killed, frozen and started again, and never left behind. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "../../infra/cli/kafka/broker";
import { eventually } from "./eventually";
import { send } from "./http-client";
import { leaveToTheKiller } from "./left-to-the-killer";
import { WITH_TYPESCRIPT } from "./with-typescript";

export interface StartOptions {
  /** That it answers at all, or that it says of itself that it is ready. */
  readonly until?: "answers" | "ready";
}

export interface ChildProgram {
  /** The same after every start. */
  readonly url: string;
  /** Of the process that was started last; 0 before. */
  readonly pid: number;
  readonly state: "running" | "frozen" | "ended";
  /** Rejects with what it said where it ends instead. */
  start(options?: StartOptions): Promise<void>;
  /** As an operator stops it. Gives the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, frozen or not; resolves when it is gone. */
  kill(): Promise<void>;
  /** It stands still, and its connections stay open. */
  freeze(): void;
  resume(): void;
  /** What it wrote to its log since the last start. */
  log(): string;
}

const PROGRAM = join(__dirname, "..", "..", "infra", "cli", "start.ts");
/** Many that start at once on a busy machine take their time. */
const START_MS_MAX = 180_000;
const ANSWER_MS_MAX = 5_000;

/** Only what is named here reaches the program: no database or broker of the surroundings. */
const SETTINGS_OF_SURROUNDINGS = ["DATABASE_URL", "EVENTSTOREDB_URL", "KAFKA_BROKERS", "ROLE"];

/**
 * `settings` by the names of their environment variables; `usual` is what a start does unless told; `heard` is told what it
 * writes, as it comes. Nothing runs before the first start.
 */
export async function createChildProgram(
  settings: Readonly<Record<string, string>>,
  usual: StartOptions = {},
  heard: (text: string) => void = () => undefined,
): Promise<ChildProgram> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const inherited = Object.entries(process.env).filter(([name]) => !SETTINGS_OF_SURROUNDINGS.includes(name));
  const env = { ...Object.fromEntries(inherited), PORT: String(port), LOG_LEVEL: "warn", ...settings };
  let child: ChildProcess | undefined;
  let frozen = false;
  let said = "";

  const runs = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  const signal = (name: "SIGSTOP" | "SIGCONT"): void => {
    if (runs()) child?.kill(name);
    frozen = name === "SIGSTOP" && runs();
  };
  const ended = async (name: "SIGKILL" | "SIGTERM"): Promise<number | null> => {
    if (child === undefined || !runs()) return child?.exitCode ?? null;
    const exited = once(child, "exit");
    child.kill(name);
    await exited;
    return child.exitCode;
  };
  return {
    url,
    get pid() {
      return child?.pid ?? 0;
    },
    get state() {
      return runs() ? (frozen ? "frozen" : "running") : "ended";
    },
    async start(options) {
      const { until = "answers" } = { ...usual, ...options };
      if (runs()) throw new Error("It runs already.");
      said = "";
      frozen = false;
      child = startChild(PROGRAM, env, (text) => {
        said += text;
        heard(text);
      });
      const path = until === "ready" ? "/readyz" : "/healthz";
      await eventually(
        async () => {
          if (!runs()) return;
          const status = await statusOf(`${url}${path}`).catch(String);
          if (status !== 200) throw new Error(`It answers ${path} with ${status}: ${said}`);
        },
        { timeoutMs: START_MS_MAX },
      );
      if (!runs()) throw new Error(`The program ended at its start: ${said}`);
    },
    async stop() {
      signal("SIGCONT");
      return ended("SIGTERM");
    },
    async kill() {
      await ended("SIGKILL");
    },
    freeze: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT"),
    log: () => said,
  };
}

function startChild(program: string, env: NodeJS.ProcessEnv, hear: (text: string) => void): ChildProcess {
  const child = spawn(process.execPath, [...WITH_TYPESCRIPT, program], {
    cwd: __dirname,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const over = leaveToTheKiller("pid", child.pid ?? 0);
  child.once("exit", over);
  child.stdout.on("data", (chunk: Buffer) => hear(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => hear(chunk.toString()));
  return child;
}

/** A program that is frozen at its start would never answer. */
async function statusOf(url: string): Promise<number> {
  return (await send(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })).status;
}
