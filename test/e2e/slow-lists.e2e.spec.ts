/** However slowly one table is read, whoever asks for another is known by the key and answered. */
import { createApi } from "../support/api";
import { eventually } from "../support/eventually";
import { startTestService, type TestService } from "../support/service";

const LISTS = 24;
/** Lists that are asked for at the same moment share one. */
const STATEMENTS_AT_A_TIME = 2;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function waiting(): Promise<number> {
  const { rows } = await service.database.pool.query<{ waiting: number }>(
    "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows[0]?.waiting ?? 0;
}

test("lists that wait for one table keep no API key from what stands in others", async () => {
  const { api } = await createApi(service).tenant();
  const client = await service.database.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("LOCK TABLE read_model.competitors IN ACCESS EXCLUSIVE MODE");
    const lists = Array.from({ length: LISTS }, () => api.v1.get("/api/v1/competitors"));
    // All that may wait there at a time do.
    await eventually(async () => expect(await waiting()).toBe(STATEMENTS_AT_A_TIME));
    expect((await api.v1.get("/api/v1/alerts")).alerts).toEqual([]);
    await client.query("ROLLBACK");
    expect((await Promise.all(lists)).map(({ count }) => count)).toEqual(lists.map(() => 0));
  } finally {
    client.release();
  }
});
