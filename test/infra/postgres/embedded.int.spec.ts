/** What an operator may rely on when the service brings its own PostgreSQL. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { silentLogger } from "../../../infra/logging/logger";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "../../../infra/postgres/embedded";
import { eventually } from "../../support/eventually";
import { WITH_TYPESCRIPT } from "../../support/with-typescript";

let folder: string;
let dataDir: string;
let running: EmbeddedPostgres | undefined;

beforeEach(() => {
  // The folder is made with mode 0700: as root, the server's account cannot even enter it.
  folder = mkdtempSync(join(tmpdir(), "lbi-test-"));
  dataDir = join(folder, "data", "postgres");
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(more: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, logger: silentLogger, durability: "fast-for-tests", ...more });
  return running;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the server from another process, which is then killed without a chance to clear up. */
async function startAndKillParent(sql: string): Promise<{ pid: number }> {
  const program = join(__dirname, "hold-postgres.ts");
  const parent = spawn(process.execPath, [...WITH_TYPESCRIPT, program, dataDir], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const server = JSON.parse(line.toString()) as { pid: number; url: string };
  await ask(server.url, sql);
  parent.kill("SIGKILL");
  await once(parent, "exit");
  return server;
}

test("the first start makes the database and later ones find what was written", async () => {
  const first = await start();
  await ask(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  const second = await start();
  expect(await ask(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  expect(
    await ask(
      second.url,
      "SELECT datcollate, pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()",
    ),
  ).toEqual([{ datcollate: "C", encoding: "UTF8" }]);
});

test("a stop ends the server and leaves neither socket folder nor claim behind", async () => {
  const server = await start();
  const socketFolder = decodeURIComponent(new URL(server.url).hostname);
  expect(existsSync(socketFolder)).toBe(true);
  await server.stop();
  await server.stop();
  expect(() => process.kill(server.pid, 0)).toThrow("ESRCH");
  expect(existsSync(socketFolder)).toBe(false);
  expect(readdirSync(join(folder, "data"))).toEqual(["postgres"]);
});

test("after the parent was killed the next start replaces the server that it left behind", async () => {
  const left = await startAndKillParent("CREATE TABLE kept AS SELECT 42 AS answer");
  expect(process.kill(left.pid, 0)).toBe(true);
  const next = await start();
  expect(await ask(next.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  expect(next.pid).not.toBe(left.pid);
  await eventually(() => expect(() => process.kill(left.pid, 0)).toThrow("ESRCH"));
});

test("a server that was killed itself is reported, and the next start recovers", async () => {
  const sentences: string[] = [];
  const server = await start({ durability: "safe", onUnexpectedEnd: (sentence) => sentences.push(sentence) });
  await ask(server.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  process.kill(server.pid, "SIGKILL");
  await eventually(() => expect(sentences).toEqual(["The embedded PostgreSQL ended unexpectedly with SIGKILL."]));
  const next = await start();
  expect(await ask(next.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
});

test("a stale pid file whose number now belongs to another program does not stop the start", async () => {
  await (await start()).stop();
  writeFileSync(join(dataDir, "postmaster.pid"), `${process.pid}\n${dataDir}\n1\n5432\n/tmp\n\n  1  1\nready\n`);
  const next = await start();
  expect(await ask(next.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a first start that was killed half-way leaves nothing that the next one trips over", async () => {
  const unfinished = `${dataDir}.unfinished-1`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, "PG_VERSION"), "18\n");
  await start();
  expect(existsSync(unfinished)).toBe(false);
});

test("a second process is refused the folder by a sentence that names the first", async () => {
  await start();
  const error = await startEmbeddedPostgres({ dataDir, logger: silentLogger }).catch((thrown: unknown) =>
    String(thrown),
  );
  expect(error).toBe(
    `DataFolderInUse: The data folder ${dataDir} is in use by the running process ${process.pid}; stop that one first, or choose another DATA_DIR.`,
  );
});

test("a folder that holds something else, or another version's data, is refused and left as it was", async () => {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, "letter.txt"), "dear");
  await expect(start()).rejects.toThrow("holds something that is not a PostgreSQL data folder");
  writeFileSync(join(dataDir, "PG_VERSION"), "15\n");
  await expect(start()).rejects.toThrow("was made by PostgreSQL 15, and this version brings PostgreSQL 18");
  expect(readFileSync(join(dataDir, "letter.txt"), "utf8")).toBe("dear");
});

test("a data folder that cannot be made is refused by a sentence", async () => {
  writeFileSync(join(folder, "data"), "a file where the folder should be");
  await expect(start()).rejects.toThrow(`The embedded PostgreSQL cannot use ${dataDir}: `);
});

test("programs that this system cannot run are refused by a sentence, and nothing is left behind", async () => {
  for (const program of ["initdb", "postgres"]) writeFileSync(join(folder, program), "no program", { mode: 0o644 });
  await expect(start({ binDir: folder })).rejects.toThrow("PostgreSQL's programs cannot run here");
  expect(readdirSync(join(folder, "data"))).toEqual([]);
});

test("programs that are not where PG_BIN_DIR says are refused by a sentence", async () => {
  await expect(start({ binDir: folder })).rejects.toThrow(
    `PG_BIN_DIR is ${folder}, but there is no initdb in that folder.`,
  );
});

test("over TCP the server answers on loopback alone and asks for the password", async () => {
  const server = await start({ listen: "tcp" });
  expect(await ask(server.url, "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  const withoutPassword = server.url.replace(/:[^:@]*@/, ":wrong@");
  await expect(ask(withoutPassword, "SELECT 1")).rejects.toThrow("password authentication failed");
});

test("Ctrl-C in the terminal does not reach the server before the service has drained", async () => {
  const server = await start();
  const { stdout } = spawnSync("ps", ["-o", "pgid=", "-p", String(server.pid)], { encoding: "utf8" });
  expect(stdout.trim()).toBe(String(server.pid));
});
