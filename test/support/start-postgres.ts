/** Starts the one Postgres of a test run and prepares the database that every test's own is copied from. */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "../../infra/logging/logger";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../infra/postgres/embedded";
import { migrate } from "../../infra/postgres/migrations";
import { createPool } from "../../infra/postgres/pool";
import { databaseUrl } from "./database";
import { TEMPLATE_DATABASE, templateMigrations } from "./template";

interface RunningTestServer {
  readonly stop: () => Promise<void>;
}

declare global {
  // Jest runs start and stop in one process and offers no other way to hand something from one to the other.
  var testServer: RunningTestServer | undefined;
}

/** Jest calls this once before the first test of a lane that needs Postgres. */
export default async function startPostgres(): Promise<void> {
  const folder = mkdtempSync(join(roomyFolder(), "lbi-test-"));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, "postgres");
  const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger, durability: "fast-for-tests" });
  const watcher = watchForKill(dataDir, [folder, socketFolder(server)]);
  globalThis.testServer = {
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
      watcher.stdin.end();
    },
  };
  process.env["TEST_POSTGRES_URL"] = server.url;
  // Jest does not call the teardown after a setup that failed; the watcher clears up in its place.
  await prepareTemplate(server);
}

const MEMORY = "/dev/shm";
const ROOM_BYTES = 8 * 2 ** 30;

/** In memory where there is room for it: each test's database is hundreds of files, and a disk takes its time for those. */
function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function prepareTemplate(server: EmbeddedPostgres): Promise<void> {
  const admin = createPool(server, { connectionsMax: 1 });
  await admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await admin.end();
  const pool = createPool({ url: databaseUrl(server.url, TEMPLATE_DATABASE) }, { connectionsMax: 1 });
  await migrate(pool, templateMigrations);
  await pool.end();
}

function socketFolder(server: EmbeddedPostgres): string {
  return decodeURIComponent(new URL(server.url).hostname);
}

function watchForKill(dataDir: string, folders: readonly string[]) {
  const program = join(__dirname, "clean-up-after-kill.js");
  const watcher = spawn(process.execPath, [program, dataDir, ...folders], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  return watcher;
}
