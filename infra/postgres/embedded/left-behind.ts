/** Deals with the server that a killed process left running, and with the notes of one that died itself. */
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { spawnSync } from "node:child_process";
import type { Logger } from "../../logging/logger";
import { processExists } from "./claim";
import { systemErrorCode } from "./system-error";

const FAST_STOP_MS_MAX = 60_000;
const IMMEDIATE_STOP_MS_MAX = 15_000;
const POLL_MS = 10;

/**
 * Stops a server that still runs on this folder, so that the next one starts with the settings of this version and
 * with no connection of the dead process open. Must hold the claim to the folder.
 */
export async function stopLeftBehindServer(dataDir: string, logger: Logger): Promise<void> {
  const pid = serverPid(dataDir);
  if (pid === undefined || !processExists(pid)) return;
  if (!isServerOf(pid, dataDir)) {
    // The number was given to another program since; PostgreSQL itself would refuse to start because of it.
    if (!hasProcessesIn(dataDir)) rmSync(join(dataDir, "postmaster.pid"), { force: true });
    return;
  }
  logger.info({ pid }, "A PostgreSQL server that an earlier process left behind is being stopped.");
  signal(pid, "SIGINT");
  if (await isGone(pid, dataDir, FAST_STOP_MS_MAX)) return;
  signal(pid, "SIGQUIT");
  if (await isGone(pid, dataDir, IMMEDIATE_STOP_MS_MAX)) return;
  throw new Error(
    `The PostgreSQL server that an earlier process left behind (process ${pid}) does not stop; end it and start again.`,
  );
}

/** The process number that the folder's `postmaster.pid` names. */
export function serverPid(dataDir: string): number | undefined {
  const pid = Math.abs(Number.parseInt(textOf(join(dataDir, "postmaster.pid")) ?? "", 10));
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/** A server that is stopping takes its file away at any moment: only reading it tells whether it is there. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** It may have ended by itself a moment ago. */
function signal(pid: number, name: "SIGINT" | "SIGQUIT"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (systemErrorCode(error) !== "ESRCH") throw error;
  }
}

async function isGone(pid: number, dataDir: string, milliseconds: number): Promise<boolean> {
  for (let waited = 0; waited < milliseconds; waited += POLL_MS) {
    if (serverPid(dataDir) !== pid || !processExists(pid)) return true;
    await delay(POLL_MS);
  }
  return false;
}

/** A server works in its data folder, which Linux shows; elsewhere the program's name has to do. */
function isServerOf(pid: number, dataDir: string): boolean {
  const cwd = workingFolder(String(pid));
  if (cwd !== undefined) return cwd === realpathSync(dataDir);
  if (process.platform === "win32") return true;
  const { stdout } = spawnSync("ps", ["-p", String(pid), "-o", "comm="], { encoding: "utf8" });
  return typeof stdout === "string" && stdout.includes("postgres");
}

function hasProcessesIn(dataDir: string): boolean {
  if (!existsSync("/proc")) return false;
  const own = realpathSync(dataDir);
  return readdirSync("/proc").some((entry) => /^\d+$/.test(entry) && workingFolder(entry) === own);
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Gone meanwhile, another account's, or a machine without /proc.
    return undefined;
  }
}
