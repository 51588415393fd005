/** The real program as a child process on a data folder of its own, to be killed and started again with its database. */
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createChildProgram } from "./child-program";
import { eventually } from "./eventually";
import { leaveToTheKiller } from "./left-to-the-killer";

export interface Program {
  readonly url: string;
  /** Resolves once it answers. */
  start(): Promise<void>;
  /** SIGKILL, at once; with `database` the database server as well. Resolves when they are gone. */
  kill(what: "program" | "program and database"): Promise<void>;
  /** As an operator stops it. Gives the exit code. */
  stop(): Promise<number | null>;
  /** Ends whatever still runs and removes the folder. */
  remove(): Promise<void>;
  /** What it wrote to its log since the last start. */
  log(): string;
}

export async function createProgram(settings: Readonly<Record<string, string>>): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), "lbi-program-"));
  const removed = leaveToTheKiller("folder", folder);
  await chmod(folder, 0o755);
  const dataDir = join(folder, "data");
  const program = await createChildProgram({ DATA_DIR: dataDir, ...settings });

  const databasePid = (): number | undefined => {
    const file = join(dataDir, "postgres", "postmaster.pid");
    const pid = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : NaN;
    return Number.isSafeInteger(pid) ? pid : undefined;
  };
  const killDatabase = async (): Promise<void> => {
    const pid = databasePid();
    if (pid === undefined || !isAlive(pid)) return;
    process.kill(pid, "SIGKILL");
    await eventually(() => {
      if (isAlive(pid)) throw new Error("The database server is still there.");
    });
  };
  return {
    url: program.url,
    start: () => program.start(),
    async kill(what) {
      await program.kill();
      if (what === "program and database") await killDatabase();
    },
    stop: program.stop,
    async remove() {
      await program.kill();
      await killDatabase();
      await rm(folder, { recursive: true, force: true });
      removed();
    },
    log: program.log,
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
