/** Which tables this process keeps, and for how long: as long as it holds their leases. */
import type { Pool } from "pg";
import type { Lease, LeaseDuties } from "../leases/leases";
import type { Logger } from "../logging/logger";
import { listening, type Listening } from "../postgres/notifications";
import { systemClock } from "../time/clock";
import { wakeable } from "../time/wakeable";
import { COMMANDS_CHANNEL } from "./commands";
import { createTurns } from "./runner";

export interface TenureOptions {
  readonly pool: Pool;
  readonly tables: readonly string[];
  readonly logger: Logger;
  /** About twice a second, when a table was taken and when an operator asks for something. Never twice at once. */
  look(): Promise<void>;
  /** The lease of this table ends: nothing new is begun for it from here on. Resolves when nothing is under way. */
  left(table: string): Promise<void>;
}

const LOOK_EVERY_MS = 500;

export class Tenure {
  readonly duties: LeaseDuties;
  readonly #options: TenureOptions;
  readonly #held = new Map<string, Lease>();
  readonly #inTurn = createTurns();
  readonly #loop: ReturnType<typeof wakeable>;
  readonly #listening: Listening;
  #callOff: () => void = () => undefined;

  constructor(options: TenureOptions) {
    const { pool, logger, tables } = options;
    this.#options = options;
    this.duties = { kind: "projection", names: tables, hold: (lease) => this.#hold(lease) };
    // In real time, whatever clock the service goes by: rivals and connections do not go by it.
    const clock = systemClock;
    this.#loop = wakeable({ clock, logger }, "Looking after the read tables", () => this.#look());
    this.#listening = listening({ pool, clock, logger, channel: COMMANDS_CHANNEL }, () => this.#loop.wake());
  }

  /** The table's lease where it holds now, by the clock. */
  lease(table: string): Lease | undefined {
    const lease = this.#held.get(table);
    return lease?.signal.aborted === false ? lease : undefined;
  }

  start(): void {
    this.#listening.start();
  }

  async stop(): Promise<void> {
    this.#callOff();
    await this.#listening.stop();
    await this.#loop.stop();
  }

  async #hold(lease: Lease): Promise<void> {
    const { signal, name } = lease;
    this.#held.set(name, lease);
    this.#loop.wake();
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    const left = this.#options.left(name);
    // A look in flight may be about to begin something; it asks for the lease before that.
    await this.#inTurn(() => left);
    this.#held.delete(name);
  }

  async #look(): Promise<void> {
    this.#callOff();
    if (this.#held.size === 0) return;
    this.#callOff = systemClock.after(LOOK_EVERY_MS, () => this.#loop.wake());
    await this.#inTurn(() => this.#options.look());
  }
}
