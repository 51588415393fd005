/** A private folder for the server's socket, on a path short enough for one; the same for the same data folder. */
import { createHash } from "node:crypto";
import { accessSync, chownSync, constants, existsSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Account, canReach, may } from "./account";

/** A socket's whole path may take 103 bytes on macOS and 107 on Linux; `/.s.PGSQL.5432` needs 14 of them. */
const SOCKET_FOLDER_BYTES_MAX = 88;

/** Makes the folder, readable by the server's account alone, or throws a sentence. */
export function privateRuntimeDir(dataDir: string, account: Account): string {
  const folder = join(
    runtimeBase(account),
    `lbi-pg-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`,
  );
  if (existsSync(folder)) refuseForeign(folder, account);
  else mkdirSync(folder, { mode: 0o700 });
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}

function runtimeBase(account: Account): string {
  const candidates = [tmpdir(), "/tmp", "/var/tmp", "/run", "/dev/shm"];
  const base = candidates.find((candidate) => isUsable(candidate, account));
  if (base !== undefined) return realpathSync(base);
  throw new Error(
    `No folder for PostgreSQL's socket was found: none of ${candidates.join(", ")} can be written here and reached by the account that PostgreSQL runs under; point TMPDIR at one that can, with a path of at most ${SOCKET_FOLDER_BYTES_MAX - 20} bytes.`,
  );
}

function isUsable(folder: string, account: Account): boolean {
  if (!existsSync(folder) || Buffer.byteLength(realpathSync(folder)) + 20 > SOCKET_FOLDER_BYTES_MAX) return false;
  if (account !== undefined && !(canReach(folder, account) && may(1, folder, account))) return false;
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Anyone may make a folder in /tmp before we do: one that is not ours could lay a socket of its own. */
export function refuseForeign(folder: string, account?: Account): void {
  const found = lstatSync(folder);
  const own = process.getuid?.();
  if (!found.isDirectory() || (own !== undefined && found.uid !== own && found.uid !== account?.uid)) {
    throw new Error(`The folder ${folder} belongs to someone else; remove it, or point TMPDIR at another folder.`);
  }
}
