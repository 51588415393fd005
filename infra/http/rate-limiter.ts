/** Counts against limits that several processes share: each takes small chunks of a window's allowance, never too much in all. */
import type { Pool } from "pg";
import type { Clock } from "../time/clock";

export interface Limit {
  readonly limit: number;
  /** Windows of this length since the epoch, or the calendar month in UTC. */
  readonly windowSeconds: number | "month";
}

/** `remaining` never promises more than there is; other processes may hold a part of the allowance. */
export interface Taken {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** How a window stands: what is used of it, or reserved by any process, and when the next one begins. */
export interface Standing {
  readonly limit: number;
  readonly used: number;
  readonly endsAt: Date;
}

export interface Limiter {
  /** Uses up `units` (1 unless told) of `key`'s allowance in the window of this moment, if as many are left. */
  take(key: string, limit: Limit, units?: number): Promise<Taken>;
  /** Looks without using anything up. */
  look(key: string, limit: Limit): Promise<Standing>;
  /** How long the window of this moment is: of a calendar month, as many seconds as it has. */
  windowSeconds(limit: Limit): number;
  /** Forgets windows that have been over for an hour; returns how many. */
  purge(): Promise<number>;
}

interface Share {
  readonly startsAt: number;
  readonly endsAt: number;
  /** Reserved by this process and not used yet. */
  held: number;
  /** Used or reserved by anyone, as last seen. */
  used: number;
  reserving: Promise<void> | null;
}

const CHUNK_MAX = 50;
const SHARES_MAX = 20_000;
/** Windows go by each process's own clock. One that is over here may still be counted in where the clock is behind. */
const LATE_MS = 3_600_000;
/** A chunk is a tenth of what is left, so that little of a nearly spent allowance lies idle in one process. */
const RESERVE = `
  INSERT INTO operational.rate_windows AS shared (key, starts_at, ends_at, used, granted)
  VALUES ($1, $2, $3, GREATEST(1, LEAST($5, $4 / 10)), GREATEST(1, LEAST($5, $4 / 10)))
  ON CONFLICT (key, starts_at) DO UPDATE
  SET granted = GREATEST(1, LEAST($5, ($4 - shared.used) / 10)),
      used = shared.used + GREATEST(1, LEAST($5, ($4 - shared.used) / 10))
  WHERE shared.used < $4
  RETURNING granted, used`;

const USED = "SELECT used FROM operational.rate_windows WHERE key = $1 AND starts_at = $2";

export function createLimiter({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Limiter {
  const shares = new Map<string, Share>();

  const reserve = async (key: string, share: Share, limit: number): Promise<void> => {
    const values = [key, new Date(share.startsAt), new Date(share.endsAt), limit, CHUNK_MAX];
    const { rows } = await pool.query<{ granted: number; used: number }>({
      name: "rate-reserve",
      text: RESERVE,
      values,
    });
    share.held += rows[0]?.granted ?? 0;
    share.used = rows[0]?.used ?? limit;
  };

  const shareOf = (key: string, now: number, limit: Limit): Share => {
    const [startsAt, endsAt] = windowAt(now, limit.windowSeconds);
    const known = shares.get(key);
    if (known?.startsAt === startsAt && known.endsAt === endsAt) return known;
    if (shares.size >= SHARES_MAX) dropOver(shares, now);
    const fresh: Share = { startsAt, endsAt, held: 0, used: 0, reserving: null };
    shares.set(key, fresh);
    return fresh;
  };

  return {
    async take(key, limit, units = 1) {
      const now = clock.now().getTime();
      const share = shareOf(key, now, limit);
      while (share.held < units && share.used < limit.limit) {
        share.reserving ??= reserve(key, share, limit.limit).finally(() => (share.reserving = null));
        await share.reserving;
      }
      const allowed = share.held >= units;
      if (allowed) share.held -= units;
      const remaining = Math.max(0, limit.limit - share.used + share.held);
      return { allowed, limit: limit.limit, remaining, resetSeconds: Math.ceil((share.endsAt - now) / 1000) };
    },
    async look(key, limit) {
      const share = shareOf(key, clock.now().getTime(), limit);
      while (share.reserving !== null) await share.reserving;
      const { rows } = await pool.query<{ used: number }>(USED, [key, new Date(share.startsAt)]);
      share.used = Math.max(share.used, rows[0]?.used ?? 0);
      return { limit: limit.limit, used: Math.max(0, share.used - share.held), endsAt: new Date(share.endsAt) };
    },
    windowSeconds({ windowSeconds: length }) {
      if (length !== "month") return length;
      const [startsAt, endsAt] = windowAt(clock.now().getTime(), length);
      return (endsAt - startsAt) / 1000;
    },
    async purge() {
      const over = new Date(clock.now().getTime() - LATE_MS);
      const { rowCount } = await pool.query("DELETE FROM operational.rate_windows WHERE ends_at < $1", [over]);
      return rowCount ?? 0;
    },
  };
}

function windowAt(now: number, window: number | "month"): readonly [number, number] {
  if (window === "month") {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return [Date.UTC(year, month), Date.UTC(year, month + 1)];
  }
  const length = window * 1000;
  const start = Math.floor(now / length) * length;
  return [start, start + length];
}

/** Where all are of this moment, the oldest half goes: what it held is lost to its window, never doubled. */
function dropOver(shares: Map<string, Share>, now: number): void {
  for (const [key, share] of shares) if (share.endsAt <= now) shares.delete(key);
  const surplus = shares.size - SHARES_MAX / 2;
  for (const key of [...shares.keys()].slice(0, Math.max(0, surplus))) shares.delete(key);
}
