/** Processes that have fallen silent: what they had in hand is freed for others, and who slept knows when to ask before it goes on. */
import type { Pool } from "pg";
import type { Logger } from "../logging/logger";
import { systemClock } from "../time/clock";

/**
 * For so long (monotonic) after it was claimed or renewed nobody frees what is in hand; what waits for longer is renewed
 * before it is begun. A holder's own lease is renewed every half second and lasts 4.5 s, and others then look twice.
 */
export const SURE_MS = 4_000;
/** How often they look, in real time, and how long a process has to be seen silent. One that only lost its connections is back by then. */
const LOOK_MS = 1_000;
const SEEN_MS = 900;
/** A statement of a frozen process may still claim or lock something: it is freed again after as long as it had been fallen. */
const AGAIN_MS_MAX = 60_000;

/**
 * By the database's clock. Nothing is known of a process whose rows were deleted: it gave everything back, or fell so long ago
 * that its row leases have ended by themselves.
 */
const SILENT = `SELECT runner FROM operational.lease_holders WHERE runner <> $1
  GROUP BY runner HAVING max(expires_at) < clock_timestamp()`;

export interface FallenOptions {
  readonly pool: Pool;
  readonly logger: Pick<Logger, "warn">;
  /** This process, which never takes itself for fallen. */
  readonly runner: string;
  /** Frees what these have in hand. May be called again for the same. */
  free(runners: readonly string[]): Promise<void>;
}

export interface FallenWatch {
  start(): void;
  stop(): Promise<void>;
}

/**
 * A lease per process in place of short leases per row: work in hand costs nothing to keep, and a database that stands still
 * for a while, or a machine whose clock is off, takes nothing from anybody.
 */
export function watchForFallen({ pool, logger, runner, free }: FallenOptions): FallenWatch {
  /** Since when it was seen silent, and when it is freed next, by the monotonic clock. */
  const silent = new Map<string, { readonly since: number; next: number }>();
  let callOff: (() => void) | undefined;
  let looking = Promise.resolve();
  let stopped = false;

  async function look(): Promise<void> {
    const { rows } = await pool.query<{ runner: string }>(SILENT, [runner]);
    const now = performance.now();
    const seen = new Set(rows.map((row) => row.runner));
    for (const known of silent.keys()) if (!seen.has(known)) silent.delete(known);
    for (const one of seen) if (!silent.has(one)) silent.set(one, { since: now, next: now + SEEN_MS });
    const fallen = [...silent].filter(([, { next }]) => next <= now);
    if (fallen.length === 0) return;
    await free(fallen.map(([one]) => one));
    for (const [, one] of fallen) one.next = now - one.since > AGAIN_MS_MAX ? Infinity : now + (now - one.since);
  }
  function lookSoon(): void {
    if (stopped) return;
    callOff = systemClock.after(LOOK_MS, () => {
      looking = look()
        .catch((err: unknown) => {
          // What was seen before the database was gone counts for nothing: everybody was silent since.
          silent.clear();
          if (!stopped)
            logger.warn({ err }, "What fallen processes had in hand could not be freed; it is tried again.");
        })
        .then(lookSoon);
    });
  }
  return {
    start: lookSoon,
    async stop() {
      stopped = true;
      callOff?.();
      await looking;
    },
  };
}
