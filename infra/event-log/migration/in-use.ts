/** Whether anything else uses a database: the log does not move under a service that runs. */
import type { Pool } from "pg";

/** Connections of this very process have a name of their own. */
export const MOVING = "migrate-log";

const OTHERS = `
  SELECT split_part(application_name, ' ', 1) AS name, count(*) AS n FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend'
    AND split_part(application_name, ' ', 1) = ANY ($1) GROUP BY 1 ORDER BY 1`;
/** As this program names its connections; after that stands whose they are. */
const OURS = ["local-business-intelligence", "event-log-append", "event-log-listen", "time-travel", "projections-cli"];

/** What is connected, for an operator; undefined where nothing is. */
export async function usersOf(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ name: string; n: number }>(OTHERS, [OURS]);
  if (rows.length === 0) return undefined;
  return rows.map(({ name, n }) => `${name} (${n})`).join(", ");
}
