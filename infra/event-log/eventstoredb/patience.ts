/** Waiting in real time: pauses, limits and growing back-off. Network patience never follows a test's clock. */

/** Resolves after some milliseconds, or at once when the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
  });
}

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 2_000;

/** How long to wait before try `attempt` (from 1): doubling, with jitter so that processes do not come back in step. */
export function backOffMs(attempt: number): number {
  const full = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  return full * (0.5 + Math.random() / 2);
}
