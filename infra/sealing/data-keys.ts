/** One data key per owner, and per day of what is kept for a while only: made on first use, sealed at rest by the master key, and gone for ever once destroyed. */
import type { Pool } from "pg";
import type { Ids } from "../ids/ids";
import type { Clock } from "../time/clock";
import { createKeyCache } from "./key-cache";
import { retentionOwner } from "./retention-keys";
import { openBytes, requireKey, sealBytes } from "./secret-box";

/** A key's 32 bytes, or the mark it leaves once it was destroyed. */
export type DataKey = Buffer | "destroyed";

export interface DataKeys {
  /** The owner's key for sealing, made where there is none yet; never again after it was destroyed. */
  keyFor(owner: string): Promise<DataKey>;
  /** The owner's key for opening; undefined where none was ever made. */
  openingKey(owner: string): Promise<DataKey | undefined>;
  /** The same for many owners, with at most one query; owners that never had a key are absent. */
  openingKeys(owners: Iterable<string>): Promise<ReadonlyMap<string, DataKey>>;
  /** Destroys the owner's key, or bars an owner that has none from ever getting one. Again changes nothing. */
  destroy(owner: string): Promise<void>;
  /**
   * Learns what any process destroyed since a moment, which an earlier look gave: these owners' keys are forgotten here too.
   * Without a moment it only gives the present one. Moments are of the database's clock.
   */
  destroyedSince(
    moment: string | undefined,
  ): Promise<{ readonly owners: ReadonlySet<string>; readonly moment: string }>;
  /** Destroys a retention's keys of every day before this one (`YYYY-MM-DD`); gives their days, sorted. Again changes nothing. */
  destroyBefore(retention: string, day: string): Promise<readonly string[]>;
}

export interface DataKeysParts {
  readonly pool: Pool;
  readonly masterKey: Buffer;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Keys kept in memory; 10,000 unless told. */
  readonly cacheEntriesMax?: number;
  /** How long another process may go on using a key that was destroyed here; 10 seconds unless told. */
  readonly cacheAgeSecondsMax?: number;
}

interface Row {
  readonly owner: string;
  readonly sealed_key: string | null;
}

const KEY_BYTES = 32;
const SELECT = {
  name: "data-keys",
  text: "SELECT owner, sealed_key FROM operational.data_keys WHERE owner = ANY($1::text[])",
};
// A tombstone is a row like any other: the insert meets it and makes nothing.
const INSERT = "INSERT INTO operational.data_keys (owner, sealed_key) VALUES ($1, $2) ON CONFLICT (owner) DO NOTHING";
const DESTROY = `
  INSERT INTO operational.data_keys (owner, sealed_key, destroyed_at) VALUES ($1, NULL, now())
  ON CONFLICT (owner) DO UPDATE SET sealed_key = NULL, destroyed_at = now()
  WHERE operational.data_keys.sealed_key IS NOT NULL`;
// Bytewise, so that days compare as days do, and in the words of the index.
const DESTROY_BEFORE = `
  UPDATE operational.data_keys SET sealed_key = NULL, destroyed_at = now()
  WHERE starts_with(owner, 'retention:') AND sealed_key IS NOT NULL
    AND owner COLLATE "C" >= $1 AND owner COLLATE "C" < $2
  RETURNING owner`;

/** A destruction is told by when it began, and may be seen by when it ended: so each look goes back a little further. */
const DESTROYED_SINCE = `
  SELECT clock_timestamp()::text AS moment, ARRAY(
    SELECT owner FROM operational.data_keys WHERE destroyed_at > $1::timestamptz - interval '1 minute'
  ) AS owners`;

/**
 * Data keys over `operational.data_keys`. Owners are `account:<id>`, `business:<id>`, `place:<id>` or, for what is kept for
 * a while only, `retention:<name>:<day>`.
 *
 * Keys are remembered for a short bounded age rather than until a notification: a notification can be lost with its
 * connection, an age cannot. Here a destroyed key is forgotten at once, in other processes within that age, or as soon as
 * they ask `destroyedSince`.
 */
export function createDataKeys(parts: DataKeysParts): DataKeys {
  const { pool, masterKey, ids } = parts;
  requireKey(masterKey);
  const cache = createKeyCache(parts.clock, parts.cacheEntriesMax ?? 10_000, (parts.cacheAgeSecondsMax ?? 10) * 1000);

  async function openingKeys(owners: Iterable<string>): Promise<ReadonlyMap<string, DataKey>> {
    const known = new Map<string, DataKey>();
    const missing: string[] = [];
    for (const owner of new Set(owners)) {
      const key = cache.get(owner);
      if (key === undefined) missing.push(owner);
      else known.set(owner, key);
    }
    if (missing.length === 0) return known;
    const remember = cache.asOfNow();
    const { rows } = await pool.query<Row>({ ...SELECT, values: [missing] });
    for (const row of rows) known.set(row.owner, remember(row.owner, unseal(row)));
    return known;
  }

  const unseal = ({ owner, sealed_key }: Row): DataKey =>
    sealed_key === null ? "destroyed" : openBytes(masterKey, sealed_key, purposeOf(owner));

  const openingKey = async (owner: string) => (await openingKeys([owner])).get(owner);

  return {
    openingKey,
    openingKeys,
    async keyFor(owner) {
      const known = await openingKey(owner);
      if (known !== undefined) return known;
      const remember = cache.asOfNow();
      const key = ids.bytes(KEY_BYTES);
      const { rowCount } = await pool.query(INSERT, [owner, sealBytes(masterKey, key, purposeOf(owner))]);
      if (rowCount === 1) return remember(owner, key);
      // Someone else was first: all processes use the one key that the table holds.
      const first = await openingKey(owner);
      if (first === undefined) throw new Error(`The data key of ${owner} vanished right after it was made.`);
      return first;
    },
    async destroy(owner) {
      await pool.query(DESTROY, [owner]);
      cache.destroyed(owner);
    },
    async destroyedSince(since) {
      const { rows } = await pool.query<{ moment: string; owners: readonly string[] }>(DESTROYED_SINCE, [
        since ?? "infinity",
      ]);
      const [row] = rows;
      if (row === undefined) throw new Error("The database did not say what was destroyed.");
      for (const owner of row.owners) cache.destroyed(owner);
      return { owners: new Set(row.owners), moment: row.moment };
    },
    async destroyBefore(retention, day) {
      const ofRetention = retentionOwner(retention, "");
      const range = [ofRetention, retentionOwner(retention, day)];
      const { rows } = await pool.query<Pick<Row, "owner">>(DESTROY_BEFORE, range);
      for (const { owner } of rows) cache.destroyed(owner);
      return rows.map(({ owner }) => owner.slice(ofRetention.length)).sort();
    },
  };
}

const purposeOf = (owner: string) => `data-key:${owner}`;
