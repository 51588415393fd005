/** A program that starts Postgres on the folder it is given, says so, and stays until it is killed. */
import { silentLogger } from "../../../infra/logging/logger";
import { startEmbeddedPostgres } from "../../../infra/postgres/embedded";

async function hold(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger, durability: "fast-for-tests" });
  process.stdout.write(`${JSON.stringify({ pid: server.pid, url: server.url })}\n`);
  process.stdin.resume();
}

hold(process.argv[2] ?? "").catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
