/**
 * Forgets the texts of reviews whose time is over, and what was made of them: in the log and its backups by destroying their
 * days' keys, in the read tables by taking them out.
 */
import type { Pool } from "pg";
import { REVIEW_TEXT } from "../../../domain/places/events";
import { firstDayKept } from "../../../domain/places/review-texts";
import { placeReviewsTable } from "../../../projections/place-reviews";
import { reviewKeywordsTable } from "../../../projections/review-keywords";
import type { Logger } from "../../logging/logger";
import type { DataKeys } from "../../sealing/data-keys";
import type { Clock } from "../../time/clock";

/** By table, what goes out of its rows with the day; the row stays. */
const EMPTIED: Readonly<Record<string, readonly string[]>> = {
  [placeReviewsTable.table]: ["text"],
  [reviewKeywordsTable.table]: ["language", "keywords"],
};

/** The live table and one that is being filled beside it; one of an older version, without the column, is about to go. */
const COPIES = `
  SELECT c.oid::regclass::text AS relation
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE n.nspname = 'read_model' AND c.relkind = 'r' AND a.attname = 'text_collected_on'
    AND (c.relname = $1 OR starts_with(c.relname, $1 || '__v'))`;

/** Texts that one statement takes out: few enough that it holds no lock for long and is soon over. */
const BATCH_ROWS = 10_000;

/** Waits for no row that is being written: its text is about to be a newer one, and the next hour looks again. */
const takeOut = (relation: string, columns: readonly string[]): string => `
  WITH due AS (
    SELECT place_id, review_id FROM ${relation} WHERE text_collected_on < $1 LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE ${relation} kept SET ${columns.map((column) => `${column} = NULL`).join(", ")}, text_collected_on = NULL
  FROM due WHERE kept.place_id = due.place_id AND kept.review_id = due.review_id`;

export interface ReviewTextParts {
  readonly pool: Pool;
  readonly dataKeys: Pick<DataKeys, "destroyBefore">;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "info">;
  /** Texts taken out at once; 10,000 unless told. */
  readonly batchRows?: number;
}

/** The keys go first: from then on a rebuild cannot bring back what is taken out. Repeated it changes nothing. */
export async function forgetReviewTexts(parts: ReviewTextParts, days: number): Promise<void> {
  const { dataKeys, clock, logger } = parts;
  const since = firstDayKept(clock.now().toISOString(), days);
  const keysOfDays = await dataKeys.destroyBefore(REVIEW_TEXT, since);
  let texts = 0;
  try {
    texts = await takenOutOf(parts, placeReviewsTable.table, since);
    await takenOutOf(parts, reviewKeywordsTable.table, since);
  } finally {
    // Keys are gone for good, also where the rest is left to the next hour.
    if (keysOfDays.length > 0 || texts > 0)
      logger.info({ keysOfDays, texts }, "Texts of reviews whose time is over were forgotten.");
  }
}

/** How many rows were emptied, over all copies of the table. */
async function takenOutOf(
  { pool, batchRows = BATCH_ROWS }: ReviewTextParts,
  table: string,
  since: string,
): Promise<number> {
  const { rows } = await pool.query<{ relation: string }>(COPIES, [table]);
  let emptied = 0;
  for (const { relation } of rows) {
    let taken: number;
    do {
      taken = (await pool.query(takeOut(relation, EMPTIED[table] ?? []), [since, batchRows])).rowCount ?? 0;
      emptied += taken;
    } while (taken === batchRows);
  }
  return emptied;
}
