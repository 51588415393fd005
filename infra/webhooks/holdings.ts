/** The deliveries that this process has claimed and not yet recorded or given back. */
import type { Delivery } from "./delivery";

/** A claimed delivery, when (ms, monotonic) it was claimed, and when it was last known to be ours. */
export interface Held {
  readonly delivery: Delivery;
  readonly claimedAt: number;
  knownAt: number;
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

  /**
   * Takes up what was claimed and returns what is to be sent. A lease that ended unnoticed may have been claimed again by
   * this very process: as long as nobody else had it in between, what is being sent goes on under the new lease.
   */
  hold(deliveries: readonly Delivery[], claimedAt: number): readonly Delivery[] {
    return deliveries.filter((delivery) => {
      const held = this.#held.get(delivery.id)?.delivery;
      const counted = delivery.lane === "manual" ? 0 : 1;
      const goesOn = held?.lane === delivery.lane && delivery.attempts === held.attempts + counted;
      if (goesOn) held.fence = delivery.fence;
      else this.#held.set(delivery.id, { delivery, claimedAt, knownAt: claimedAt });
      return !goesOn;
    });
  }

  find(delivery: Delivery): Held | undefined {
    const held = this.#held.get(delivery.id);
    return held?.delivery === delivery ? held : undefined;
  }

  /** What was last known to be ours at or before this instant. */
  notKnownSince(instant: number): readonly Delivery[] {
    return [...this.#held.values()].filter(({ knownAt }) => knownAt <= instant).map(({ delivery }) => delivery);
  }

  /** They were renewed by a statement that was sent at this instant. */
  known(deliveries: readonly Delivery[], sentAt: number): void {
    for (const delivery of deliveries) {
      const held = this.find(delivery);
      if (held !== undefined) held.knownAt = sentAt;
    }
  }

  forget(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) if (this.find(delivery) !== undefined) this.#held.delete(delivery.id);
  }
}
