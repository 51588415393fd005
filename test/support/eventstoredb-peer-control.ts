/** Starts the protocol peer as a child process and makes it fail on demand: killed, frozen, slow, or silent after a commit. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PeerOptions } from "./eventstoredb-peer";
import type { Written } from "./eventstoredb-peer-written";
import type { PeerConfirmation, PeerOrder } from "./eventstoredb-peer-process";
import type { Served } from "./eventstoredb-peer-read";
import { WITH_TYPESCRIPT } from "./with-typescript";

export interface PeerControl {
  readonly connectionString: string;
  readonly port: number;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts again on the same port with the data it had acknowledged, and with other options where told. */
  restart(changed?: PeerOptions): Promise<void>;
  /** The process stands still, its connections stay open. */
  freeze(): void;
  thaw(): void;
  /** Every answer to an append waits this long from now on. */
  delay(milliseconds: number): Promise<void>;
  /** The next append is committed and never answered. */
  loseNextAnswer(): Promise<void>;
  /** Looking through a thousand records that match nothing takes this long from now on. */
  slowSearch(milliseconds: number): Promise<void>;
  /** Ends every subscription with an error. */
  dropSubscriptions(): Promise<void>;
  /** Tells every subscriber that it fell behind, and that it has caught up. */
  fallBehind(): Promise<void>;
  /** What readers were sent since it started. */
  served(): Promise<Served>;
  /** Removes the bytes of erased streams up to a position, or everywhere; tells how many records went. */
  scavenge(before?: number): Promise<number>;
  /** Everybody's events as they stand in its files. */
  events(): Promise<readonly Written[]>;
  /** The server's own as well. */
  allEvents(): Promise<readonly Written[]>;
  /** Puts these into its files instead, behind its back: positions, revisions and all. */
  rewrite(events: readonly Written[]): Promise<void>;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
}

const ENTRY = join(__dirname, "eventstoredb-peer-process.ts");

export async function startPeer(options: PeerOptions = {}): Promise<PeerControl> {
  const folder = await mkdtemp(join(tmpdir(), "eventstoredb-peer-"));
  const file = join(folder, "log.ndjson");
  let child = await spawnPeer(file, 0, options);
  const { port } = child;
  const gone = async (): Promise<void> => {
    const { process: running } = child;
    if (running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, "exit");
    running.kill("SIGKILL");
    await exited;
  };
  const ask = (order: PeerOrder): Promise<PeerConfirmation> => give(child.process, order);
  const tell = async (order: PeerOrder): Promise<void> => {
    await ask(order);
  };
  return {
    connectionString: `esdb://127.0.0.1:${port}?tls=${options.tls !== undefined}`,
    port,
    kill: gone,
    restart: async (changed = options) => {
      await gone();
      child = await spawnPeer(file, port, changed);
    },
    freeze: () => void child.process.kill("SIGSTOP"),
    thaw: () => void child.process.kill("SIGCONT"),
    delay: (milliseconds) => tell({ order: "delay", milliseconds }),
    loseNextAnswer: () => tell({ order: "lose", answers: 1 }),
    slowSearch: (milliseconds) => tell({ order: "slow-search", milliseconds }),
    dropSubscriptions: () => tell({ order: "drop" }),
    fallBehind: () => tell({ order: "fall-behind" }),
    served: async () => (await ask({ order: "served" })).served ?? { events: 0, bytes: 0, checkpoints: 0 },
    scavenge: async (before) =>
      (await ask({ order: "scavenge", ...(before !== undefined && { before }) })).removed ?? 0,
    events: async () => (await ask({ order: "show" })).events ?? [],
    allEvents: async () => (await ask({ order: "show-all" })).events ?? [],
    rewrite: (events) => tell({ order: "rewrite", events }),
    stop: async () => {
      await gone();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function spawnPeer(
  file: string,
  port: number,
  options: PeerOptions,
): Promise<{ process: ChildProcess; port: number }> {
  const child = fork(ENTRY, [file, String(port), JSON.stringify(options)], {
    cwd: __dirname,
    execArgv: [...WITH_TYPESCRIPT],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ready = once(child, "message").then(([message]: { port: number }[]) => message?.port);
  const failed = once(child, "exit").then(() => undefined);
  const listening = await Promise.race([ready, failed]);
  if (listening === undefined) throw new Error("The EventStoreDB peer ended before it listened.");
  return { process: child, port: listening };
}

async function give(child: ChildProcess, order: PeerOrder): Promise<PeerConfirmation> {
  const confirmed = once(child, "message");
  child.send(order);
  const [confirmation] = (await confirmed) as [PeerConfirmation];
  return confirmation;
}
