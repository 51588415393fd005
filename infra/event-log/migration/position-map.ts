/** Which place each copied event has in either log: how far a copy has come, and what remembered positions become. */
import type { Pool } from "pg";

/** An event's position in the log that is copied, and in its copy. */
export type Pair = readonly [source: number, target: number];

export interface PositionMap {
  /** The last pair, both 0 where there is none. */
  last(): Promise<Pair>;
  /** The last pair, and the one before it; undefined where there is none. */
  lastAfter(): Promise<{ readonly pair: Pair; readonly before: Pair } | undefined>;
  count(): Promise<number>;
  add(pairs: readonly Pair[]): Promise<void>;
  /** Forgets everything: whatever it spoke of is not what lies there. */
  clear(): Promise<void>;
}

const LAST_TWO = "SELECT source, target FROM operational.moved_positions ORDER BY source DESC LIMIT 2";
const ADD = `INSERT INTO operational.moved_positions (source, target)
  SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT (source) DO UPDATE SET target = excluded.target`;

export function createPositionMap(pool: Pool): PositionMap {
  const lastTwo = async (): Promise<readonly Pair[]> => {
    const { rows } = await pool.query<{ source: number; target: number }>(LAST_TWO);
    return rows.map(({ source, target }): Pair => [source, target]);
  };
  return {
    last: async () => (await lastTwo())[0] ?? [0, 0],
    async lastAfter() {
      const [pair, before = [0, 0]] = await lastTwo();
      return pair && { pair, before };
    },
    async count() {
      const { rows } = await pool.query<{ n: number }>("SELECT count(*) AS n FROM operational.moved_positions");
      return rows[0]?.n ?? 0;
    },
    async add(pairs) {
      if (pairs.length > 0) await pool.query(ADD, [pairs.map(([source]) => source), pairs.map(([, target]) => target)]);
    },
    async clear() {
      await pool.query("TRUNCATE operational.moved_positions");
    },
  };
}
