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

/** One waits, others wake it. Who waits looks first whether there is something to wait for. */
export class Bell {
  #wake: (() => void) | undefined;

  ring(): void {
    this.#wake?.();
  }

  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
  }
}
