/** Forgetting the texts of reviews: in every copy of the table, by several processes at once, and again without effect. */
import { forgetReviewTexts } from "../../../../infra/composition/upkeep/review-texts";
import { createIds } from "../../../../infra/ids/ids";
import { projectorMigrations } from "../../../../infra/projector/migrations";
import { beginFilling, prepareTable } from "../../../../infra/projector/table-copies";
import { relationName, tableStatements } from "../../../../infra/projector/table-statements";
import { createDataKeys } from "../../../../infra/sealing/data-keys";
import { sealingMigrations } from "../../../../infra/sealing/migrations";
import { placeReviewsTable } from "../../../../projections/place-reviews";
import type { Projection } from "../../../../infra/projector/projection";
import { createTestDatabase, type TestDatabase } from "../../../support/database";
import { TestClock } from "../../../support/test-clock";

const clock = new TestClock("2026-01-31T00:00:00.000Z");
const table = placeReviewsTable as unknown as Projection;
const relations = [false, true].map((filling) => relationName(table.table, filling, table.version));
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ migrations: [...projectorMigrations, ...sealingMigrations] });
});
afterEach(() => database.drop());

const aProcess = () => {
  const { pool } = database;
  const keys = { pool, masterKey: Buffer.alloc(32, 1), ids: createIds(clock), clock };
  const info = jest.fn();
  return { pool, clock, dataKeys: createDataKeys(keys), logger: { info } };
};

async function fill(days: readonly (string | null)[]): Promise<void> {
  await prepareTable(database.pool, table, 0);
  await beginFilling(database.pool, table, 0, undefined, []);
  const at = "2026-01-01T00:00:00.000Z";
  const rows = days.map((day, index) => ({
    ...{
      place_id: "p",
      review_id: `r${index}`,
      rating: 4,
      author: "Ada",
      owner_response: null,
      response_seen_at: null,
    },
    ...{ text: day && "Good", has_text: day !== null, text_collected_on: day, published_at: at, observed_at: at },
  }));
  for (const filling of [false, true]) await database.pool.query(tableStatements(table, filling).upsert(rows));
}

async function left(relation = relations[0]): Promise<readonly unknown[]> {
  const { rows } = await database.pool.query<{ text: string | null; day: string | null }>(
    `SELECT text, text_collected_on AS day FROM ${relation ?? ""} ORDER BY review_id`,
  );
  return rows.map(({ text, day }) => text && day);
}

test("texts and keys of days that are over go from the table and from the copy that is being filled, and no others", async () => {
  await fill(["2026-01-01", "2026-01-02", null, "2026-01-31"]);
  const one = aProcess();
  const days = ["2026-01-01", "2026-01-02"].map((day) => `retention:review_text:${day}`);
  for (const owner of days) await one.dataKeys.keyFor(owner);
  await forgetReviewTexts(one, 30);
  for (const relation of relations) expect(await left(relation)).toEqual([null, "2026-01-02", null, "2026-01-31"]);
  const keys = await one.dataKeys.openingKeys(days);
  expect(days.map((owner) => keys.get(owner) === "destroyed")).toEqual([true, false]);
});

test("many texts go by so many a statement, and the log says once what was forgotten, and nothing where nothing was", async () => {
  await fill(Array.from({ length: 25 }, () => "2026-01-01"));
  const one = { ...aProcess(), batchRows: 10 };
  for (const day of ["2025-12-31", "2026-01-01", "2026-01-02"])
    await one.dataKeys.keyFor(`retention:review_text:${day}`);
  const query = jest.spyOn(database.pool, "query");
  await forgetReviewTexts(one, 30);
  const updated = await Promise.all(
    query.mock.calls.flatMap(([sent], at) =>
      JSON.stringify(sent).includes("SET text = NULL") ? [query.mock.results[at]?.value as unknown] : [],
    ),
  );
  query.mockRestore();
  expect(updated.map((result) => (result as { rowCount: number }).rowCount)).toEqual([10, 10, 5, 10, 10, 5]);
  expect((await left()).every((day) => day === null)).toBe(true);
  const told = { keysOfDays: ["2025-12-31", "2026-01-01"], texts: 50 };
  expect(one.logger.info.mock.calls).toEqual([[told, expect.any(String)]]);
  await forgetReviewTexts(one, 30);
  expect(one.logger.info).toHaveBeenCalledTimes(1);
});

test("several processes at once, and once more, leave the same", async () => {
  await fill(Array.from({ length: 300 }, (_, index) => `2026-01-0${1 + (index % 3)}`));
  const processes = Array.from({ length: 4 }, aProcess);
  await Promise.all(processes.map((one) => forgetReviewTexts(one, 30)));
  const after = await left();
  expect(after.filter((day) => day === null)).toHaveLength(100);
  const { rows: before } = await database.pool.query("SELECT xmin, review_id FROM read_model.place_reviews ORDER BY 2");
  await forgetReviewTexts(aProcess(), 30);
  const { rows: again } = await database.pool.query("SELECT xmin, review_id FROM read_model.place_reviews ORDER BY 2");
  expect(again).toEqual(before);
});

test("a review that is being written is not waited for, and is looked at again the next time", async () => {
  await fill(["2026-01-01", "2026-01-01"]);
  const writer = await database.pool.connect();
  try {
    await writer.query("BEGIN; SELECT FROM read_model.place_reviews WHERE review_id = 'r0' FOR UPDATE");
    await forgetReviewTexts(aProcess(), 30);
    expect(await left()).toEqual(["2026-01-01", null]);
  } finally {
    await writer.query("ROLLBACK");
    writer.release();
  }
  await forgetReviewTexts(aProcess(), 30);
  expect(await left()).toEqual([null, null]);
});

test("a table of an older version that is about to be replaced, and none at all, keep nobody from forgetting", async () => {
  await expect(forgetReviewTexts(aProcess(), 30)).resolves.toBeUndefined();
  await database.pool.query("CREATE TABLE read_model.place_reviews (place_id text, review_id text, text text)");
  await expect(forgetReviewTexts(aProcess(), 30)).resolves.toBeUndefined();
});
