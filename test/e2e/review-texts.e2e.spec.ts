/** The text of a review, and what was made of it, is there for its days and not an instant longer; then it is gone for good, until it is seen again. */
import { erasures } from "../../infra/composition/catalogue/projections";
import { placeReviewsTable } from "../../projections/place-reviews";
import { reviewKeywordsTable } from "../../projections/review-keywords";
import type { PlaceEvent } from "../../domain/places/events";
import { after, type KeyClient } from "../support/api";
import { eventually } from "../support/eventually";
import { expectRebuildEqualsLive } from "../support/rebuild-equals-live";
import type { TestService } from "../support/service";
import { sighting } from "../support/sightings";
import { describeService } from "./on-both-logs";
import { settled } from "./settled";

const DAY_MS = 86_400_000;
const MARGIN_MS = 30_000;
const WAFFLES = "Splendid waffles, and a quiet corner.";
const COFFEE = "The coffee was cold.";
/** As a table holds the keyword of a text. */
const WAFFLE = '"waffle"';
const PLACE = "review-texts";

const review = (id: string, text: string | null, day: number) => ({
  id,
  rating: 4,
  text,
  author: `Guest ${id}`,
  publishedAt: `2026-01-0${day}T09:00:00.000Z`,
  ownerResponse: "Thank you",
});
const [waffles, coffee, silent] = [review("r1", WAFFLES, 3), review("r2", COFFEE, 2), review("r3", null, 1)];

describeService((running) => {
  test("a text is shown until its day and thirty days are over, forgotten everywhere, and shown again once it is seen", async () => {
    const { service } = running;
    const { api } = await running.api.tenant({ business: { placeId: PLACE } });
    const see = (...reviews: readonly object[]) =>
      running.api.observe(sighting(PLACE, service.clock.now(), { reviews }));
    const position = await see(waffles, coffee, silent);
    expect(await shown(api, position)).toEqual([[WAFFLES, "available"], [COFFEE, "available"], none]);

    const end = Date.parse(await collectedOn(service)) + 30 * DAY_MS;
    service.clock.leap(end - MARGIN_MS - service.clock.now().getTime());
    expect(await shown(api)).toEqual([[WAFFLES, "available"], [COFFEE, "available"], none]);
    service.clock.leap(end - service.clock.now().getTime());
    expect(await shown(api)).toEqual([loading, loading, none]);
    const { reviews } = await api.v1.get("/api/v1/me/reviews");
    const { rating, author, publishedAt, ownerResponse } = waffles;
    const kept = { rating, author, publishedAt, ownerResponse, text: null, reviewTextStatus: "loading" };
    expect(reviews[0]).toEqual(kept);

    // The log and all else hold it sealed; the read table alone holds it open, until housekeeping comes by.
    expect(await tablesHolding(service, WAFFLES)).toEqual(["read_model.place_reviews"]);
    expect(await tablesHolding(service, WAFFLE, quoted)).toEqual(["read_model.review_keywords"]);
    service.clock.leap(3_600_000);
    await eventually(async () => expect(await tablesHolding(service, WAFFLES)).toEqual([]));
    await eventually(async () => expect(await tablesHolding(service, WAFFLE, quoted)).toEqual([]));
    expect(await tablesHolding(service, COFFEE)).toEqual([]);
    expect(await texts(service)).toEqual([["[erased]", "[erased]", null]]);
    expect(await shown(api)).toEqual([loading, loading, none]);

    expect(await shown(api, await see(waffles))).toEqual([[WAFFLES, "available"], loading, none]);
    await settled(service);
    const { log } = service.running.engines;
    const { pool: live } = service.database;
    await expectRebuildEqualsLive({ projections: [placeReviewsTable, reviewKeywordsTable], log, erasures, live });

    // A process that starts now has never known the text; neither has one that restores a backup without read tables.
    await service.stop();
    await loseReadTables(service);
    await service.start();
    expect(await shown(api, await see(waffles, coffee))).toEqual([[WAFFLES, "available"], [COFFEE, "available"], none]);
    expect(await texts(service)).toEqual([["[erased]", "[erased]", null], [WAFFLES], [COFFEE]]);

    // As the version before had the table, which did not know who wrote none: it is read until the new one is filled.
    await service.database.pool.query("ALTER TABLE read_model.place_reviews DROP COLUMN has_text");
    expect(await shown(api)).toEqual([[WAFFLES, "available"], [COFFEE, "available"], loading]);
  }, 60_000);
});

const loading = [null, "loading"];
/** Its author wrote none, so that none is to come. */
const none = [null, "none"];

/** Each review's text and status, the newest review first. */
async function shown({ v1 }: KeyClient, position = 0): Promise<unknown> {
  const { reviews } = await v1.get("/api/v1/me/reviews", { headers: after(position) });
  return reviews.map(({ text, reviewTextStatus }) => [text, reviewTextStatus]);
}

async function collectedOn({ database }: TestService): Promise<string> {
  const { rows } = await database.pool.query<{ day: string }>(
    "SELECT max(text_collected_on) AS day FROM read_model.place_reviews",
  );
  return rows[0]?.day ?? "";
}

/** What readers of the log see of the reviews' texts, an event a list. */
async function texts({ running }: TestService): Promise<unknown> {
  const events = (await running.engines.log.readStream(
    `place-${PLACE}`,
  )) as readonly unknown[] as readonly PlaceEvent[];
  return events.flatMap((event) =>
    event.type === "PlaceReviewsCollected" ? [event.data.reviews.map(({ text }) => text)] : [],
  );
}

/** The database as a backup holds it that leaves out what the log can give again. */
async function loseReadTables({ database: { pool } }: TestService): Promise<void> {
  const { rows } = await pool.query<{ names: string }>(
    "SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') AS names FROM pg_tables WHERE schemaname = 'read_model'",
  );
  await pool.query(`TRUNCATE ${rows[0]?.names ?? ""}, operational.projection_checkpoints`);
}

/** As a row's own text writes the quotes within it. */
const quoted = (text: string): string => text.replaceAll('"', '""');

/** Every table of the database in which the text stands anywhere. */
async function tablesHolding(
  { database: { pool } }: TestService,
  text: string,
  written: (text: string) => string = (plain) => plain,
): Promise<readonly string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY name`,
  );
  const holding = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`SELECT FROM ${name} t WHERE strpos(t::text, $1) > 0 LIMIT 1`, [written(text)]);
    if (rows.length > 0) holding.push(name);
  }
  return holding;
}
