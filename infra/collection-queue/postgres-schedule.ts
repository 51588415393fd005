/** The daily schedule: what is due is derived from what is tracked at the moment, and from when each section was answered last. */
import type { Pool } from "pg";
import type { Clock } from "../time/clock";
import type { CollectionSchedule, LeasedCollection } from "./collection-queue";
import { ANSWERED, dueSql, FORGET, leaseSql, type DuePlace, type TakenPlace } from "./schedule-sql";

export interface ScheduleParts {
  /** Its database has `collectionQueueMigrations`, and the tables that `tracked` names. */
  readonly pool: Pool;
  readonly clock: Clock;
  /**
   * SQL with one row for each interest in a place: `place_id`, `account_id`, the name of what is wanted as `wants`, `since`
   * when, `listed_at` when the place's listing was seen last (null where never), and `closed` for places that are looked at
   * once a week only.
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

  /** The names, each with a section behind it that can be brought, side by side. */
  function pairs(sections: readonly string[]): readonly [readonly string[], readonly string[]] {
    const all = [...wanted].flatMap(([name, behind]) => behind.map((section) => [name, section] as const));
    const brought = all.filter(([, section]) => sections.includes(section));
    return [brought.map(([name]) => name), brought.map(([, section]) => section)];
  }

  async function lookout(sections: readonly string[]): Promise<Lookout> {
    const key = sections.join();
    const known = lookouts.get(key);
    const now = clock.now();
    if (known !== undefined && now.getTime() < known.untilMs && (known.foundAll || known.places.length > 0))
      return known;
    const { rows } = await pool.query<DuePlace>(due, [now, ...pairs(sections), LOOKED_AHEAD]);
    const tookMs = clock.now().getTime() - now.getTime();
    const untilMs = tookMs < SLOW_MS ? 0 : clock.now().getTime() + Math.min(tookMs * REST, REST_MS_MAX);
    const found = { places: rows, foundAll: rows.length < LOOKED_AHEAD, untilMs };
    lookouts.set(key, found);
    return found;
  }

  /** Those of the places of which something is still due, and not in anybody's hands. */
  async function take(places: readonly DuePlace[], sections: readonly string[], leaseMs: number) {
    const now = clock.now();
    const [ids, accounts, turns] = [
      places.map(({ placeId }) => placeId),
      places.map(({ accountId }) => accountId),
      places.map(({ turn }) => turn),
    ];
    const until = new Date(now.getTime() + leaseMs);
    const { rows } = await pool.query<TakenPlace>(lease, [now, ...pairs(sections), until, ids, accounts, turns]);
    return rows;
  }

  return {
    async lease({ limit, leaseSeconds, sections }) {
      const inOrder = [...new Set([...wanted.values()].flat())].filter((one) => sections.includes(one));
      if (inOrder.length === 0) return [];
      const { places } = await lookout(inOrder);
      const taken: TakenPlace[] = [];
      while (taken.length < limit && places.length > 0)
        taken.push(...(await take(places.splice(0, limit - taken.length), inOrder, leaseSeconds * 1_000)));
      return taken
        .sort((one, other) => one.turn - other.turn || (one.placeId < other.placeId ? -1 : 1))
        .map((place) => scheduled(place, inOrder));
    },
    async answered({ placeId, sections, answers }) {
      await pool.query(ANSWERED, [clock.now(), placeId, sections, answers]);
    },
    async purge() {
      const { rowCount } = await pool.query(FORGET, [clock.now()]);
      await pool.query(FORGET_TURNS);
      return rowCount ?? 0;
    },
  };
}

/** An account that is behind everybody lines up with the others anyway. */
const FORGET_TURNS = `DELETE FROM operational.collection_turns WHERE kind = 'scheduled'
  AND turn < (SELECT max(turn) FROM operational.collection_turns WHERE kind = 'scheduled')`;

function scheduled(place: TakenPlace, inOrder: readonly string[]): LeasedCollection {
  const { requestId, placeId, dueSince: requestedAt, leasedUntil, slotEnds, attempt } = place;
  const sections = inOrder.filter((one) => place.sections.includes(one));
  const expiresAt = leasedUntil > slotEnds ? leasedUntil : slotEnds;
  return { requestId, placeId, sections, requestedAt, expiresAt, leasedUntil, attempt };
}
