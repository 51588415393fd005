/** The service as containers run it, on a database of the stage, with everything on and its log written to a file. */
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "../../infra/cli/kafka/broker";
import type { Role } from "../../infra/config/settings";
import { cpuMsOf, cpuMsOfFamily } from "../scale/machine";
import { build, compiled } from "./built";
import type { Stage } from "./stage";
import { until, wait } from "./until";
import { profiling, YOUNG_GENERATION } from "./worker";

export const MASTER_KEY = Buffer.alloc(32, 7);
export const COLLECTOR_TOKEN = "the-collectors-token-of-the-bench";

export interface Service {
  readonly url: string;
  readonly pid: number;
  /** To its database. */
  readonly database: Client;
  /** Resolves when every table has seen the whole log. */
  caughtUp(): Promise<void>;
  /** Resolves when what was begun has come to its end: whoever is measured next has the machine for itself. */
  quiet(): Promise<void>;
  stop(): Promise<void>;
}

/** As containers run it. */
const OPTIONS = [YOUNG_GENERATION, "--enable-source-maps"];
const COMMAND = [process.execPath, ...profiling, ...OPTIONS, compiled("infra/cli/start.ts")];
/** Where the log is another one than PostgreSQL's, the furthest table says how far it goes. */
const BEHIND = `SELECT FROM operational.projection_checkpoints WHERE NOT filling AND position < greatest(
  (SELECT position FROM event_log.head), (SELECT max(position) FROM operational.projection_checkpoints))`;
const SAMPLE_MS = 200;
/** CPU milliseconds in a sample, below which nothing happens but looking for something to do. */
const QUIET_MS = 50;
const SAMPLES_MAX = 100;

export interface Running {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
  /** SIGKILL for it and all that it started. */
  kill(): Promise<void>;
}

/** `said` names the file of the log. Resolves once it says of itself that it is ready. */
export async function startProgram(
  settings: Readonly<Record<string, string>>,
  said: string,
  [command = "", ...options]: readonly string[] = COMMAND,
): Promise<Running> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = openSync(said, "a");
  const surroundings = Object.entries(process.env).filter(([name]) => !/^(DATABASE|EVENTSTOREDB|KAFKA)_/.test(name));
  const env = { ...Object.fromEntries(surroundings), PORT: String(port), LOG_LEVEL: "info", ...settings };
  // A group of its own: npm does not hand signals on to all that it started.
  const child = spawn(command, options, { env, stdio: ["ignore", file, file], detached: true });
  const group = -(child.pid ?? 0);
  const endToo = (): void => {
    if (isThere(group)) process.kill(group, "SIGTERM");
  };
  process.once("exit", endToo);
  closeSync(file);
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until("the service was ready", async () => ended() || (await isReady()));
  if (ended()) throw new Error(`The service did not start: ${readFileSync(said, "utf8")}`);
  const end = (signal: "SIGTERM" | "SIGKILL") => async (): Promise<void> => {
    if (!isThere(group)) return;
    process.kill(group, signal);
    await until("the service had stopped", () => !isThere(group));
    process.off("exit", endToo);
  };
  return { url, pid: child.pid ?? 0, stop: end("SIGTERM"), kill: end("SIGKILL") };
}

function isThere(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly role?: Role;
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startService(
  stage: Stage,
  { databaseUrl, role = "all", settings }: ServiceOptions,
): Promise<Service> {
  const own = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: join(stage.folder, "data"), MASTER_KEY: MASTER_KEY.toString("base64") },
    ...{ ROLE: role, COLLECTOR_TOKEN, ...settings },
  };
  build();
  const running = await startProgram(own, join(stage.folder, "service.log"));
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const isCaughtUp = async () => (await database.query(BEHIND)).rowCount === 0;
  const caughtUp = () => until("all tables had seen the whole log", isCaughtUp);
  return {
    url: running.url,
    pid: running.pid,
    database,
    caughtUp,
    async quiet() {
      await caughtUp();
      if (process.platform !== "linux") return wait(1_000);
      const used = () => cpuMsOf(running.pid) + cpuMsOfFamily(stage.postgresPid);
      for (let sample = 0; sample < SAMPLES_MAX; sample += 1) {
        const before = used();
        await wait(SAMPLE_MS);
        if (used() - before < QUIET_MS) return;
      }
      throw new Error("The service does not come to rest.");
    },
    async stop() {
      await database.end();
      await running.stop();
    },
  };
}
