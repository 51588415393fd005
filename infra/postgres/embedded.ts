/** Runs the PostgreSQL that npm brought, on a data folder of ours, for as long as this process lives. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, realpathSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { Logger } from "../logging/logger";
import { serverAccount } from "./embedded/account";
import { postgresBinaries } from "./embedded/binaries";
import { claimDataFolder } from "./embedded/claim";
import { lastLines, type Launch, prepareDataFolder, programEnvironment, seenBy } from "./embedded/data-folder";
import { stopLeftBehindServer } from "./embedded/left-behind";
import { privateRuntimeDir } from "./embedded/runtime-dir";
import { systemErrorCode } from "./embedded/system-error";
import type { PostgresConnection } from "./pool";

export interface EmbeddedPostgresOptions {
  /** The folder of the database itself; made when it is missing. */
  readonly dataDir: string;
  readonly logger: Logger;
  /** `fast-for-tests` does not survive a power cut. */
  readonly durability?: "safe" | "fast-for-tests";
  /** How many it takes; 100, or 200 for tests, unless told. */
  readonly connectionsMax?: number;
  /** A folder with `initdb` and `postgres` to use in place of the shipped programs. */
  readonly binDir?: string | undefined;
  /** A private unix socket, or (where there are none) loopback TCP with a password. */
  readonly listen?: "socket" | "tcp";
  /** Called with a sentence if the server ends without having been told to. */
  readonly onUnexpectedEnd?: (sentence: string) => void;
}

export interface EmbeddedPostgres extends PostgresConnection {
  /** The server's process number. */
  readonly pid: number;
  /** Ends open transactions, writes everything down and waits for the server's end. Calling it twice is harmless. */
  stop(): Promise<void>;
}

const READY_MS_MAX = 120_000;
const STOP_MS_MAX = 60_000;
const POLL_MS = 10;

const COMMON_SETTINGS = [
  "jit=off",
  "timezone=UTC",
  "log_timezone=UTC",
  "log_min_messages=warning",
  "log_min_error_statement=panic",
  // Details of an error name the values of the row that caused it.
  "log_error_verbosity=terse",
  // A segment that is used again keeps what stood in it until it is written over: see scrub.ts.
  "wal_recycle=off",
  "log_checkpoints=off",
  "unix_socket_permissions=0700",
];
const SETTINGS = {
  // Enough for several processes beside the one that runs it.
  safe: ["max_connections=300"],
  "fast-for-tests": [
    "max_connections=200",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_wal_size=4GB",
    "autovacuum=off",
  ],
} as const;

/**
 * Starts the server and resolves once it answers. A server that a killed process left behind on the folder is stopped
 * first. Every failure is an error with one sentence for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await claimAndStart(options);
  } catch (error) {
    // What the operating system refused (a full disk, a folder that cannot be written) comes without a sentence.
    if (systemErrorCode(error) === undefined) throw error;
    throw new Error(`The embedded PostgreSQL cannot use ${options.dataDir}: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

async function claimAndStart(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const given = resolve(options.dataDir);
  const release = claimDataFolder(given);
  const dataDir = join(realpathSync(dirname(given)), basename(given));
  let runtimeDir: string | undefined;
  try {
    const account = serverAccount(dataDir, options.logger);
    runtimeDir = privateRuntimeDir(dataDir, account);
    await stopLeftBehindServer(dataDir, options.logger);
    const binDir = postgresBinaries({ account, binDir: options.binDir, copiesDir: dirname(runtimeDir) });
    const launch = { account, binDir, runtimeDir };
    const password = await prepareDataFolder(dataDir, launch, options.durability !== "fast-for-tests");
    const address = await chooseAddress(options.listen, runtimeDir, password);
    const server = await startServer(dataDir, launch, address, options);
    return running(server, address.url, options, () => {
      rmSync(launch.runtimeDir, { recursive: true, force: true });
      release();
    });
  } catch (error) {
    if (runtimeDir !== undefined) rmSync(runtimeDir, { recursive: true, force: true });
    release();
    throw error;
  }
}

interface Address {
  readonly url: string;
  readonly arguments: readonly string[];
}

async function chooseAddress(
  listen: "socket" | "tcp" | undefined,
  runtimeDir: string,
  password: string,
): Promise<Address> {
  const kind = listen ?? (process.platform === "win32" ? "tcp" : "socket");
  if (kind === "socket") {
    return {
      url: `postgres://postgres:${password}@${encodeURIComponent(runtimeDir)}/postgres`,
      arguments: ["-k", runtimeDir, "-c", "listen_addresses="],
    };
  }
  const port = await freePort();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    arguments: ["-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
  };
}

async function startServer(
  dataDir: string,
  launch: Launch,
  address: Address,
  options: EmbeddedPostgresOptions,
): Promise<ChildProcess> {
  const began = performance.now();
  for (;;) {
    const child = spawnServer(dataDir, launch, address, options);
    const failure = await untilReady(child, address.url);
    if (failure === undefined) return child;
    const said = lastLines(readFileSync(logFile(dataDir), "utf8"));
    // The children of a server that was killed need a moment to notice; PostgreSQL rightly waits for them to be gone.
    const isPassing = said.includes("pre-existing shared memory block") && performance.now() - began < READY_MS_MAX;
    if (!isPassing) throw new Error(`The embedded PostgreSQL did not start: ${failure} ${said}`);
    await delay(10 * POLL_MS);
  }
}

function spawnServer(
  dataDir: string,
  launch: Launch,
  address: Address,
  options: EmbeddedPostgresOptions,
): ChildProcess {
  const { durability = "safe", connectionsMax } = options;
  const more = connectionsMax === undefined ? [] : [`max_connections=${connectionsMax}`];
  const settings = [...COMMON_SETTINGS, ...SETTINGS[durability], ...more].flatMap((setting) => ["-c", setting]);
  const seen = seenBy(dataDir, launch.account);
  const log = openSync(logFile(dataDir), "w", 0o600);
  const child = spawn(join(launch.binDir, "postgres"), ["-D", seen.path, ...address.arguments, ...settings], {
    ...launch.account,
    cwd: "/",
    env: programEnvironment(),
    stdio: ["ignore", log, log, ...seen.descriptors],
    // A process group of its own: Ctrl-C in the terminal reaches us, and we stop the server last.
    detached: true,
    windowsHide: true,
  });
  closeSync(log);
  seen.close();
  child.unref();
  return child;
}

function logFile(dataDir: string): string {
  return join(dataDir, "server.log");
}

/** Resolves with nothing once the server answers, else with why it never will. */
async function untilReady(child: ChildProcess, url: string): Promise<string | undefined> {
  let ended: string | undefined;
  child.once("error", (error) => (ended = `${error.message}.`));
  child.once("exit", (status, signal) => (ended = `It ended with ${signal ?? `status ${String(status)}`}.`));
  for (let waited = 0; waited < READY_MS_MAX; waited += POLL_MS) {
    if (ended !== undefined) return ended;
    if (await answers(url)) return undefined;
    await delay(POLL_MS);
  }
  child.kill("SIGQUIT");
  return `It did not answer within ${READY_MS_MAX / 1000} seconds.`;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    // Not there yet, or still recovering: the caller asks again until its deadline.
    return false;
  } finally {
    await client.end();
  }
}

function running(
  child: ChildProcess,
  url: string,
  options: EmbeddedPostgresOptions,
  cleanUp: () => void,
): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  // Also when this process ends by an error the server must not outlive it; a signal is all that can be sent here.
  const stopWithProcess = () => child.kill("SIGINT");
  process.once("exit", stopWithProcess);
  const ended = new Promise<void>((settle) => {
    child.once("exit", (status, signal) => {
      process.removeListener("exit", stopWithProcess);
      cleanUp();
      settle();
      if (stopping === undefined) {
        options.onUnexpectedEnd?.(
          `The embedded PostgreSQL ended unexpectedly with ${signal ?? `status ${String(status)}`}.`,
        );
      }
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: () => (stopping ??= stopServer(child, ended, options.logger)),
  };
}

async function stopServer(child: ChildProcess, ended: Promise<void>, logger: Logger): Promise<void> {
  // SIGINT asks for a fast stop. Windows has no such signal: there the server ends at once and recovers at its next start.
  child.kill("SIGINT");
  const deadline = setTimeout(() => {
    logger.warn("The embedded PostgreSQL takes too long to stop and is ended at once; it recovers at the next start.");
    child.kill("SIGQUIT");
  }, STOP_MS_MAX);
  await ended.finally(() => clearTimeout(deadline));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const address = server.address();
  await new Promise((settle) => server.close(settle));
  if (address === null || typeof address === "string")
    throw new Error("No free port was found on the loopback address.");
  return address.port;
}
