/** Where the bench plays: a PostgreSQL of its own with the durability of production, databases in it, and programs beside it. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { silentLogger } from "../../infra/logging/logger";
import { startEmbeddedPostgres } from "../../infra/postgres/embedded";
import { startWorker, type Worker } from "./worker";

export interface Stage {
  /** How many times more data than usual lies there. */
  readonly scale: number;
  readonly postgresUrl: string;
  /** Of the server: its connections are its children. */
  readonly postgresPid: number;
  readonly serverVersion: string;
  /** On disk; removed in the end. */
  readonly folder: string;
  /** Makes a database and gives its URL. */
  newDatabase(name: string): Promise<string>;
  /** Starts a program of `bench/workers` or `bench/peers`; it ends with the stage. */
  worker(file: string, argument: unknown): Promise<Worker>;
  /** Before every round: the server has written down what earlier rounds left it to write. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const TMPFS = 0x01021994;

/** What lives in memory has no disk to wait for. */
function folderOnDisk(): string {
  const own = process.env["BENCH_FOLDER"];
  const [found] = [own ?? tmpdir(), "/var/tmp"].filter((folder) => statfsSync(folder).type !== TMPFS);
  if (found === undefined) throw new Error("Name a folder on a disk in BENCH_FOLDER: the usual ones are in memory.");
  mkdirSync(found, { recursive: true });
  const folder = mkdtempSync(join(found, "lbi-bench-"));
  // Where the bench is run by root the server runs under another account.
  chmodSync(folder, 0o755);
  return folder;
}

export async function openStage(): Promise<Stage> {
  const folder = folderOnDisk();
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), logger: silentLogger });
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  const { rows } = await admin.query<{ server_version: string }>("SHOW server_version");
  const workers: Worker[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.close()));
    await admin.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  // Also where it is called off nothing is left behind.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void close().finally(() => process.exit(1)));
  return {
    scale: 1,
    postgresUrl: postgres.url,
    postgresPid: postgres.pid,
    serverVersion: rows[0]?.server_version ?? "",
    folder,
    async newDatabase(name) {
      await admin.query(`CREATE DATABASE "${name}"`);
      return postgres.url.replace(/\/postgres$/, `/${name}`);
    },
    async worker(file, argument) {
      const worker = await startWorker(file, argument);
      workers.push(worker);
      return worker;
    },
    async settle() {
      await admin.query("CHECKPOINT");
    },
    close,
  };
}
