/** A gate that closes when what everyone needs does not answer, and opens when it does: one looks, and all the others wait. */
import type { Logger } from "../logging/logger";
import type { Clock } from "../time/clock";
import { pause } from "../time/waiting";

export interface Gate {
  /** Resolves when it is open, or nobody is to wait any more. */
  open(): Promise<void>;
  close(why: unknown): void;
  closedSince(): Date | null;
}

interface GateParts {
  /** Must not reject. */
  readonly isWell: () => Promise<boolean>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;
/** Who asks whether all is well may wait for long: the log says that they do. */
const SAY_AGAIN_MS = 15_000;

/** Who waits is let go when `stop` aborts. */
export function createGate({ isWell, clock, logger }: GateParts, stop: AbortSignal): Gate {
  let closed: { readonly since: Date; readonly over: Promise<void> } | undefined;

  async function untilWell(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    const from = performance.now();
    const waited = (): { waitedMs: number } => ({ waitedMs: Math.round(performance.now() - from) });
    const saying = setInterval(() => logger.warn(waited(), "Records still wait."), SAY_AGAIN_MS).unref();
    do {
      await pause(clock, wait, stop);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    } while (!stop.aborted && !(await isWell()));
    clearInterval(saying);
    closed = undefined;
    logger.info(waited(), "Records are taken in again.");
  }
  return {
    open: () => closed?.over ?? Promise.resolve(),
    close(err) {
      if (closed !== undefined || stop.aborted) return;
      logger.warn({ err }, "Records wait where they are: what is needed to take them in does not answer.");
      closed = { since: clock.now(), over: untilWell() };
    },
    closedSince: () => closed?.since ?? null,
  };
}
