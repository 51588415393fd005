/** The service forgets what has expired, table by table: one that cannot be purged keeps no other from it. */
import { eventually } from "../support/eventually";
import { startTestService, type TestService } from "../support/service";

const EXPIRED = `
  INSERT INTO operational.sessions VALUES ('t', 's', 'a', now(), now());
  INSERT INTO operational.rate_windows VALUES ('k', now(), now(), 1, 1);
  INSERT INTO operational.idempotency VALUES ('s', 'k', 'e', 'f', 'h', now(), NULL, NULL, now());
  INSERT INTO operational.collection_requests (request_id, place_id, sections, requested_at, expires_at, turn, available_at)
    VALUES ('r', 'p', '{listing}', now(), now(), 1, now());`;
const tables = ["sessions", "rate_windows", "idempotency", "collection_requests"];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
}, 60_000);
afterAll(() => service.close());

const left = async (): Promise<readonly string[]> => {
  const holding = [];
  for (const table of tables) {
    const { rowCount } = await service.database.pool.query(`SELECT FROM operational.${table}`);
    if (rowCount !== 0) holding.push(table);
  }
  return holding;
};

/** An hour passes with each look: a round that is under way before what it is to forget is there counts for nothing. */
const soonLeft = (expected: readonly string[]) =>
  eventually(async () => {
    service.clock.leap(3_600_000);
    expect(await left()).toEqual(expected);
  });

test.each(tables)("while %s cannot be purged, the other tables are", async (broken) => {
  const { pool } = service.database;
  await pool.query(`
    CREATE FUNCTION operational.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE DELETE ON operational.${broken} EXECUTE FUNCTION operational.refuse()`);
  await pool.query(EXPIRED);
  service.clock.leap(3 * 86_400_000);
  await soonLeft([broken]);
  await pool.query("DROP FUNCTION operational.refuse() CASCADE");
  await soonLeft([]);
});
