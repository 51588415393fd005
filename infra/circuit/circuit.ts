/** A circuit breaker that lives by the service's clock: what it counts, when it opens, and the one probe that decides. */
import { EventEmitter } from "node:events";
import CircuitBreaker from "opossum";
import type { Clock } from "../time/clock";

export interface CircuitOptions {
  readonly clock: Clock;
  readonly volume: number;
  readonly windowMs: number;
  readonly openMs: number;
  /** It opened, let a probe through, or closed after a probe arrived. */
  readonly onChange: (state: CircuitState) => void;
}

/** `probing` is half open: one attempt is let through, and its end opens or closes the circuit. */
export type CircuitState = "closed" | "open" | "probing";

/** Rejected without having been tried, because the circuit was open or a probe was under way. */
export class CircuitOpen extends Error {
  override readonly name = "CircuitOpen";
}

type Work = () => Promise<unknown>;
type Breaker = CircuitBreaker<[Work]>;

const BUCKETS = 6;
/** The breaker's own timer waits on the machine's clock; ours replaces it, so it is set as far away as it can be. */
const NEVER_MS = 2 ** 31 - 1;

export class Circuit {
  readonly #rotation = new EventEmitter();
  #breaker: Breaker;
  #callOffProbe: (() => void) | undefined;
  #callOffRotation: (() => void) | undefined;

  constructor(private readonly options: CircuitOptions) {
    this.#breaker = this.#make();
    this.#rotate();
  }

  get state(): CircuitState {
    if (this.#breaker.opened) return "open";
    return this.#breaker.halfOpen ? "probing" : "closed";
  }

  /** Closed, and nothing was tried for a whole window: forgetting it loses nothing. */
  get isIdle(): boolean {
    return this.#breaker.closed && this.#breaker.stats.fires === 0;
  }

  /** Runs the work and counts whether it threw; throws CircuitOpen where it was not run. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return (await this.#breaker.fire(work)) as Result;
    } catch (error) {
      if (error instanceof Error && CircuitBreaker.isOurError(error)) throw new CircuitOpen("The circuit is open.");
      throw error;
    }
  }

  stop(): void {
    this.#callOffProbe?.();
    this.#callOffRotation?.();
    this.#breaker.shutdown();
  }

  #make(state: { readonly closed: boolean; readonly halfOpen: boolean } = { closed: true, halfOpen: false }): Breaker {
    const options = {
      timeout: false as const,
      resetTimeout: NEVER_MS,
      errorThresholdPercentage: 50,
      volumeThreshold: this.options.volume,
      rollingCountBuckets: BUCKETS,
      rollingPercentilesEnabled: false,
      enableSnapshots: false,
      rotateBucketController: this.#rotation,
      state,
    };
    const breaker: Breaker = new CircuitBreaker<[Work]>((work) => work(), options);
    breaker.on("open", () => {
      this.#callOffProbe = this.options.clock.after(this.options.openMs, () => this.#probe());
      this.options.onChange("open");
    });
    breaker.on("close", () => this.options.onChange("closed"));
    return breaker;
  }

  /** Attempts of before that are still under way count for the breaker they began with. */
  #probe(): void {
    this.#breaker.shutdown();
    this.#breaker = this.#make({ closed: false, halfOpen: true });
    this.options.onChange("probing");
  }

  #rotate(): void {
    this.#callOffRotation = this.options.clock.after(this.options.windowMs / BUCKETS, () => {
      this.#rotation.emit("rotate");
      this.#rotate();
    });
  }
}
