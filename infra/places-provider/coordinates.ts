/** Where addresses lie, remembered for as long as the provider allows: thirty days, in memory. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../time/clock";
import type { Point } from "./places-provider";

const HOUR_MS = 3_600_000;
/** What is over is swept out every hour, so that nothing is held when its thirty days end. */
const KEPT_MS = 30 * 24 * HOUR_MS - HOUR_MS;
const ADDRESSES_MAX = 10_000;

export class Coordinates {
  readonly #points: LRUCache<string, Point>;
  #callOff: () => void;

  constructor(private readonly clock: Clock) {
    this.#points = new LRUCache({
      max: ADDRESSES_MAX,
      ttl: KEPT_MS,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
    });
    this.#callOff = this.#sweepLater();
  }

  get size(): number {
    return this.#points.size;
  }

  get(address: string): Point | undefined {
    return this.#points.get(address);
  }

  set(address: string, point: Point): void {
    this.#points.set(address, point);
  }

  /** Forgets everything. */
  stop(): void {
    this.#callOff();
    this.#points.clear();
  }

  #sweepLater(): () => void {
    return this.clock.after(HOUR_MS, () => {
      this.#points.purgeStale();
      this.#callOff = this.#sweepLater();
    });
  }
}
