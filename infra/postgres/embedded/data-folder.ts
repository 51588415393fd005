/** Makes the data folder once, whole or not at all: a process killed during `initdb` leaves nothing that looks finished. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Account, canReach } from "./account";

const MAJOR_VERSION = "18";

/** What starts PostgreSQL's programs: under which account, seen from which folder, with which environment. */
export interface Launch {
  readonly account: Account;
  readonly binDir: string;
  readonly runtimeDir: string;
}

/** Initialises the folder unless it is there; refuses one that another version or program made. Returns the password. */
export async function prepareDataFolder(dataDir: string, launch: Launch, durable: boolean): Promise<string> {
  removeUnfinished(dataDir);
  if (!existsSync(join(dataDir, "PG_VERSION"))) await initialise(dataDir, launch, durable);
  const version = readFileSync(join(dataDir, "PG_VERSION"), "utf8").trim();
  if (version !== MAJOR_VERSION) {
    throw new Error(
      `The data folder ${dataDir} was made by PostgreSQL ${version}, and this version brings PostgreSQL ${MAJOR_VERSION}: dump it with the old one, or choose another DATA_DIR.`,
    );
  }
  return readFileSync(join(dataDir, "service-password"), "utf8");
}

async function initialise(dataDir: string, launch: Launch, durable: boolean): Promise<void> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new Error(
      `The folder ${dataDir} holds something that is not a PostgreSQL data folder; move it away, or choose another DATA_DIR.`,
    );
  }
  const unfinished = `${dataDir}.unfinished-${process.pid}`;
  mkdirSync(unfinished, { mode: 0o700 });
  own(unfinished, launch.account);
  const password = randomBytes(24).toString("base64url");
  const passwordFile = join(launch.runtimeDir, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  own(passwordFile, launch.account);
  try {
    const options = ["-U", "postgres", "--auth-local=trust", "--auth-host=scram-sha-256", `--pwfile=${passwordFile}`];
    await runInitdb(unfinished, launch, [
      ...options,
      "--encoding=UTF8",
      "--locale=C",
      ...(durable ? [] : ["--no-sync"]),
    ]);
    writeFileSync(join(unfinished, "service-password"), password, { mode: 0o600 });
    own(join(unfinished, "service-password"), launch.account);
    rmSync(dataDir, { recursive: true, force: true });
    renameSync(unfinished, dataDir);
    if (durable && process.platform !== "win32") syncFolder(dirname(dataDir));
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function runInitdb(folder: string, launch: Launch, options: readonly string[]): Promise<void> {
  const seen = seenBy(folder, launch.account);
  const output: Buffer[] = [];
  const child = spawn(join(launch.binDir, "initdb"), ["-D", seen.path, ...options], {
    ...launch.account,
    cwd: "/",
    env: programEnvironment(),
    stdio: ["ignore", "pipe", "pipe", ...seen.descriptors],
    windowsHide: true,
  });
  child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
  const status = await new Promise<number | null>((settle, fail) => {
    child.once("error", (error) =>
      fail(
        new Error(
          `PostgreSQL's programs cannot run here (${error.message}): name a folder with programs for this system in PG_BIN_DIR, or a server in DATABASE_URL.`,
          { cause: error },
        ),
      ),
    );
    child.once("close", settle);
  }).finally(seen.close);
  if (status === 0) return;
  throw new Error(`PostgreSQL's initdb failed: ${lastLines(Buffer.concat(output).toString("utf8"))}`);
}

/**
 * The folder as the server's account sees it. Below a folder that only root may enter (such as /root) no path leads
 * there; an inherited descriptor does, because Linux resolves it without walking the path.
 */
export function seenBy(folder: string, account: Account) {
  if (canReach(folder, account)) return { path: folder, descriptors: [], close: () => undefined };
  if (process.platform !== "linux") {
    throw new Error(
      `The account that PostgreSQL runs under cannot reach ${folder}: choose a DATA_DIR outside of root's own folders.`,
    );
  }
  const descriptor = openSync(folder, "r");
  return { path: "/proc/self/fd/3", descriptors: [descriptor], close: () => closeSync(descriptor) };
}

/** Nothing of the service's own settings and secrets, and no PG* variable, reaches PostgreSQL. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const passed = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"];
  return { ...Object.fromEntries(passed.map((name) => [name, process.env[name]])), LC_ALL: "C" };
}

/** The end of a program's output on one line, for a sentence. */
export function lastLines(output: string): string {
  return output.trim().split("\n").slice(-4).join(" ") || "it said nothing.";
}

function removeUnfinished(dataDir: string): void {
  for (const entry of readdirSync(dirname(dataDir))) {
    if (entry.startsWith(`${basename(dataDir)}.unfinished-`))
      rmSync(join(dirname(dataDir), entry), { recursive: true, force: true });
  }
}

function own(path: string, account: Account): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
