/** One endpoint as this process sees it: what waits for it, how much it is given at once, and whether its circuit is closed. */
import type { Clock } from "../time/clock";
import type { Room } from "./claims";
import { Circuit, type CircuitState } from "../circuit/circuit";
import { lanes, type Delivery, type Lane, type Target } from "./delivery";
import type { SenderSettings } from "./settings";

export interface ReceiverOptions {
  readonly endpointId: string;
  readonly clock: Clock;
  readonly settings: SenderSettings;
  readonly onCircuit: (receiver: Receiver, state: CircuitState) => void;
}

/** An answer about the endpoint that may serve further attempts, and when (ms, monotonic) it was asked for. */
interface KnownTarget {
  readonly askedAt: number;
  readonly target: Promise<Target | null>;
}

/** How long one answer about an endpoint serves at most; none serves a delivery that was claimed after it was asked for. */
const TARGET_MS = 1_000;

/**
 * The window is how many attempts of the schedule may be under way: it grows by one with every success and halves with every
 * failure. After a probe that arrived it begins at one, so that the backlog comes in order, and slowly at first.
 */
export class Receiver {
  readonly endpointId: string;
  readonly circuit: Circuit;
  readonly #settings: SenderSettings;
  readonly #waiting: Record<Lane, Delivery[]> = { manual: [], fresh: [], retry: [] };
  readonly #running: Record<Lane, number> = { manual: 0, fresh: 0, retry: 0 };
  /** The last claim left something behind, or may have. */
  readonly #more: Record<Lane, boolean> = { manual: false, fresh: false, retry: false };
  #window: number;
  #known: KnownTarget | undefined;

  constructor({ endpointId, clock, settings, onCircuit }: ReceiverOptions) {
    this.endpointId = endpointId;
    this.#settings = settings;
    this.#window = settings.windowStart;
    const { circuitVolume: volume, circuitWindowMs: windowMs, circuitOpenMs: openMs } = settings;
    const onChange = (state: CircuitState) => {
      if (state === "closed") this.#window = 1;
      onCircuit(this, state);
    };
    this.circuit = new Circuit({ clock, volume, windowMs, openMs, onChange });
  }

  /** How much more each lane takes: twice what may be under way, nothing while the circuit is open, one while it probes. */
  rooms(): readonly Room[] {
    return lanes.map((lane) => ({ endpointId: this.endpointId, lane, room: this.#room(lane) }));
  }

  /** Told after a claim what there had been room for. */
  claimed(rooms: readonly Room[], deliveries: readonly Delivery[]): void {
    for (const { lane, room } of rooms)
      this.#more[lane] = deliveries.filter((delivery) => delivery.lane === lane).length >= room;
    for (const delivery of deliveries) this.#waiting[delivery.lane].push(delivery);
  }

  /** Something may wait in the table for which there is room by now. */
  get wantsMore(): boolean {
    return lanes.some((lane) => this.#more[lane] && this.#room(lane) > this.#capacity(lane) / 2);
  }

  /** The next delivery that may be sent now; it counts as running until `ended`. */
  next(): Delivery | undefined {
    for (const lane of lanes) {
      if (this.#running[lane] >= this.#width(lane)) continue;
      const delivery = this.#waiting[lane].shift();
      if (delivery === undefined) continue;
      this.#running[lane] += 1;
      return delivery;
    }
    return undefined;
  }

  /** It is not begun yet after all, and goes first when its lane may send again. */
  putBack(delivery: Delivery): void {
    this.#running[delivery.lane] -= 1;
    this.#waiting[delivery.lane].unshift(delivery);
  }

  ended(lane: Lane): void {
    this.#running[lane] -= 1;
  }

  /** What an attempt of the schedule came to. */
  learn(succeeded: boolean): void {
    if (succeeded) this.#window = Math.min(this.#window + 1, this.#settings.windowMax);
    else this.#window = Math.max(1, Math.floor(this.#window / 2));
  }

  /** Takes out what waits for the schedule's lanes, or for all. */
  empty(which: readonly Lane[]): readonly Delivery[] {
    return which.flatMap((lane) => this.#waiting[lane].splice(0));
  }

  remove(delivery: Delivery): void {
    const place = this.#waiting[delivery.lane].indexOf(delivery);
    if (place >= 0) this.#waiting[delivery.lane].splice(place, 1);
  }

  get isIdle(): boolean {
    return lanes.every((lane) => this.#held(lane) === 0) && this.circuit.isIdle;
  }

  /** The endpoint, as it was at some moment after the delivery had been claimed. */
  target(claimedAt: number, now: number, find: () => Promise<Target | null>): Promise<Target | null> {
    const known = this.#known;
    if (known !== undefined && known.askedAt >= claimedAt && now - known.askedAt < TARGET_MS) return known.target;
    const target = find();
    const asked: KnownTarget = { askedAt: now, target };
    this.#known = asked;
    target.catch(() => {
      if (this.#known === asked) this.#known = undefined;
    });
    return target;
  }

  #held(lane: Lane): number {
    return this.#waiting[lane].length + this.#running[lane];
  }

  #room(lane: Lane): number {
    return Math.max(0, this.#capacity(lane) - this.#held(lane));
  }

  #capacity(lane: Lane): number {
    if (lane === "manual" || this.circuit.state === "closed") return 2 * this.#width(lane);
    return this.#width(lane);
  }

  /** How many attempts of a lane may be under way. Retries take a quarter, so that they do not crowd out what is new. */
  #width(lane: Lane): number {
    if (lane === "manual") return this.#settings.manualMax;
    const { state } = this.circuit;
    if (state === "open") return 0;
    if (state === "closed") return lane === "fresh" ? this.#window : Math.ceil(this.#window / 4);
    const other = lane === "fresh" ? this.#running.retry : this.#running.fresh;
    return other > 0 ? 0 : 1;
  }
}
