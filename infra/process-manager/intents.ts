/** Performs a manager's intents under leases, several at a time, and hands their outcomes on in batches. */
import { SURE_MS } from "../leases/fallen";
import { unlessAborted } from "../time/waiting";
import { wakeable, type Worker } from "../time/wakeable";
import type { Engine } from "./engine";
import { intentQueue, recordOutcomes, type Ended, type IntentRow } from "./outcomes";
import type { Process } from "./process-manager";

const NEXT = `SELECT min(available_at) AS next FROM operational.process_intents
  WHERE manager = $1 AND status = 'pending' AND available_at > $2`;

const ERROR_CHARACTERS_MAX = 1_000;
/** Of the first claim of a row; every claim and every giving back makes it grow. */
const FIRST_FENCE = 1;

/** Stopping waits for effects in flight, for as long as the grace period, and gives everything else back. */
export class IntentWorker implements Worker {
  /** Claimed and not yet recorded; what is missing here was lost to another runner. */
  readonly #held = new Map<string, IntentRow>();
  readonly #waiting: IntentRow[] = [];
  /** By the monotonic clock: when a row was last known to be ours. */
  readonly #knownAt = new WeakMap<IntentRow, number>();
  readonly #ended: Ended[] = [];
  readonly #claims: Worker;
  readonly #records: Worker;
  readonly #renewals: Worker;
  #running = 0;
  #stopping = false;
  #callOffNext: (() => void) | undefined;
  #callOffRenewal: (() => void) | undefined;
  #idle: (() => void) | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly process: Process,
  ) {
    const of = `the process manager "${process.manager.name}"`;
    this.#claims = wakeable(engine, `Claiming intents of ${of}`, () => this.#claim());
    this.#records = wakeable(engine, `Recording outcomes of ${of}`, () => this.#record());
    this.#renewals = wakeable(engine, `Renewing leases of ${of}`, () => this.#renew());
  }

  wake(): void {
    this.#claims.wake();
  }

  async stop(): Promise<void> {
    const { clock, pool, settings } = this.engine;
    this.#stopping = true;
    const over = new AbortController();
    const callOffGrace = clock.after(settings.graceMs, () => over.abort());
    await this.#claims.stop();
    this.#callOffNext?.();
    const unstarted = this.#waiting.splice(0);
    for (const { id } of unstarted) this.#held.delete(id);
    await intentQueue.release(pool, unstarted, clock.now());
    const settled = new Promise<void>((resolve) => (this.#idle = resolve));
    this.#start();
    await unlessAborted(settled, over.signal);
    callOffGrace();
    await Promise.all([this.#records.stop(), this.#renewals.stop()]);
    this.#callOffRenewal?.();
    const left = [...this.#held.values()];
    this.#held.clear();
    await intentQueue.release(pool, left, clock.now());
  }

  async #claim(): Promise<void> {
    const { clock, pool, settings } = this.engine;
    const { leaseMs, claimsMax: limit } = settings;
    this.#callOffNext?.();
    let full = true;
    let now = clock.now();
    while (full && !this.#stopping && this.#waiting.length < limit / 2 && this.#held.size < limit * 2) {
      const values = [this.process.manager.name, [...this.#held.keys()], this.engine.runner];
      now = clock.now();
      const sentAt = performance.now();
      const rows = await intentQueue.claim(pool, { now, leaseMs, limit, values });
      for (const row of [...rows].sort((left, right) => left.sequence - right.sequence)) {
        this.#held.set(row.id, row);
        this.#knownAt.set(row, sentAt);
        this.#waiting.push(row);
      }
      full = rows.length === limit;
      this.#renewSoon();
      this.#start();
    }
    if (!full && !this.#stopping) await this.#lookWhenNextIsDue(now);
  }

  /** Asks as of the claim: what fell due since then was not claimed, and would otherwise be seen by neither. */
  async #lookWhenNextIsDue(claimedAt: Date): Promise<void> {
    const { clock, pool } = this.engine;
    const { rows } = await pool.query<{ next: string | null }>(NEXT, [this.process.manager.name, claimedAt]);
    const next = rows[0]?.next ?? null;
    if (next === null) return;
    const milliseconds = new Date(next).getTime() - clock.now().getTime();
    if (milliseconds <= 0) this.wake();
    else this.#callOffNext = clock.after(milliseconds, () => this.wake());
  }

  #start(): void {
    // What has ended and is not recorded would be performed again as well, were this process to fall now: it counts too.
    while (this.#running + this.#ended.length < this.engine.settings.concurrency && !this.#stopping) {
      const [row] = this.#waiting;
      if (row === undefined) break;
      // Claimed by a process that then was frozen, for all it knows: it asks first.
      if (performance.now() - (this.#knownAt.get(row) ?? 0) > SURE_MS) return this.#renewals.wake();
      this.#waiting.shift();
      this.#running += 1;
      void attempt(this.engine, this.process, row).then((end) => this.#end(end));
    }
    if (this.#running === 0 && this.#ended.length === 0) this.#idle?.();
  }

  #end(end: Ended): void {
    this.#running -= 1;
    if (this.#held.get(end.row.id) === end.row) this.#ended.push(end);
    this.#records.wake();
    this.#start();
  }

  async #record(): Promise<void> {
    const batch = this.#ended.slice(0, this.engine.settings.claimsMax);
    if (batch.length > 0) await recordOutcomes(this.engine, this.process, batch);
    this.#ended.splice(0, batch.length);
    for (const { row } of batch) if (this.#held.get(row.id) === row) this.#held.delete(row.id);
    if (batch.length > 0) this.engine.wake(this.process.manager.name);
    if (this.#ended.length > 0) this.#records.wake();
    this.#start();
  }

  #renewSoon(): void {
    if (this.#callOffRenewal !== undefined || this.#held.size === 0) return;
    const { clock, settings } = this.engine;
    this.#callOffRenewal = clock.after(settings.leaseMs / 3, () => this.#renewals.wake());
  }

  async #renew(): Promise<void> {
    const { clock, pool, settings } = this.engine;
    const rows = [...this.#held.values()];
    this.#callOffRenewal?.();
    this.#callOffRenewal = undefined;
    this.#renewSoon();
    const sentAt = performance.now();
    const kept = await intentQueue.renew(pool, rows, clock.now(), settings.leaseMs);
    for (const row of rows) {
      if (kept.has(row)) this.#knownAt.set(row, sentAt);
      else if (this.#held.get(row.id) === row) this.#lose(row);
    }
    this.#start();
  }

  #lose(row: IntentRow): void {
    this.#held.delete(row.id);
    const place = this.#waiting.indexOf(row);
    if (place >= 0) this.#waiting.splice(place, 1);
    const facts = { manager: this.process.manager.name, intent: row.id };
    this.engine.logger.warn(facts, "The lease of an intent was lost to another runner.");
  }
}

/** Never rejects. */
async function attempt(engine: Engine, process: Process, row: IntentRow): Promise<Ended> {
  const { attemptsMax } = engine.settings;
  if (row.result !== null) return { row, outcome: { result: row.result } };
  if (row.attempts > attemptsMax)
    return { row, outcome: { result: { gaveUp: "No attempt ended while its lease held." } } };
  try {
    return { row, outcome: { result: { done: (await perform(engine, process, row)) ?? null } } };
  } catch (thrown) {
    const error = sayable(thrown);
    if (row.attempts >= attemptsMax) return { row, outcome: { result: { gaveUp: error } } };
    return { row, outcome: { error, retryAt: retryAt(engine, row.attempts) } };
  }
}

async function perform(
  { clock, pool, settings }: Engine,
  { manager, effects }: Process,
  row: IntentRow,
): Promise<unknown> {
  const effect = Object.hasOwn(effects, row.effect) ? effects[row.effect] : undefined;
  if (effect === undefined)
    throw new Error(`The process manager "${manager.name}" has no effect called "${row.effect}".`);
  return effect(row.payload, {
    intentId: row.id,
    instance: row.instance,
    causationId: row.causation_id,
    correlationId: row.correlation_id,
    position: row.position,
    attempt: row.attempts,
    // Not by the attempts: one that a stop gave up is not counted, and may have acted all the same.
    firstTriedAt: row.fence === FIRST_FENCE ? null : new Date(row.first_claimed_at),
    now: clock.now(),
    stillMine: async () => (await intentQueue.renew(pool, [row], clock.now(), settings.leaseMs)).has(row),
  });
}

/** Postgres stores no NUL character, and an error's text may hold anything. */
function sayable(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.replaceAll("\0", "").slice(0, ERROR_CHARACTERS_MAX);
}

function retryAt({ clock, ids, settings }: Engine, attempts: number): Date {
  const delay = Math.min(settings.retryBaseMs * 2 ** (attempts - 1), settings.retryMaxMs);
  const random = ids.bytes(4).readUInt32BE() / 2 ** 32;
  return new Date(clock.now().getTime() + delay * (1 - random / 2));
}
