/** What works at one manager in this process: its timers, its intents, and whoever waits here for it to be let go on. */
import { Bell } from "../time/waiting";
import type { Worker } from "../time/wakeable";
import type { Engine } from "./engine";
import { IntentWorker } from "./intents";
import type { Process } from "./process-manager";
import { timerWorker } from "./timers";

export class ManagerWorkers implements Worker {
  /** One per shard that is folded here. */
  readonly #bells = new Set<Bell>();
  readonly #timers: ReturnType<typeof timerWorker>;
  readonly #intents: Worker;

  constructor(engine: Engine, process: Process) {
    this.#timers = timerWorker(engine, process);
    this.#intents = new IntentWorker(engine, process);
  }

  wake(): void {
    for (const bell of this.#bells) bell.ring();
    this.#timers.wake();
    this.#intents.wake();
  }

  /** The checkpoint of one of its shards moved. */
  moved(): void {
    this.#timers.moved();
  }

  /** Rings at every wake until it is taken down. */
  hang(): { readonly bell: Bell; readonly takeDown: () => void } {
    const bell = new Bell();
    this.#bells.add(bell);
    return { bell, takeDown: () => this.#bells.delete(bell) };
  }

  async stop(): Promise<void> {
    await Promise.all([this.#timers.stop(), this.#intents.stop()]);
  }
}
