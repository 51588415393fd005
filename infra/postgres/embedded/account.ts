/** PostgreSQL refuses to run as root: this finds the account that it runs under, and what that account can reach. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Logger } from "../../logging/logger";

/** An unprivileged account; absent where the server runs under the account of this very process. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

/**
 * The account for the server of this data folder. Without root it is the own one. As root: the owner of a folder that
 * exists already, else `postgres`, made when it is missing and the machine has `useradd`, else `nobody`. It must stand
 * in the password file because `initdb` looks its name up.
 */
export function serverAccount(dataDir: string, logger: Logger, passwordFile = "/etc/passwd"): Account {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(join(dataDir, "PG_VERSION"))) {
    const { uid, gid } = statSync(dataDir);
    if (uid !== 0) return { uid, gid };
  }
  const account = named("postgres", passwordFile) ?? made(logger, passwordFile) ?? named("nobody", passwordFile);
  if (account !== undefined) return account;
  throw new Error(
    "PostgreSQL cannot run as root and this machine has no other account for it: add a user called postgres, start as an unprivileged user, or name a server of your own in DATABASE_URL.",
  );
}

/** Whether the account may pass through every folder on the way to `path`. */
export function canReach(path: string, account: Account): boolean {
  if (account === undefined) return true;
  const folder = dirname(path);
  if (folder === path) return true;
  return mayEnter(folder, account) && canReach(folder, account);
}

/** Whether the account may read (4) or enter (1) what lies at `path` itself; links are followed. */
export function may(right: 1 | 4 | 5, path: string, account: Exclude<Account, undefined>): boolean {
  const { mode, uid, gid } = statSync(path);
  const granted = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode;
  return (granted & right) === right;
}

function mayEnter(folder: string, account: Exclude<Account, undefined>): boolean {
  return may(1, realpathSync(folder), account);
}

function named(name: string, passwordFile: string): Account {
  if (!existsSync(passwordFile)) return undefined;
  const line = readFileSync(passwordFile, "utf8")
    .split("\n")
    .find((candidate) => candidate.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined || Number(uid) === 0
    ? undefined
    : { uid: Number(uid), gid: Number(gid) };
}

function made(logger: Logger, passwordFile: string): Account {
  const options = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"];
  const { error, status } = spawnSync("useradd", [...options, "postgres"], { stdio: "ignore" });
  // A machine without useradd, or one where /etc cannot be written, still has `nobody`.
  if (error !== undefined || status !== 0) return undefined;
  logger.info("A system account called postgres was made for the embedded PostgreSQL.");
  return named("postgres", passwordFile);
}
