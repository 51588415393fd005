/** Mails that no server takes: kept once, readable, erased with their business and forgotten in time. */
import { createOutbox } from "../../../infra/mail/outbox";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { TestClock } from "../../support/test-clock";

const clock = new TestClock("2026-01-01T00:00:00.000Z");
const lines: unknown[] = [];
const logger = { info: (...said: unknown[]) => lines.push(said) } as never;
const mail = (id: string, businessId = "b-1") => ({
  ...{ id, businessId, to: "ada@example.com", subject: `About ${id}`, text: "Dear Ada,\n\nall is well." },
});
let database: TestDatabase;
const outbox = () => createOutbox({ pool: database.pool, clock, logger });
const ids = async () => (await outbox().kept(100)).map(({ id }) => id);

beforeEach(async () => {
  database = await createTestDatabase();
  lines.splice(0);
});
afterEach(() => database.drop());

it("a mail is kept once for its id, however many send it at the same moment, and said once in the log, without its contents", async () => {
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outbox().keep(mail("m-1"))));
  expect(new Set(outcomes)).toEqual(new Set(["kept"]));
  expect(await outbox().kept(100)).toEqual([{ ...mail("m-1"), at: "2026-01-01T00:00:00.000Z" }]);
  expect(lines).toEqual([[{ mail: "m-1", businessId: "b-1" }, expect.stringContaining("SMTP_URL is not set")]]);
  expect(JSON.stringify(lines)).not.toMatch(/ada@|About|Dear/);
});

it("the newest come first, and no more than asked for", async () => {
  for (const id of ["m-1", "m-2", "m-3"]) await outbox().keep(mail(id));
  expect((await outbox().kept(2)).map(({ id }) => id)).toEqual(["m-3", "m-2"]);
});

it("a business's mails are erased, and nobody else's", async () => {
  for (const [id, business] of [
    ["m-1", "b-1"],
    ["m-2", "b-2"],
    ["m-3", "b-1"],
  ] as const)
    await outbox().keep(mail(id, business));
  await outbox().erase("b-1");
  expect(await ids()).toEqual(["m-2"]);
});

it("mails are forgotten after ninety days", async () => {
  await outbox().keep(mail("m-1"));
  await clock.advance(86_400_000);
  await outbox().keep(mail("m-2"));
  await clock.advance(90 * 86_400_000 - 1);
  await outbox().purge();
  expect(await ids()).toEqual(["m-2"]);
});
