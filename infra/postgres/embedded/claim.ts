/** One process at a time owns a folder; the claim of a process that died is taken over. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { systemErrorCode } from "./system-error";

/** Another process that runs has the data folder; the message is a sentence for the operator. */
export class DataFolderInUse extends Error {
  override readonly name = "DataFolderInUse";
}

interface Claimant {
  readonly pid: number;
  /** When the process began, in the kernel's own measure: tells a later process with the same number apart. */
  readonly began: string;
}

/**
 * Claims the folder or throws a sentence that names the process which has it, and the setting that chooses another. Returns
 * how to give it back.
 */
export function claimDataFolder(dataDir: string, setting = "DATA_DIR", file = `${dataDir}.lock`): () => void {
  mkdirSync(dirname(file), { recursive: true });
  const holder = readClaim(file);
  if (holder !== undefined && isAlive(holder)) {
    throw new DataFolderInUse(
      `The data folder ${dataDir} is in use by the running process ${holder.pid}; stop that one first, or choose another ${setting}.`,
    );
  }
  rmSync(file, { force: true });
  const self: Claimant = { pid: process.pid, began: processBegan(process.pid) };
  writeFileSync(file, JSON.stringify(self), { flag: "wx" });
  return () => rmSync(file, { force: true });
}

function readClaim(file: string): Claimant | undefined {
  if (!existsSync(file)) return undefined;
  const [, pid, began] = /^\{"pid":(\d+),"began":"(\d*)"\}$/.exec(readFileSync(file, "utf8")) ?? [];
  // A claim that was cut short by a crash belongs to nobody.
  return pid === undefined ? undefined : { pid: Number(pid), began: began ?? "" };
}

function isAlive({ pid, began }: Claimant): boolean {
  return processExists(pid) && processBegan(pid) === began;
}

/** Whether a process with this number runs, under whatever account. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === "EPERM";
  }
}

/** The start time from `/proc`, in clock ticks since boot; empty where there is no `/proc`. */
function processBegan(pid: number): string {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return "";
  const stat = readFileSync(file, "utf8");
  // The second field is the program's name in parentheses and may hold spaces; the start time is the 22nd.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}
