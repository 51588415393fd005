/** Waiting that ends early, and at once, when it is called off. */
import type { Clock } from "./clock";

/** The promise's value, or undefined as soon as the signal aborts. Leaves nothing behind on a signal that lives long. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    signal.addEventListener("abort", stop, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Resolves when the clock has moved on by `milliseconds`, or the signal aborts. */
export async function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  let cancel: (() => void) | undefined;
  const elapsed = new Promise<void>((resolve) => {
    cancel = clock.after(milliseconds, resolve);
  });
  await unlessAborted(elapsed, signal);
  cancel?.();
}

/** One waits, others wake it. A ring while the one is elsewhere, looking perhaps, is kept for when it comes to wait. */
export class Bell {
  #wake: (() => void) | undefined;
  #rung = false;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Forgets what has rung: for who has just seen that there is no news in it. */
  hush(): void {
    this.#rung = false;
  }

  async next(): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    this.#rung = false;
  }
}
