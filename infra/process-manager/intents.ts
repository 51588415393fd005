/** Performs a manager's intents under leases, several at a time, and hands their outcomes on in batches. */
import { unlessAborted } from "../event-log/postgres/waiting";
import type { Engine, Worker } from "./engine";
import { intentQueue, recordOutcomes, type Ended, type IntentRow } from "./outcomes";
import type { Process } from "./process-manager";
import { wakeable } from "./wakeable";

const NEXT = `SELECT min(available_at) AS next FROM operational.process_intents
  WHERE manager = $1 AND status = 'pending' AND available_at > $2`;

const ERROR_CHARACTERS_MAX = 1_000;

/** Stopping waits for effects in flight, for as long as the grace period, and gives everything else back. */
export function intentWorker(engine: Engine, process: Process): Worker {
  const { clock, pool, settings } = engine;
  const { leaseMs, claimsMax, concurrency } = settings;
  const manager = process.manager.name;
  /** Claimed and not yet recorded; what is missing here was lost to another runner. */
  const held = new Map<string, IntentRow>();
  const waiting: IntentRow[] = [];
  const ended: Ended[] = [];
  let running = 0;
  let stopping = false;
  let renewing = false;
  let callOffNext: (() => void) | undefined;
  let callOffRenewal: (() => void) | undefined;
  let idle: (() => void) | undefined;

  const claims = wakeable(engine, `Claiming intents of the process manager "${manager}"`, async () => {
    callOffNext?.();
    let full = true;
    while (full && !stopping && waiting.length < claimsMax / 2 && held.size < claimsMax * 2) {
      const claim = { now: clock.now(), leaseMs, limit: claimsMax, values: [manager, [...held.keys()]] };
      const rows = await intentQueue.claim(pool, claim);
      for (const row of [...rows].sort((left, right) => left.sequence - right.sequence)) {
        held.set(row.id, row);
        waiting.push(row);
      }
      full = rows.length === claimsMax;
      renewSoon();
      start();
    }
    if (!full && !stopping) await lookWhenNextIsDue();
  });

  async function lookWhenNextIsDue(): Promise<void> {
    const { rows } = await pool.query<{ next: string | null }>(NEXT, [manager, clock.now()]);
    const next = rows[0]?.next ?? null;
    if (next === null) return;
    const milliseconds = new Date(next).getTime() - clock.now().getTime();
    if (milliseconds <= 0) claims.wake();
    else callOffNext = clock.after(milliseconds, claims.wake);
  }

  function start(): void {
    while (running < concurrency && !stopping) {
      const row = waiting.shift();
      if (row === undefined) break;
      running += 1;
      void attempt(engine, process, row).then((end) => {
        running -= 1;
        if (held.get(row.id) === row) ended.push(end);
        records.wake();
        start();
      });
    }
    if (running === 0 && ended.length === 0) idle?.();
  }

  const records = wakeable(engine, `Recording outcomes of the process manager "${manager}"`, async () => {
    const batch = ended.slice(0, claimsMax);
    if (batch.length > 0) await recordOutcomes(engine, process, batch);
    ended.splice(0, batch.length);
    for (const { row } of batch) if (held.get(row.id) === row) held.delete(row.id);
    if (batch.length > 0) engine.wake(manager);
    if (ended.length > 0) records.wake();
    start();
  });

  const renewals = wakeable(engine, `Renewing leases of the process manager "${manager}"`, async () => {
    const rows = [...held.values()];
    renewing = false;
    renewSoon();
    const kept = await intentQueue.renew(pool, rows, clock.now(), leaseMs);
    for (const row of rows) if (!kept.has(row.id) && held.get(row.id) === row) lose(row);
  });
  function renewSoon(): void {
    if (renewing || held.size === 0) return;
    renewing = true;
    callOffRenewal = clock.after(leaseMs / 3, renewals.wake);
  }
  function lose(row: IntentRow): void {
    held.delete(row.id);
    const place = waiting.indexOf(row);
    if (place >= 0) waiting.splice(place, 1);
    engine.logger.warn({ manager, intent: row.id }, "The lease of an intent was lost to another runner.");
  }

  return {
    wake: claims.wake,
    async stop() {
      stopping = true;
      await claims.stop();
      callOffNext?.();
      const unstarted = waiting.splice(0);
      for (const { id } of unstarted) held.delete(id);
      await intentQueue.release(pool, unstarted, clock.now());
      await graceful();
      await Promise.all([records.stop(), renewals.stop()]);
      callOffRenewal?.();
      const left = [...held.values()];
      held.clear();
      await intentQueue.release(pool, left, clock.now());
    },
  };

  async function graceful(): Promise<void> {
    const over = new AbortController();
    const callOff = clock.after(settings.graceMs, () => over.abort());
    const settled = new Promise<void>((resolve) => (idle = resolve));
    start();
    await unlessAborted(settled, over.signal);
    callOff();
  }
}

/** Never rejects. */
async function attempt(engine: Engine, process: Process, row: IntentRow): Promise<Ended> {
  const { attemptsMax } = engine.settings;
  if (row.result !== null) return { row, outcome: { result: row.result } };
  if (row.attempts > attemptsMax) return { row, outcome: { result: { gaveUp: "No attempt ended while its lease held." } } };
  try {
    return { row, outcome: { result: { done: (await perform(engine, process, row)) ?? null } } };
  } catch (thrown) {
    const error = sayable(thrown);
    if (row.attempts >= attemptsMax) return { row, outcome: { result: { gaveUp: error } } };
    return { row, outcome: { error, retryAt: retryAt(engine, row.attempts) } };
  }
}

async function perform({ clock, pool, settings }: Engine, { manager, effects }: Process, row: IntentRow): Promise<unknown> {
  const effect = Object.hasOwn(effects, row.effect) ? effects[row.effect] : undefined;
  if (effect === undefined) throw new Error(`The process manager "${manager.name}" has no effect called "${row.effect}".`);
  return effect(row.payload, {
    intentId: row.id,
    instance: row.instance,
    causationId: row.causation_id,
    correlationId: row.correlation_id,
    position: row.position,
    attempt: row.attempts,
    now: clock.now(),
    stillMine: async () => (await intentQueue.renew(pool, [row], clock.now(), settings.leaseMs)).has(row.id),
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
