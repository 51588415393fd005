/** Who waits for more of the log: woken at once by events that they want, and now and then by how far it has come. */
import type { Recorded } from "../../domain/fold/event";
import { systemClock } from "../time/clock";
import { unlessAborted } from "../time/waiting";

interface Waiter {
  /** Event types; all where undefined. */
  readonly wanted: ReadonlySet<string> | undefined;
  readonly wake: () => void;
}

/** A dozen followers, of which one or two want what has come: while pages come one after another, the others look so often at most. */
const ALL_EVERY_MS = 20;

export class Followers {
  readonly #waiting = new Set<Waiter>();
  /** By the monotonic clock: when everybody was woken last. */
  #allAt = -ALL_EVERY_MS;
  #callOff: (() => void) | undefined;

  /** Resolves when there is more of these types, or a moment after there was more of others, or when the signal aborts. */
  async next(wanted: ReadonlySet<string> | undefined, signal: AbortSignal): Promise<void> {
    let waiter: Waiter | undefined;
    const woken = new Promise<void>((wake) => {
      waiter = { wanted, wake };
      this.#waiting.add(waiter);
    });
    await unlessAborted(woken, signal);
    if (waiter !== undefined) this.#waiting.delete(waiter);
  }

  /** The log goes on by these events. */
  tell(events: readonly Recorded[]): void {
    const restMs = ALL_EVERY_MS - (performance.now() - this.#allAt);
    if (restMs <= 0) {
      this.tellAll();
      return;
    }
    for (const waiter of this.#waiting) if (isFor(waiter, events)) this.#wake(waiter);
    if (this.#waiting.size > 0) this.#callOff ??= systemClock.after(restMs, () => this.tellAll());
  }

  tellAll(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#allAt = performance.now();
    for (const waiter of this.#waiting) this.#wake(waiter);
  }

  #wake(waiter: Waiter): void {
    this.#waiting.delete(waiter);
    waiter.wake();
  }
}

const isFor = ({ wanted }: Waiter, events: readonly Recorded[]): boolean =>
  wanted === undefined || events.some(({ type }) => wanted.has(type));
