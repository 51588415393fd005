/** A Postgres server of the run's own, which keeps what it acknowledged through kills: killed, frozen and started again. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "../../infra/logging/logger";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../infra/postgres/embedded";
import { eventually } from "../support/eventually";
import { leaveToTheKiller } from "../support/left-to-the-killer";

export interface OwnPostgres {
  /** Where it listens now; another port after each start. */
  port(): number;
  /** As its clients reach it, by way of a proxy's port or its own. */
  url(port?: number, name?: string): string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** The server and every one of its processes stand still. */
  freeze(): void;
  resume(): void;
  /** What it wrote since its last start. */
  log(): string;
  remove(): Promise<void>;
}

const CONNECTIONS_MAX = 400;

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "lbi-chaos-"));
  const removed = leaveToTheKiller("folder", folder);
  chmodSync(folder, 0o755);
  const dataDir = join(folder, "postgres");
  let server: EmbeddedPostgres;
  let spared: (() => void)[] = [];

  const start = async (): Promise<void> => {
    server = await startEmbeddedPostgres({
      dataDir,
      logger: silentLogger,
      listen: "tcp",
      connectionsMax: CONNECTIONS_MAX,
    });
    spared = [leaveToTheKiller("pid", server.pid)];
  };
  const forget = (): void => spared.splice(0).forEach((spare) => spare());
  await start();
  const everyone = (): readonly number[] => [server.pid, ...childrenOf(server.pid)];
  return {
    port: () => Number(new URL(server.url).port),
    url(port, name) {
      const url = new URL(server.url);
      if (port !== undefined) url.port = String(port);
      if (name !== undefined) url.searchParams.set("application_name", name);
      return url.href;
    },
    async kill() {
      const { pid } = server;
      const all = everyone();
      signal([pid], "SIGKILL");
      // Its processes notice by themselves that it is gone, unless they stand still.
      signal(all, "SIGCONT");
      forget();
      await eventually(() => {
        if (isThere(pid)) throw new Error("The database server is still there.");
      });
    },
    start,
    freeze() {
      const all = everyone();
      spared = [...spared, ...all.slice(1).map((pid) => leaveToTheKiller("pid", pid))];
      signal(all, "SIGSTOP");
    },
    resume() {
      signal(everyone(), "SIGCONT");
      for (const spare of spared.slice(1)) spare();
      spared = spared.slice(0, 1);
    },
    log: () => tryTo(() => readFileSync(join(dataDir, "server.log"), "utf8")) ?? "",
    async remove() {
      signal(everyone(), "SIGCONT");
      await server.stop();
      forget();
      rmSync(folder, { recursive: true, force: true });
      removed();
    },
  };
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) tryTo(() => process.kill(pid, name));
}

function childrenOf(parent: number): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent)
    .map(Number);
}

/** The second number behind the name, which may hold anything in its brackets. */
function parentOf(pid: string): number | undefined {
  const stat = tryTo(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

const isThere = (pid: number): boolean => tryTo(() => process.kill(pid, 0)) ?? false;

function tryTo<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
