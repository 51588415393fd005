/** Takes this process's share of the names it wants, works at them, and gives back what others shall have. */
import type { Pool } from "pg";
import type { Logger } from "../logging/logger";
import { systemClock } from "../time/clock";
import { endConnections } from "./ended-connections";
import { watchForFallen, type FallenWatch } from "./fallen";
import { hold, type Holding } from "./holdings";
import type { Lease, LeaseDuties, LeaseHolder } from "./leases";
import { Membership, type Sight } from "./membership";
import { share, type Place } from "./sharing";

export interface LeaseSettings {
  /** After so much silence the others may take what this process holds. */
  readonly leaseMs: number;
  /** Between two renewals, each of which also looks for what is free. */
  readonly lookMs: number;
  /** Whoever shall have a free name takes it within a look; what is free for longer anybody takes. */
  readonly freeMs: number;
}

export interface LeaseHolderOptions {
  /** Of `createPool`; one connection is used for as long as the holder runs. */
  readonly pool: Pool;
  readonly logger: Logger;
  /** Names the process for those who look at the tables. */
  readonly runner: string;
  readonly duties: readonly LeaseDuties[];
  readonly settings?: Partial<LeaseSettings>;
}

const SETTINGS: LeaseSettings = { leaseMs: 4_500, lookMs: 500, freeMs: 700 };
/** A name whose work ended by itself is not taken again for so long, so that another process may try. */
const REST_MS = 1_500;

/** One for each process. Waits in real time, whatever clock the service goes by: rivals and connections do not go by it. */
export function createLeaseHolder(options: LeaseHolderOptions): LeaseHolder {
  return new Holder(options);
}

const idOf = ({ kind, name }: { readonly kind: string; readonly name: string }) => `${kind} ${name}`;

class Holder implements LeaseHolder {
  readonly #options: LeaseHolderOptions;
  readonly #settings: LeaseSettings;
  readonly #holdings = new Map<string, Holding>();
  readonly #fallen: FallenWatch;
  /** By id and the monotonic clock: since when a name was seen to be free, and until when one rests. */
  readonly #freeSince = new Map<string, number>();
  readonly #restUntil = new Map<string, number>();
  #membership: Membership | undefined;
  #stopping = false;
  #failing = false;
  #woken = false;
  #wake: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: LeaseHolderOptions) {
    this.#options = options;
    this.#settings = { ...SETTINGS, ...options.settings };
    const { pool, logger } = options;
    this.#fallen = watchForFallen({ ...options, free: (fallen) => endConnections(pool, logger, fallen) });
  }

  async start(): Promise<void> {
    this.#fallen.start();
    const first = this.#look();
    this.#running = first.then(
      () => this.#keepLooking(),
      () => this.#membership?.end(undefined),
    );
    await first;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const { stop } of this.#holdings.values()) stop();
    this.#nudge();
    await Promise.all([this.#running, this.#fallen.stop()]);
  }

  held(kind: string): ReadonlyMap<string, Lease> {
    const leases = [...this.#holdings.values()].filter((holding) => holding.kind === kind);
    return new Map(leases.filter(({ lease }) => !lease.signal.aborted).map(({ lease }) => [lease.name, lease]));
  }

  /** Also renews while what was held comes to its end. */
  async #keepLooking(): Promise<void> {
    while (!this.#stopping || this.#holdings.size > 0) {
      await this.#pause();
      try {
        await this.#look();
        this.#failing = false;
      } catch (error) {
        if (!this.#failing && !this.#stopping)
          this.#options.logger.warn({ err: error }, "The leases could not be looked after; it is tried again.");
        this.#failing = true;
      }
    }
    // Where that fails the connection is gone, and others see that.
    await this.#membership?.leave().catch(() => undefined);
  }

  async #look(): Promise<void> {
    if (this.#membership?.isOver() === true) this.#membership = undefined;
    if (this.#membership === undefined && this.#stopping) return;
    const membership = (this.#membership ??= await this.#join());
    if (this.#stopping) await membership.wantNothing();
    const sight = await membership.look();
    await this.#reconcile(membership, sight);
    if (this.#stopping) return;
    const { take, give } = share(membership.holder, sight.seekers, sight.places);
    for (const place of give) this.#holdings.get(idOf(place))?.stop();
    await this.#take(membership, [...new Set([...take, ...this.#leftFree(sight)])]);
  }

  #join(): Promise<Membership> {
    const { pool, runner, duties, logger } = this.#options;
    return Membership.join({
      pool,
      runner,
      wants: Object.fromEntries(duties.map(({ kind, names }) => [kind, names])),
      leaseMs: this.#settings.leaseMs,
      heard: () => this.#nudge(),
      over: (error) => {
        for (const { stop } of this.#holdings.values()) stop();
        if (!this.#stopping) logger.warn({ err: error }, "The leases are lost and competed for again.");
        this.#nudge();
      },
    });
  }

  /** What the database holds and this process do not know of each other ends here: an answer may have got lost. */
  async #reconcile(membership: Membership, { places }: Sight): Promise<void> {
    const ours = places.filter(({ holder }) => holder === membership.holder);
    const fences = new Set(ours.map(({ fence }) => fence));
    const working = [...this.#holdings.values()];
    for (const { lease, stop } of working) if (!fences.has(lease.fence)) stop();
    const known = new Set(working.map(({ lease }) => lease.fence));
    const unknown = ours.filter(({ fence }) => !known.has(fence));
    if (unknown.length > 0) await membership.giveBack(unknown.map(({ fence }) => fence));
  }

  #leftFree({ places }: Sight): readonly Place[] {
    const free = places.filter(({ holder }) => holder === null);
    const ids = new Set(free.map(idOf));
    for (const id of this.#freeSince.keys()) if (!ids.has(id)) this.#freeSince.delete(id);
    const now = performance.now();
    for (const id of ids) if (!this.#freeSince.has(id)) this.#freeSince.set(id, now);
    return free.filter((place) => now - (this.#freeSince.get(idOf(place)) ?? now) > this.#settings.freeMs);
  }

  async #take(membership: Membership, places: readonly Place[]): Promise<void> {
    const now = performance.now();
    const ready = places.filter((place) => {
      const id = idOf(place);
      return this.#dutiesOf(place) !== undefined && !this.#holdings.has(id) && (this.#restUntil.get(id) ?? 0) <= now;
    });
    if (ready.length === 0) return;
    const taken = await membership.take(ready);
    if (!membership.isOver() && !this.#stopping) for (const place of taken) this.#begin(membership, place);
  }

  #dutiesOf({ kind, name }: Place): LeaseDuties | undefined {
    return this.#options.duties.find((duties) => duties.kind === kind && duties.names.includes(name));
  }

  #begin(membership: Membership, place: Place): void {
    const duties = this.#dutiesOf(place);
    if (duties === undefined) return;
    const holding = hold(duties, place, membership);
    this.#holdings.set(idOf(place), holding);
    void holding.done.then(async (error) => {
      const { kind, name, fence } = place;
      const byItself = !holding.lease.signal.aborted;
      if (byItself) this.#restUntil.set(idOf(place), performance.now() + REST_MS);
      if (error !== undefined)
        this.#options.logger.warn({ err: error, kind, name }, "The work under a lease failed; it begins again.");
      // Where this fails, the next look finds a name that is held and not worked at.
      if (!membership.isOver()) await membership.giveBack([fence]).catch(() => undefined);
      this.#holdings.delete(idOf(place));
      this.#nudge();
    });
  }

  #nudge(): void {
    this.#woken = true;
    this.#wake();
  }

  /** Until the next look is due or somebody nudges. */
  async #pause(): Promise<void> {
    if (!this.#woken)
      await new Promise<void>((resolve) => {
        const callOff = systemClock.after(this.#settings.lookMs, resolve);
        this.#wake = () => {
          callOff();
          resolve();
        };
      });
    this.#woken = false;
  }
}
