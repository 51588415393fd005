/** Numbers that nobody holds: each is given back to the provider that has it, once it is there to be given back, and until that has succeeded. */
import { migrations } from "../../../infra/composition/catalogue/migrations";
import { silentLogger } from "../../../infra/logging/logger";
import { migrate } from "../../../infra/postgres/migrations";
import { createNumberReleases, type NumberReleases } from "../../../infra/sms-provider/number-releases";
import { SmsProviderError, type SmsFault } from "../../../infra/sms-provider/sms-provider";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { TestClock } from "../../support/test-clock";

const MINUTE_MS = 60_000;

/** The far side of the port: what it holds by our id, and what was given back. */
class Far {
  constructor(readonly name: "twilio" | "sandbox") {}

  readonly held = new Map<string, string>();
  readonly released: string[] = [];
  readonly faults = new Map<string, SmsFault>();
  asked = 0;

  findNumber(phoneNumberId: string) {
    this.asked += 1;
    const providerNumberId = this.held.get(phoneNumberId);
    return Promise.resolve(providerNumberId === undefined ? null : { phoneNumber: "+18335550100", providerNumberId });
  }

  releaseNumber(providerNumberId: string) {
    this.asked += 1;
    const fault = this.faults.get(providerNumberId);
    if (fault !== undefined) return Promise.reject(new SmsProviderError(fault, "It does not want to."));
    this.released.push(providerNumberId);
    return Promise.resolve();
  }
}

let database: TestDatabase;
let clock: TestClock;
let far: Far;
let sandbox: Far;
let releases: NumberReleases;
beforeAll(async () => {
  database = await createTestDatabase({ connectionsMax: 2 });
  await migrate(database.pool, migrations);
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query("TRUNCATE operational.number_releases");
  clock = new TestClock();
  far = new Far("twilio");
  sandbox = new Far("sandbox");
  releases = releasesOf(far);
});

const releasesOf = (provider: Far | null) =>
  createNumberReleases({ pool: database.pool, clock, logger: silentLogger, provider, sandbox });
const known = (id: string, provider: "twilio" | "sandbox" = "twilio") => ({
  phoneNumberId: id,
  had: { provider, providerNumberId: `PN-${id}` },
});
const unknown = (id: string) => ({ phoneNumberId: id, had: null });
const left = async (): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ id: string }>(
    "SELECT phone_number_id AS id FROM operational.number_releases ORDER BY 1",
  );
  return rows.map(({ id }) => id);
};

test("a number of the present provider is given back once, however often it was noted", async () => {
  await releases.note([known("a"), known("b")]);
  await releases.note([known("a")]);
  expect(await releases.giveBack()).toBe(2);
  expect(await releases.giveBack()).toBe(0);
  expect(far.released).toEqual(["PN-a", "PN-b"]);
});

test("who loses the right to give back in the midst of it begins with no other number", async () => {
  await releases.note([known("a"), known("b")]);
  const lost = new AbortController();
  const release = far.releaseNumber.bind(far);
  far.releaseNumber = (id) => release(id).finally(() => lost.abort());
  expect(await releases.giveBack(lost.signal)).toBe(1);
  expect([await left(), far.released]).toEqual([["b"], ["PN-a"]]);
});

test("numbers of another provider wait for it, but for those of the sandbox, whose tables are always there", async () => {
  await releases.note([known("a"), known("b", "sandbox")]);
  far.faults.set("PN-a", "unavailable");
  expect([await releases.giveBack(), sandbox.released]).toEqual([1, ["PN-b"]]);
  far.faults.clear();
  await clock.advance(60 * MINUTE_MS);
  await releases.note([known("b", "sandbox"), unknown("c")]);
  await clock.advance(10 * MINUTE_MS);
  expect(await releasesOf(null).giveBack()).toBe(1);
  expect(await left()).toEqual(["a", "c"]);
  expect(await releasesOf(sandbox).giveBack()).toBe(1);
  expect([await left(), far.released]).toEqual([["a"], []]);
  expect([await releases.giveBack(), far.released]).toEqual([1, ["PN-a"]]);
});

test("what was bought unheard is looked for at the sandbox as well, from which the service may have come", async () => {
  sandbox.held.set("a", "PN-a");
  far.held.set("b", "PN-b");
  await releases.note([unknown("a"), unknown("b")]);
  await clock.advance(10 * MINUTE_MS);
  expect([await releases.giveBack(), sandbox.released, far.released]).toEqual([2, ["PN-a"], ["PN-b"]]);
});

test("where nobody knows whether a number was had, it is looked for once no purchase can be under way any more", async () => {
  far.held.set("a", "PN-unheard");
  await releases.note([unknown("a"), unknown("b")]);
  await clock.advance(9 * MINUTE_MS);
  await releases.note([unknown("a")]);
  await clock.advance(MINUTE_MS);
  expect(await releases.giveBack()).toBe(1);
  expect(far.released).toEqual([]);
  await clock.advance(9 * MINUTE_MS);
  expect(await releases.giveBack()).toBe(1);
  expect(far.released).toEqual(["PN-unheard"]);
  expect(await left()).toEqual([]);
});

test("of an id under which a number is known another may have been had, and is not forgotten", async () => {
  far.held.set("a", "PN-second");
  await releases.note([unknown("a")]);
  await releases.note([known("a")]);
  await releases.giveBack();
  await clock.advance(10 * MINUTE_MS);
  await releases.giveBack();
  expect(far.released).toEqual(["PN-a", "PN-second"]);
});

test("what the provider refuses to take back keeps no other number, and is tried again after an hour", async () => {
  far.faults.set("PN-a", "refused");
  await releases.note([known("a"), known("b")]);
  expect(await releases.giveBack()).toBe(1);
  expect(await left()).toEqual(["a"]);
  far.faults.clear();
  await clock.advance(59 * MINUTE_MS);
  expect(await releases.giveBack()).toBe(0);
  await clock.advance(MINUTE_MS);
  expect(await releases.giveBack()).toBe(1);
  expect(await left()).toEqual([]);
});

test("a provider that is out of reach is asked once a round", async () => {
  far.faults.set("PN-a", "unavailable");
  await releases.note([known("a"), known("b")]);
  expect(await releases.giveBack()).toBe(0);
  expect(far.asked).toBe(1);
  expect(await left()).toEqual(["a", "b"]);
});

test("a round is bounded, and those that fail stand behind the others", async () => {
  const many = Array.from({ length: 100 }, (_none, index) => known(`bad-${String(index).padStart(3, "0")}`));
  for (const { had } of many) far.faults.set(had.providerNumberId, "refused");
  await releases.note([...many, known("good")]);
  expect(await releases.giveBack()).toBe(0);
  expect(far.asked).toBe(100);
  await clock.advance(60 * MINUTE_MS);
  await releases.giveBack();
  expect(far.released).toEqual(["PN-good"]);
});

test("no column can hold whose number it was", async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    "SELECT attname AS name FROM pg_attribute WHERE attrelid = 'operational.number_releases'::regclass AND attnum > 0 ORDER BY 1",
  );
  expect(rows.map(({ name }) => name)).toEqual(["available_at", "phone_number_id", "provider", "provider_number_id"]);
});
