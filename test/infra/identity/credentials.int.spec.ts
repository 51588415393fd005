/** What a rush of sign-ins costs the service. */
import { createCredentials } from "../../../infra/identity/credentials";
import { TooManyHashes } from "../../../infra/identity/hashing-queue";
import { createKeyedHash } from "../../../infra/identity/keyed-hash";
import { identityMigrations } from "../../../infra/identity/migrations";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { TestClock } from "../../support/test-clock";

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase({ migrations: identityMigrations })));
afterAll(() => database.drop());

test("passwords beyond those that can wait are turned away at once, and the others are judged as ever", async () => {
  const hashEmail = createKeyedHash(Buffer.alloc(32, 7), "email");
  const credentials = createCredentials({ pool: database.pool, clock: new TestClock(), hashEmail });
  await credentials.register("ada@example.com", "correct horse", "account-1");
  const tried = await Promise.allSettled(
    Array.from({ length: 150 }, () => credentials.verify("ada@example.com", "correct horse")),
  );
  const judged = tried.filter((one) => one.status === "fulfilled").map(({ value }) => value);
  const refused = tried.filter((one) => one.status === "rejected").map(({ reason }) => reason as unknown);
  expect(new Set(judged)).toEqual(new Set(["account-1"]));
  expect(judged.length).toBeGreaterThanOrEqual(66);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every((reason) => reason instanceof TooManyHashes)).toBe(true);
  expect(await credentials.verify("ada@example.com", "wrong")).toBeNull();
});
