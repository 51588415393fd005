/** Runs process managers: folds the log, fires timers and performs intents, together with every other process that does. */
import type { Pool } from "pg";
import type { EventLog } from "../event-log/event-log";
import { Bell } from "../time/waiting";
import type { Ids } from "../ids/ids";
import type { Logger } from "../logging/logger";
import type { Clock } from "../time/clock";
import { processDefaults, type Engine, type ProcessSettings, type Worker } from "./engine";
import { consume, register } from "./events";
import { retryHalted } from "./halting";
import { IntentWorker } from "./intents";
import { Leadership } from "./leadership";
import type { Process } from "./process-manager";
import { leastPosition, processStatus, type ProcessStatus } from "./status";
import { timerWorker } from "./timers";

export interface ProcessRunnerOptions {
  /** Its database has `processMigrations`. The runner keeps one connection while it runs, and works on others. */
  readonly pool: Pool;
  readonly log: Pick<EventLog, "head" | "readAll" | "subscribe">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
  readonly processes: readonly Process[];
  readonly settings?: Partial<ProcessSettings>;
}

export interface ProcessRunner {
  /** New managers start at the end of the log as it is when this resolves. */
  start(): Promise<void>;
  /** Takes on nothing more, waits for effects in flight up to the grace period, and gives back what it holds. */
  stop(): Promise<void>;
  status(): Promise<readonly ProcessStatus[]>;
  /** Lets a halted manager go on; false where it was not halted. */
  retry(manager: string): Promise<boolean>;
  /** Waits until every manager has folded the log up to `position`; false where they had not within the time. */
  processed(position: number, timeoutMs: number): Promise<boolean>;
}

interface Running {
  readonly bell: Bell;
  readonly timers: ReturnType<typeof timerWorker>;
  readonly intents: Worker;
}

const LOOK_AGAIN_MS = 100;
const PURGE = "DELETE FROM operational.process_intents WHERE status = 'done' AND ended_at < $1";

export function createProcessRunner({ processes, settings, ...options }: ProcessRunnerOptions): ProcessRunner {
  const all = { ...processDefaults, ...settings };
  const engine: Engine = { ...options, settings: all, runner: options.ids.next(), wake };
  const managers = processes.map(({ manager }) => manager);
  const names = managers.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`Two process managers are called "${repeated}".`);

  const awaiting = new Set<() => void>();
  const running = new Map<string, Running>();
  for (const process of processes) {
    const parts = {
      bell: new Bell(),
      timers: timerWorker(engine, process),
      intents: new IntentWorker(engine, process),
    };
    running.set(process.manager.name, parts);
  }
  const leader = new Leadership(engine, names, { lead, heard: wake, looked });

  function wake(manager: string): void {
    const one = running.get(manager);
    one?.bell.ring();
    one?.timers.wake();
    one?.intents.wake();
  }
  async function lead(manager: string, signal: AbortSignal): Promise<void> {
    const process = processes.find((one) => one.manager.name === manager);
    const one = running.get(manager);
    if (process === undefined || one === undefined) return;
    // A restart may well have brought the remedy.
    await retryHalted(engine, manager);
    const moved = () => {
      one.timers.moved();
      for (const look of awaiting) look();
    };
    await consume({ engine, process, woken: () => one.bell.next(), moved }, signal);
  }
  async function looked(): Promise<void> {
    for (const name of names) wake(name);
    await engine.pool.query(PURGE, [new Date(engine.clock.now().getTime() - all.keepDoneMs)]);
  }

  return {
    async start() {
      for (const name of names) await register(engine, name);
      leader.wake();
    },
    async stop() {
      await Promise.all([...running.values()].flatMap(({ timers, intents }) => [timers.stop(), intents.stop()]));
      await leader.stop();
    },
    status: () => processStatus(engine, managers, (manager) => leader.leads(manager)),
    retry: (manager) => retryHalted(engine, manager),
    processed: (position, timeoutMs) =>
      reached(engine, awaiting, timeoutMs, async () => (await leastPosition(engine, managers)) >= position),
  };
}

/** Looks whenever a manager here has moved on, and now and then because others may run elsewhere. */
async function reached(
  { clock }: Engine,
  awaiting: Set<() => void>,
  timeoutMs: number,
  isReached: () => Promise<boolean>,
): Promise<boolean> {
  const bell = new Bell();
  const ring = () => bell.ring();
  const deadline = clock.now().getTime() + timeoutMs;
  awaiting.add(ring);
  try {
    for (;;) {
      if (await isReached()) return true;
      const left = deadline - clock.now().getTime();
      if (left <= 0) return false;
      const callOff = clock.after(Math.min(LOOK_AGAIN_MS, left), ring);
      await bell.next();
      callOff();
    }
  } finally {
    awaiting.delete(ring);
  }
}
