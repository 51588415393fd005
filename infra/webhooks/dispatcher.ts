/** Attempts what was claimed: endpoint by endpoint in turns, within their windows and what one process may have in flight. */
import type { Room } from "./claims";
import type { CircuitState } from "../circuit/circuit";
import { SURE_MS } from "../leases/fallen";
import { lanes, type Delivery } from "./delivery";
import type { Holdings } from "./holdings";
import { Receiver } from "./receiver";
import { attempt, type SendingParts, type Turnout } from "./sending";

export interface DispatcherParts extends SendingParts {
  readonly holdings: Holdings;
  /** An attempt is over, or the delivery goes back without one. Not told of deliveries that were lost meanwhile. */
  readonly onTurnout: (delivery: Delivery, turnout: Turnout) => void;
  /** Deliveries that wait here although their circuit has opened. */
  readonly onParked: (deliveries: readonly Delivery[]) => void;
  /** Something has waited here for so long that it may be another's by now: to be renewed, and then `goOn`. */
  readonly onDoubt: () => void;
  /** There is room for more of what the table may hold. */
  readonly onRoom: () => void;
}

export class Dispatcher {
  readonly #receivers = new Map<string, Receiver>();
  /** Receivers that may have something to send, in the order of their turns. */
  readonly #turns = new Set<Receiver>();
  /** Receivers whose next delivery is to be renewed before it is begun. */
  readonly #doubtful = new Set<Receiver>();
  #inFlight = 0;
  #stopped = false;

  constructor(private readonly parts: DispatcherParts) {}

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Something may wait in the table for which there is room by now. */
  get wantsMore(): boolean {
    return [...this.#receivers.values()].some((receiver) => receiver.wantsMore);
  }

  rooms(): readonly Room[] {
    return [...this.#receivers.values()].flatMap((receiver) => receiver.rooms());
  }

  /** Takes over what was claimed for these rooms. */
  take(deliveries: readonly Delivery[], rooms: readonly Room[]): void {
    const wanted = groups(rooms, ({ endpointId }) => endpointId);
    const claimed = groups(deliveries, (delivery) => delivery.endpoint_id);
    for (const endpointId of new Set([...wanted.keys(), ...claimed.keys()])) {
      const receiver = this.#receiver(endpointId);
      receiver.claimed(wanted.get(endpointId) ?? receiver.rooms(), claimed.get(endpointId) ?? []);
      if (receiver.circuit.state === "open") this.parts.onParked(receiver.empty(["fresh", "retry"]));
      this.#turns.add(receiver);
    }
    this.#go();
  }

  /** What was doubtful is known to be ours, or was dropped. */
  goOn(): void {
    for (const receiver of this.#doubtful) this.#turns.add(receiver);
    this.#doubtful.clear();
    this.#go();
  }

  /** The lease was lost: it is not begun any more. */
  drop(delivery: Delivery): void {
    this.#receivers.get(delivery.endpoint_id)?.remove(delivery);
  }

  /** Begins nothing more, and hands over what it had not begun. */
  stop(): readonly Delivery[] {
    this.#stopped = true;
    return [...this.#receivers.values()].flatMap((receiver) => receiver.empty(lanes));
  }

  /** After everything in flight has ended. */
  close(): void {
    for (const receiver of this.#receivers.values()) receiver.circuit.stop();
  }

  /** Forgets receivers that have nothing to be remembered for. */
  forgetIdle(): void {
    for (const [endpointId, receiver] of this.#receivers) {
      if (!receiver.isIdle) continue;
      receiver.circuit.stop();
      this.#receivers.delete(endpointId);
    }
  }

  #receiver(endpointId: string): Receiver {
    const known = this.#receivers.get(endpointId);
    if (known !== undefined) return known;
    const { clock, settings } = this.parts;
    const onCircuit = (receiver: Receiver, state: CircuitState) => this.#onCircuit(receiver, state);
    const receiver = new Receiver({ endpointId, clock, settings, onCircuit });
    this.#receivers.set(endpointId, receiver);
    return receiver;
  }

  /** One delivery per receiver and turn. */
  #go(): void {
    while (this.#inFlight < this.parts.settings.inFlightMax && !this.#stopped) {
      const [receiver] = this.#turns;
      if (receiver === undefined) return;
      this.#turns.delete(receiver);
      if (this.#doubtful.has(receiver)) continue;
      const delivery = receiver.next();
      if (delivery === undefined) continue;
      const held = this.parts.holdings.find(delivery);
      if (held !== undefined && performance.now() - held.knownAt > SURE_MS) {
        receiver.putBack(delivery);
        this.#doubtful.add(receiver);
        this.parts.onDoubt();
        continue;
      }
      this.#turns.add(receiver);
      if (held === undefined) {
        receiver.ended(delivery.lane);
        continue;
      }
      this.#inFlight += 1;
      void attempt(this.parts, receiver, held).then((turnout) => this.#end(receiver, delivery, turnout));
    }
  }

  #end(receiver: Receiver, delivery: Delivery, turnout: Turnout): void {
    this.#inFlight -= 1;
    receiver.ended(delivery.lane);
    this.#turns.add(receiver);
    this.parts.onTurnout(delivery, turnout);
    this.#go();
    if (receiver.wantsMore) this.parts.onRoom();
  }

  #onCircuit(receiver: Receiver, state: CircuitState): void {
    const { endpointId } = receiver;
    const { logger } = this.parts;
    if (state === "open") {
      logger.warn({ endpointId }, "A webhook endpoint keeps failing; its deliveries are parked until a probe arrives.");
      this.parts.onParked(receiver.empty(["fresh", "retry"]));
      return;
    }
    if (state === "closed") logger.info({ endpointId }, "A webhook endpoint answers again.");
    this.#turns.add(receiver);
    this.parts.onRoom();
  }
}

function groups<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const all = new Map<string, Item[]>();
  for (const item of items) {
    const those = all.get(keyOf(item));
    if (those === undefined) all.set(keyOf(item), [item]);
    else those.push(item);
  }
  return all;
}
