/** The shards of one manager that this process holds are folded together: a page is read once, folded once and moves all of them at once. */
import type { LogPage } from "../event-log/event-log";
import { systemClock } from "../time/clock";
import { Bell, pause, unlessAborted } from "../time/waiting";
import type { Engine } from "./engine";
import { applyPage, Superseded, type Member } from "./events";
import { retryHalted } from "./halting";
import type { Following, LateMoves } from "./late-moves";
import type { Process } from "./process-manager";
import { register, type Shard } from "./shards";

const AFTER_FAILURE_MS = 1_000;
/**
 * While events keep coming, a page begins so long after the one before: a transaction for every few events would cost more than
 * what is made of them. What comes after a rest is folded at once.
 */
const PAGE_EVERY_MS = 25;

const READ = `SELECT shard, position, halted IS NOT NULL AS halted FROM operational.process_checkpoints
  WHERE manager = $1 AND shards = $2 AND shard = ANY ($3)`;

interface Held {
  readonly shard: Shard;
  /** Of its lease. */
  readonly signal: AbortSignal;
  readonly left: () => void;
  /** Nobody has asked yet whether it was halted before it came here. */
  fresh: boolean;
}

interface Row {
  readonly shard: number;
  readonly position: number;
  readonly halted: boolean;
}

export class Cohort {
  readonly #held = new Map<number, Held>();
  /** By number: those that have met the end of the log, and can be behind the others by a few events only. */
  readonly #near = new Set<number>();
  readonly #bell = new Bell();
  /** Aborts when a shard comes or goes. */
  #changed = new AbortController();
  #running = false;

  constructor(
    private readonly engine: Engine,
    private readonly process: Process,
    private readonly late: LateMoves,
    private readonly moved: () => void,
  ) {}

  /** Not any more once the leases are lost, although what is in flight may still come to its end. */
  get isHere(): boolean {
    return [...this.#held.values()].some(({ signal }) => !signal.aborted);
  }

  /** It may be worth looking at what is halted again. */
  wake(): void {
    this.#bell.ring();
  }

  /** Folds the shard until the signal aborts; resolves when nothing of it is in flight any more. */
  hold(shard: Shard, signal: AbortSignal): Promise<void> {
    return new Promise((left) => {
      this.#held.set(shard.shard, { shard, signal, left, fresh: true });
      signal.addEventListener("abort", () => this.#changed.abort(), { once: true });
      this.#changed.abort();
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    // Leases that were taken together come one after another, and are one cohort from the beginning.
    await Promise.resolve();
    for (;;) {
      const { signal } = (this.#changed = new AbortController());
      for (const one of this.#held.values()) if (one.signal.aborted) this.#leave(one);
      if (this.#held.size === 0) break;
      try {
        await this.#round([...this.#held.values()], signal);
      } catch (error) {
        if (signal.aborted || error instanceof Superseded) continue;
        const manager = this.process.manager.name;
        this.engine.logger.warn({ err: error, manager }, "A process manager could not follow the log and tries again.");
        await pause(this.engine.clock, AFTER_FAILURE_MS, signal);
      }
    }
    this.#running = false;
  }

  #leave({ shard, left }: Held): void {
    this.#held.delete(shard.shard);
    this.#near.delete(shard.shard);
    left();
  }

  /** Ends when the cohort is to be formed anew: when it changed, when those behind have caught up, or when one failed. */
  async #round(held: readonly Held[], changed: AbortSignal): Promise<void> {
    const { engine, process } = this;
    const { name: manager } = process.manager;
    const numbers = held.map(({ shard }) => shard.shard);
    const { rows } = await engine.pool.query<Row>(READ, [manager, held[0]?.shard.shards, numbers]);
    if (rows.length < held.length) return register(engine.pool, engine.log, process.manager);
    const isHalted = (number: number) => rows.some(({ shard, halted }) => halted && shard === number);
    const brought = held.some(({ shard, fresh }) => fresh && isHalted(shard.shard));
    for (const one of held) one.fresh = false;
    // A restart may well have brought the remedy.
    if (brought) {
      await retryHalted(engine, manager);
      return;
    }

    const position = (number: number) => rows.find(({ shard }) => shard === number)?.position ?? 0;
    const members = held.map(({ shard, signal }): Member => {
      const stored = position(shard.shard);
      return { shard, signal, position: stored, stored };
    });
    const standing = members.filter(({ shard }) => !isHalted(shard.shard));
    const first = Math.max(...standing.map((member) => member.position));
    const near = standing.filter((member) => member.position === first || this.#near.has(member.shard.shard));
    const behind = standing.filter((member) => !near.includes(member));
    const halted = numbers.filter(isHalted);

    const round = new AbortController();
    const end = () => round.abort();
    changed.addEventListener("abort", end, { once: true });
    if (changed.aborted) return;
    const tasks = [
      ...(near.length > 0 ? [this.#follow(near, round)] : []),
      ...(behind.length > 0 ? [this.#catchUp(behind, round)] : []),
      ...(halted.length > 0 ? [this.#whenLetGo(halted, round.signal)] : []),
    ].map((task) => task.finally(end));
    for (const ended of await Promise.allSettled(tasks))
      if (ended.status === "rejected" && !(ended.reason instanceof Superseded)) throw ended.reason;
  }

  async #follow(members: readonly Member[], round: AbortController, until?: "near"): Promise<void> {
    const { engine, process, late } = this;
    const { name: manager, on } = process.manager;
    const { signal } = round;
    const shards = members[0]?.shard.shards ?? 1;
    // So that a transaction folds as much as it would of the whole.
    const limit = Math.ceil((engine.settings.pageSize * shards) / members.length);
    const after = Math.min(...members.map(({ position }) => position));
    const superseded = () => round.abort();
    const following: Following = { manager, members, settling: undefined, written: this.moved, superseded };
    try {
      for await (const page of engine.log.subscribe({ after, types: Object.keys(on), limit, signal })) {
        await following.settling;
        if (signal.aborted || members.some((member) => member.signal.aborted)) return;
        const beganAt = performance.now();
        await this.#apply(following, page);
        if (!page.atHead) continue;
        for (const { shard } of members) this.#near.add(shard.shard);
        if (until === "near") return;
        const restMs = PAGE_EVERY_MS - (performance.now() - beganAt);
        // By the machine's own time: it is a rest from work, which no test's clock stops.
        if (page.events.length > 0 && restMs > 0) await pause(systemClock, restMs, signal);
      }
    } finally {
      // Whoever folds these next goes on from here.
      await late.now(following);
    }
  }

  async #apply(following: Following, page: LogPage): Promise<void> {
    const { engine, process, late } = this;
    const applying = applyPage(engine, process, following.members, page);
    following.settling = applying.then(
      () => undefined,
      () => undefined,
    );
    const left = await applying.finally(() => (following.settling = undefined));
    late.soon(following);
    if (left) engine.wake(process.manager.name);
  }

  /** By themselves until they are where the others are, who do not wait for them. */
  #catchUp(members: readonly Member[], round: AbortController): Promise<void> {
    return this.#follow(members, round, "near");
  }

  /** Resolves when one of them is not halted any more. */
  async #whenLetGo(numbers: readonly number[], signal: AbortSignal): Promise<void> {
    const { manager } = this.process;
    for (;;) {
      await unlessAborted(this.#bell.next(), signal);
      if (signal.aborted) return;
      const { rows } = await this.engine.pool.query<Row>(READ, [manager.name, manager.shards ?? 1, numbers]);
      if (rows.some(({ halted }) => !halted)) return;
    }
  }
}
