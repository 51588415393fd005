/** The deliveries that this process has claimed and not yet recorded or given back. */
import type { Delivery } from "./delivery";

/** A claimed delivery and when (ms, monotonic) it was claimed. */
export interface Held {
  readonly delivery: Delivery;
  readonly claimedAt: number;
}

/** By id; what is missing here was lost to another process. A delivery that was lost and claimed again is another object. */
export class Holdings {
  readonly #held = new Map<string, Held>();

  get size(): number {
    return this.#held.size;
  }

  get deliveries(): readonly Delivery[] {
    return [...this.#held.values()].map(({ delivery }) => delivery);
  }

  hold(held: Held): void {
    this.#held.set(held.delivery.id, held);
  }

  find(delivery: Delivery): Held | undefined {
    const held = this.#held.get(delivery.id);
    return held?.delivery === delivery ? held : undefined;
  }

  forget(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) if (this.find(delivery) !== undefined) this.#held.delete(delivery.id);
  }
}
