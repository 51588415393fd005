/** The one source of time. Tests replace it and walk thirty days in a line. */

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export interface Clock {
  now(): Date;
  /** Calls `run` once this clock has moved on by `milliseconds`; returns a way to call it off. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The machine's clock. Pending calls do not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, MAX_TIMEOUT_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
