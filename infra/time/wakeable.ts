/** A loop that works when it is woken, never twice at once, and forgets no wake. */
import type { Logger } from "../logging/logger";
import type { Clock } from "./clock";

export interface Worker {
  wake(): void;
  /** Resolves after the round in flight. */
  stop(): Promise<void>;
}

export interface WakeableParts {
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn">;
}

const AFTER_FAILURE_MS = 1_000;

/** A wake during the work leads to one more round. Work that throws is logged and tried again after a second. */
export function wakeable({ clock, logger }: WakeableParts, what: string, work: () => Promise<void>): Worker {
  let running: Promise<void> | undefined;
  let woken = false;
  let stopped = false;
  let callOff: (() => void) | undefined;

  const over = () => stopped;
  async function run(): Promise<void> {
    while (woken && !over()) {
      woken = false;
      try {
        await work();
      } catch (error) {
        if (over()) break;
        logger.warn({ err: error }, `${what} failed and is tried again.`);
        callOff?.();
        callOff = clock.after(AFTER_FAILURE_MS, wake);
      }
    }
    running = undefined;
  }
  function wake(): void {
    woken = true;
    if (!stopped) running ??= run();
  }
  return {
    wake,
    async stop() {
      stopped = true;
      callOff?.();
      await running;
    },
  };
}
