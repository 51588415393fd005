/** What works at one manager in this process: its timers and its intents. */
import type { Worker } from "../time/wakeable";
import type { Engine } from "./engine";
import { IntentWorker } from "./intents";
import type { Process } from "./process-manager";
import { timerWorker } from "./timers";

export class ManagerWorkers implements Worker {
  readonly #timers: ReturnType<typeof timerWorker>;
  readonly #intents: Worker;

  constructor(engine: Engine, process: Process) {
    this.#timers = timerWorker(engine, process);
    this.#intents = new IntentWorker(engine, process);
  }

  wake(): void {
    this.#timers.wake();
    this.#intents.wake();
  }

  /** The checkpoint of one of its shards moved. */
  moved(): void {
    this.#timers.moved();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#timers.stop(), this.#intents.stop()]);
  }
}
