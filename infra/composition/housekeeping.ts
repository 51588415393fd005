/** Forgets, every hour, what has expired. */
import type { Logger } from "../logging/logger";
import type { Clock } from "../time/clock";

const HOUR_MS = 3_600_000;

/** Starts at once to wait; what it gives back ends the waiting. A purge that fails is tried again an hour later. */
export function keepHouse(clock: Clock, logger: Pick<Logger, "warn">, purge: () => Promise<void>): () => void {
  let callOff = clock.after(HOUR_MS, run);
  let stopped = false;
  function run(): void {
    purge()
      .catch((err: unknown) =>
        logger.warn({ err }, "What has expired could not be forgotten; the next hour tries again."),
      )
      .finally(() => {
        if (!stopped) callOff = clock.after(HOUR_MS, run);
      });
  }
  return () => {
    stopped = true;
    callOff();
  };
}
