/** Looks for texts in all that a service keeps: every table of its database, every event of its log. */
import type { Pool } from "pg";
import type { EventLog } from "../../infra/event-log/event-log";

/** Where each text was found; texts that were found nowhere are absent. */
export type Found = ReadonlyMap<string, ReadonlySet<string>>;

/** In every table of every schema, the database's own catalogs included; all columns as text. */
export async function foundInTables(pool: Pool, texts: readonly string[]): Promise<Found> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables ORDER BY 1",
  );
  const found = new Map<string, Set<string>>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(
      `WITH r AS MATERIALIZED (SELECT t::text AS whole FROM ${name} t)
       SELECT text FROM unnest($1::text[]) text WHERE EXISTS (SELECT FROM r WHERE position(text IN whole) > 0)`,
      [texts],
    );
    for (const { text } of rows) add(found, text, name);
  }
  return found;
}

/** In every event that the log hands out, as it is read and as it is stored. */
export async function foundInLog(log: Pick<EventLog, "readAll">, texts: readonly string[]): Promise<Found> {
  const found = new Map<string, Set<string>>();
  for (let after = 0, atHead = false; !atHead;) {
    const page = await log.readAll({ after, limit: 1_000 });
    for (const event of page.events) {
      const whole = JSON.stringify(event);
      for (const text of texts) if (whole.includes(text)) add(found, text, event.type);
    }
    ({ position: after, atHead } = page);
  }
  return found;
}

function add(found: Map<string, Set<string>>, text: string, where: string): void {
  found.set(text, (found.get(text) ?? new Set()).add(where));
}
