/** What becomes of an observation that cannot be stored: its own line is rejected, and nothing behind it waits. */
import { takeIn } from "../../../commands/observations/observation-intake";
import { takeObservation } from "../../../commands/observations/take-observation";
import { places } from "../../../domain/places/place";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import { sealingMigrations } from "../../../infra/sealing/migrations";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { createFoldKernel } from "../../support/fold-kernel";
import { sighting } from "../../support/sightings";
import { TestClock } from "../../support/test-clock";

const DAY = "2026-01-31";
const clock = new TestClock(`${DAY}T12:00:00.000Z`);
let database: TestDatabase;
let kernel: ReturnType<typeof createFoldKernel>;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [...eventLogMigrations, ...sealingMigrations] });
  kernel = createFoldKernel(database, { aggregates: [places], clock });
});
afterAll(async () => {
  await kernel.log.close();
  await database.drop();
});

const publishedAt = "2026-01-01T00:00:00Z";
const reviews = [{ id: "r1", rating: 5, text: "Good", author: "Ada", publishedAt, ownerResponse: null }];
async function* from(lines: readonly object[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(JSON.stringify(line));
}
const take = ({ runner } = kernel) => {
  const collectionSchedule = { answered: () => Promise.resolve() };
  const parts = { ...kernel, runner, reviewTextDays: 30, collectionSchedule };
  return takeObservation(parts, { kind: "collector", id: "test" }, kernel.ids.next());
};

test("texts of a day whose key was destroyed reject their own lines, and the others are taken in", async () => {
  await kernel.dataKeys.destroy(`retention:review_text:${DAY}`);
  const rated = (placeId: string, rating: number) => sighting(placeId, clock.now(), { listing: { rating } });
  const lines = [rated("p", 3), sighting("p", clock.now(), { reviews }), rated("p", 4), rated("q", 5)];
  const { rejections, ...report } = await takeIn(from(lines), take());
  expect(report).toMatchObject({ received: 4, changed: 3, rejected: 1 });
  const message = expect.stringContaining(`Texts of ${DAY} cannot be kept`) as string;
  expect(rejections).toEqual([{ line: 2, id: lines[1]?.id, why: [{ path: "reviews", message }] }]);
  expect((await kernel.runner.load(places, "p")).state).toMatchObject({ facts: { rating: { value: 4 } } });
});

test("another day's texts are taken in, and any other failure ends the intake", async () => {
  await clock.advance(86_400_000);
  const report = await takeIn(from([sighting("p", clock.now(), { reviews })]), take());
  expect(report).toMatchObject({ changed: 1, rejected: 0 });
  const execute = () => Promise.reject(new Error("no log"));
  const broken = { ...kernel, runner: { ...kernel.runner, execute } };
  await expect(takeIn(from([sighting("p", clock.now(), { reviews })]), take(broken))).rejects.toThrow("no log");
});
