/** The real program as a child process on a data folder of its own, to be killed and started again. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "./eventually";
import { send } from "./http-client";

export interface Program {
  readonly url: string;
  /** Resolves once it answers. With short leases, what it leaves when it is killed is taken up again after seconds. */
  start(leases?: "short" | "as in service"): Promise<void>;
  /** SIGKILL, at once; with `database` the database server as well. Resolves when they are gone. */
  kill(what: "program" | "program and database"): Promise<void>;
  /** As an operator stops it. Gives the exit code. */
  stop(): Promise<number | null>;
  /** Ends whatever still runs and removes the folder. */
  remove(): Promise<void>;
  /** What it wrote to its log since the last start. */
  log(): string;
}

const PROGRAMS = {
  "as in service": join(__dirname, "..", "..", "infra", "cli", "start.ts"),
  short: join(__dirname, "short-leases-process.ts"),
};
const START_MS_MAX = 60_000;

export async function createProgram(settings: Readonly<Record<string, string>>): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), "lbi-program-"));
  await chmod(folder, 0o755);
  const dataDir = join(folder, "data");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { DATABASE_URL: _theirs, EVENTSTOREDB_URL: _other, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "warn", ...settings };
  let child: ChildProcess | undefined;
  let said = "";

  const databasePid = (): number | undefined => {
    const file = join(dataDir, "postgres", "postmaster.pid");
    const pid = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : NaN;
    return Number.isSafeInteger(pid) ? pid : undefined;
  };
  const ended = async (signal: "SIGKILL" | "SIGTERM"): Promise<number | null> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  const killDatabase = async (): Promise<void> => {
    const pid = databasePid();
    if (pid === undefined || !isAlive(pid)) return;
    process.kill(pid, "SIGKILL");
    await eventually(() => expect(isAlive(pid)).toBe(false));
  };
  return {
    url,
    async start(leases = "as in service") {
      said = "";
      child = spawn(process.execPath, ["--import", "tsx", PROGRAMS[leases]], {
        cwd: __dirname,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
      child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
      const started = child;
      await eventually(
        async () => {
          if (started.exitCode === null) expect((await send(`${url}/healthz`)).status).toBe(200);
        },
        { timeoutMs: START_MS_MAX },
      );
      if (started.exitCode !== null) throw new Error(`The program ended at its start: ${said}`);
    },
    async kill(what) {
      await ended("SIGKILL");
      if (what === "program and database") await killDatabase();
    },
    stop: () => ended("SIGTERM"),
    async remove() {
      await ended("SIGKILL");
      await killDatabase();
      await rm(folder, { recursive: true, force: true });
    },
    log: () => said,
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A killed child of nobody we know stays in the table until it is reaped.
    return !/^State:\s+Z/m.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "");
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
