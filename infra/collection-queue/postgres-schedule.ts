/** The daily schedule: derived from what is tracked at the moment, so that nothing has to be told to it and nothing stays in it. */
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import type { Clock } from "../time/clock";
import type { CollectionSchedule, LeasedCollection } from "./collection-queue";
import { dueSql, leaseSql, type DuePlace, type TakenPlace } from "./schedule-sql";

export interface ScheduleParts {
  /** Its database has `collectionQueueMigrations`, and the tables that `tracked` names. */
  readonly pool: Pool;
  readonly clock: Clock;
  /**
   * SQL with one row for each interest in a place: `place_id`, `account_id`, the name of what is wanted as `wants`, `since`
   * when, `checked_at` (null where nobody has looked yet), and `closed` for places that are looked at once a week only.
   */
  readonly tracked: string;
  /** The sections behind each name. */
  readonly wanted: ReadonlyMap<string, readonly string[]>;
}

/** How many places one look at everything that is tracked finds at most. */
const LOOKED_AHEAD = 1_000;
/** A look that took this long is used for twenty times as long: looking takes at most a twentieth of the time. */
const SLOW_MS = 100;
const REST = 20;
/** A clock that is set while one looks makes the look seem long. */
const REST_MS_MAX = 60_000;
const DAY_MS = 86_400_000;

interface Lookout {
  /** Not handed out yet. */
  readonly places: DuePlace[];
  readonly foundAll: boolean;
  readonly untilMs: number;
}

export function createPostgresSchedule({ pool, clock, tracked, wanted }: ScheduleParts): CollectionSchedule {
  const due = dueSql(tracked);
  const lease = leaseSql(tracked);
  const lookouts = new Map<string, Lookout>();

  async function lookout(wants: readonly string[]): Promise<Lookout> {
    const key = wants.join();
    const known = lookouts.get(key);
    const now = clock.now();
    if (known !== undefined && now.getTime() < known.untilMs && (known.foundAll || known.places.length > 0))
      return known;
    const { rows } = await pool.query<DuePlace>(due, [now, dayOf(now), wants, LOOKED_AHEAD]);
    const tookMs = clock.now().getTime() - now.getTime();
    const untilMs = tookMs < SLOW_MS ? 0 : clock.now().getTime() + Math.min(tookMs * REST, REST_MS_MAX);
    const found = { places: rows, foundAll: rows.length < LOOKED_AHEAD, untilMs };
    lookouts.set(key, found);
    return found;
  }

  /** Those of the places that are still due and nobody else's. */
  async function take(places: readonly DuePlace[], wants: readonly string[], leaseMs: number) {
    const now = clock.now();
    const [ids, accounts, turns] = [
      places.map(({ placeId }) => placeId),
      places.map(({ accountId }) => accountId),
      places.map(({ turn }) => turn),
    ];
    const until = new Date(now.getTime() + leaseMs);
    const { rows } = await pool.query<TakenPlace>(lease, [now, dayOf(now), wants, until, ids, accounts, turns]);
    return rows;
  }

  return {
    async lease({ limit, leaseSeconds, sections }) {
      const wants = [...wanted].filter(([, all]) => all.some((one) => sections.includes(one))).map(([name]) => name);
      if (wants.length === 0) return [];
      const { places } = await lookout(wants);
      const taken: TakenPlace[] = [];
      while (taken.length < limit && places.length > 0)
        taken.push(...(await take(places.splice(0, limit - taken.length), wants, leaseSeconds * 1_000)));
      const asked = (names: readonly string[]) => new Set(names.flatMap((name) => wanted.get(name) ?? []));
      return taken
        .sort((one, other) => one.turn - other.turn || (one.placeId < other.placeId ? -1 : 1))
        .map((place) =>
          scheduled(
            place,
            [...asked(place.wants)].filter((one) => sections.includes(one)),
            clock.now(),
          ),
        );
    },
    async purge() {
      const { rowCount } = await pool.query(FORGET, [dayOf(clock.now()), clock.now()]);
      await pool.query(FORGET_TURNS);
      return rowCount ?? 0;
    },
  };
}

const FORGET = "DELETE FROM operational.collection_schedule WHERE day < $1 AND leased_until <= $2";
/** An account that is behind everybody lines up with the others anyway. */
const FORGET_TURNS = `DELETE FROM operational.collection_turns WHERE kind = 'scheduled'
  AND turn < (SELECT max(turn) FROM operational.collection_turns WHERE kind = 'scheduled')`;

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** A day's id for a place, and short enough to stand in what an observation answers, however long the place's own id is. */
function scheduled(place: TakenPlace, sections: readonly string[], now: Date): LeasedCollection {
  const { placeId, dueSince: requestedAt, leasedUntil, attempt } = place;
  const midnight = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS).toISOString();
  const hash = createHash("sha256").update(placeId).digest("hex").slice(0, 24);
  const requestId = `scheduled-${dayOf(now)}-${hash}`;
  const expiresAt = leasedUntil > midnight ? leasedUntil : midnight;
  return { requestId, placeId, sections, requestedAt, expiresAt, leasedUntil, attempt };
}
