/** Folds everything up to one moment. */
import type { Recorded } from "../../domain/fold/event";
import { PastFold, type Folds } from "./folding";
import type { Walker } from "./past-events";
import { NOWHERE, reachedBy, type Folded, type See } from "./time-travel";

export class Arrival implements Walker {
  readonly #past: PastFold;
  #reached = NOWHERE;

  constructor(
    folds: Folds,
    private readonly see: See,
  ) {
    this.#past = new PastFold(folds);
  }

  take(event: Recorded): void {
    this.#past.apply(this.see(event));
    this.#reached = reachedBy(event);
  }

  over(): void {
    // Whatever was taken is in it.
  }

  folded(): Folded {
    return { ...this.#reached, aggregates: this.#past.aggregates(), tables: this.#past.tables() };
  }
}
