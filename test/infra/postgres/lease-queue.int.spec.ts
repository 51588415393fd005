/** What any table of work rows gets from the lease queue. */
import { leaseQueue, type Lease } from "../../../infra/postgres/lease-queue";
import { createTestDatabase, type TestDatabase } from "../../support/database";

const LETTERS = `CREATE TABLE operational.letters (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), number integer, stamped boolean,
  available_at timestamptz NOT NULL, fence bigint NOT NULL DEFAULT 0, attempts integer NOT NULL DEFAULT 0)`;

type Letter = Lease & { readonly number: number; readonly attempts: number };

const at = (seconds: number) => new Date(seconds * 1_000);
const leaseMs = 30_000;

describe("the lease queue", () => {
  const letters = leaseQueue<Letter>({ table: "operational.letters", ready: "t.stamped = $4", order: "t.number" });
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase({ migrations: [{ name: "test-letters", sql: LETTERS }] });
    const insert =
      "INSERT INTO operational.letters (number, stamped, available_at) SELECT n, n <= $1, $2 FROM generate_series(1, $3) n";
    await database.pool.query(insert, [20, at(0), 25]);
  });
  afterEach(() => database.drop());

  const claim = async (seconds: number, limit = 100) => {
    const rows = await letters.claim(database.pool, { now: at(seconds), leaseMs, limit, values: [true] });
    return [...rows].sort((left, right) => left.number - right.number);
  };
  const numbers = (rows: readonly Letter[]) => rows.map(({ number }) => number);

  test("claims that run at the same time share the rows, first ones first, and give none to two", async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(1, 4)));
    const claimed = claims.flatMap(numbers).toSorted((left, right) => left - right);
    expect(new Set(claimed).size).toBe(claimed.length);
    const rest = await claim(1);
    expect([...claimed, ...numbers(rest)].toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(numbers(await claim(1))).toEqual([]);
  });

  test("a renewed lease lasts, another ends with its time", async () => {
    const [first, second] = await claim(0, 2);
    if (first === undefined || second === undefined) throw new Error("Nothing was claimed.");
    expect([...(await letters.renew(database.pool, [first], at(20), leaseMs))]).toEqual([first]);
    expect(numbers(await claim(29, 1))).toEqual([3]);
    expect(numbers(await claim(30, 1))).toEqual([second.number]);
    expect(numbers(await claim(50, 1))).toEqual([first.number]);
  });

  test("of two claims of one row, even by the same claimant, only the later may be settled", async () => {
    const [late] = await claim(0, 1);
    const [held] = await claim(31, 1);
    if (late === undefined || held === undefined) throw new Error("Nothing was claimed.");
    expect(held.id).toBe(late.id);
    expect([...(await letters.secure(database.pool, [late, held]))]).toEqual([held]);
    expect([...(await letters.renew(database.pool, [late, held], at(40), leaseMs))]).toEqual([held]);
    expect(held.attempts).toBe(2);
  });

  test("a released row is free at once, its claim is not counted, and its former claimant is refused", async () => {
    const [given] = await claim(0, 1);
    if (given === undefined) throw new Error("Nothing was claimed.");
    await letters.release(database.pool, [given], at(1));
    expect((await letters.secure(database.pool, [given])).size).toBe(0);
    expect(await claim(1, 1)).toMatchObject([{ id: given.id, attempts: 1 }]);
  });
});
