/** Runs process managers: folds the log, fires timers and performs intents, together with every other process that does. */
import type { Pool } from "pg";
import type { EventLog } from "../event-log/event-log";
import { watchForFallen } from "../leases/fallen";
import type { LeaseDuties } from "../leases/leases";
import type { Ids } from "../ids/ids";
import type { Logger } from "../logging/logger";
import { listening } from "../postgres/notifications";
import type { Clock } from "../time/clock";
import { processDefaults, type Engine, type ProcessSettings } from "./engine";
import { Folding } from "./folds";
import { freeFallen } from "./freeing";
import { retryHalted } from "./halting";
import { polling } from "./polling";
import type { Process } from "./process-manager";
import { reached } from "./reached";
import { register } from "./shards";
import { leastPosition, processStatus, type ProcessStatus } from "./status";
import { ManagerWorkers } from "./workers";
import { CHANNEL } from "./writing";

export interface ProcessRunnerOptions {
  /** Its database has `processMigrations` and `leaseMigrations`. The runner keeps one connection while it runs, and works on others. */
  readonly pool: Pool;
  readonly log: Pick<EventLog, "head" | "readAll" | "subscribe">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
  readonly processes: readonly Process[];
  /** Names this process, to its lease holder as well; one of its own unless told. */
  readonly runner?: string;
  readonly settings?: Partial<ProcessSettings>;
}

export interface ProcessRunner {
  /** What this process folds while it holds the lease of it; the rest is shared with the others row by row. */
  readonly duties: LeaseDuties;
  /** New managers start at the end of the log as it is when this resolves. */
  start(): Promise<void>;
  /**
   * Takes on nothing more, waits for effects in flight up to the grace period, and gives back what it holds. The leases are
   * given back after that: as long as its process holds any it is known to live, and once it is killed meanwhile, to be dead.
   */
  stop(): Promise<void>;
  status(): Promise<readonly ProcessStatus[]>;
  /** Lets a halted manager go on; false where it was not halted. */
  retry(manager: string): Promise<boolean>;
  /** Waits until every manager has folded the log up to `position`; false where they had not within the time. */
  processed(position: number, timeoutMs: number): Promise<boolean>;
}

export function createProcessRunner({ processes, settings, ...options }: ProcessRunnerOptions): ProcessRunner {
  const all = { ...processDefaults, ...settings };
  const { runner = options.ids.next() } = options;
  const engine: Engine = { ...options, settings: all, runner, wake };
  const managers = processes.map(({ manager }) => manager);
  const names = managers.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`Two process managers are called "${repeated}".`);

  const awaiting = new Set<() => void>();
  const workers = new Map(processes.map((process) => [process.manager.name, new ManagerWorkers(engine, process)]));
  const tellAwaiting = () => awaiting.forEach((look) => look());
  const folding = new Folding(engine, processes, workers, tellAwaiting);
  const poll = polling(engine, wakeAll);
  const listens = listening({ ...engine, channel: CHANNEL }, heard);
  const free = async (fallen: readonly string[]) => {
    if (await freeFallen(engine, names, fallen)) wakeAll();
  };
  const fallen = watchForFallen({ ...engine, free });

  function wake(manager: string): void {
    workers.get(manager)?.wake();
    folding.wake(manager);
  }
  function wakeAll(): void {
    for (const name of names) wake(name);
  }
  function heard(payload: string | null): void {
    const [from, manager] = payload?.split(/ (.*)/s) ?? [];
    if (from === undefined || manager === undefined) wakeAll();
    else if (from !== engine.runner) wake(manager);
  }

  return {
    duties: folding.duties,
    async start() {
      for (const manager of managers) await register(engine.pool, engine.log, manager);
      listens.start();
      poll.start();
      fallen.start();
    },
    async stop() {
      await Promise.all([poll, listens, fallen, ...workers.values()].map((one) => one.stop()));
    },
    status: () => processStatus(engine, managers, (manager) => folding.isHere(manager)),
    retry: (manager) => retryHalted(engine, manager),
    processed: (position, timeoutMs) =>
      reached(engine, awaiting, timeoutMs, async () => (await leastPosition(engine, managers)) >= position),
  };
}
