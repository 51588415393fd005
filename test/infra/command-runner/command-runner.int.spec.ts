/** What the command runner promises of one process, over the real log. */
import type { Recorded } from "../../../domain/fold/event";
import { isRefusal, type Refusal } from "../../../domain/fold/refusal";
import type { EventLog } from "../../../infra/event-log/event-log";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import { revisionMismatch, type Executed } from "../../../infra/command-runner/command-runner";
import { createCommandRunner } from "../../../infra/command-runner/create-command-runner";
import { sealingMigrations } from "../../../infra/sealing/migrations";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { contextOf, createFoldKernel } from "../../support/fold-kernel";
import { empty, fill, open, opened, wallet, type Wallet, type WalletEvent } from "../../support/wallet";

let database: TestDatabase;
let here: ReturnType<typeof createFoldKernel>;
let there: ReturnType<typeof createFoldKernel>;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [...eventLogMigrations, ...sealingMigrations] });
  here = createFoldKernel(database, { aggregates: [wallet] });
  there = createFoldKernel(database, { aggregates: [wallet] });
});
afterAll(async () => {
  await Promise.all([here.log.close(), there.log.close()]);
  await database.drop();
});

let commands = 0;
const next = () => contextOf(`command-${(commands += 1)}`);
const aWallet = () => `wallet-owner-${(commands += 1)}`;

function done(answer: Executed<Wallet, WalletEvent> | Refusal): Executed<Wallet, WalletEvent> {
  if (isRefusal(answer)) throw new Error(`Refused: ${answer.refused}`);
  return answer;
}

/** The same log, counting what is asked of it. */
function counting(log: EventLog) {
  const count = { appends: 0, reads: 0 };
  const counted: EventLog = {
    ...log,
    append: (request) => ((count.appends += 1), log.append(request)),
    readStream: (stream, options) => ((count.reads += 1), log.readStream(stream, options)),
  };
  return { count, runner: createCommandRunner({ log: counted, clock: here.clock, ids: here.ids }) };
}

test("a decision's events are appended with their metadata, and the answer holds state, events, revision and position", async () => {
  const owner = aWallet();
  const context = { ...next(), businessId: "business-1" };
  const answer = done(await here.runner.execute(wallet, owner, open("Ada"), context));
  const [read] = await here.log.readStream(`wallet-${owner}`);
  // How it is stored is told to those who read the log.
  const { stored, ...event } = read as Recorded;
  expect(stored?.data).toHaveProperty(["holder", "$sealed"]);
  expect(answer).toEqual({
    state: { open: true, holder: "Ada", cents: 0, fills: [] },
    revision: 0,
    events: [event],
    position: event.position,
    repeated: false,
  });
  expect(event.data).toEqual(opened("Ada").data);
  expect(event.metadata).toEqual({ ...context, schemaVersion: 1, occurredAt: expect.any(String) as string });
  expect(event.id).toBe(here.ids.derive(context.commandId, `wallet-${owner}`, "0"));
});

test("a business's own streams say which business they concern", async () => {
  const till = { ...wallet, category: "till", owner: "business" as const };
  const shop = createFoldKernel(database, { aggregates: [till] });
  const answer = done(await shop.runner.execute(till, "b 1", fill(1, "a"), next()));
  expect(answer.events[0]?.metadata.businessId).toBe("b 1");
  await shop.log.close();
});

test("a refusal is a value and writes nothing", async () => {
  const owner = aWallet();
  expect(await here.runner.execute(wallet, owner, empty, next())).toMatchObject({ refused: "wallet_empty" });
  expect(await here.log.readStream(`wallet-${owner}`)).toEqual([]);
});

test("a decision without events writes nothing and tells the position of what was read", async () => {
  const owner = aWallet();
  const first = done(await here.runner.execute(wallet, owner, open("Ada"), next()));
  const again = done(await here.runner.execute(wallet, owner, open("Eve"), next()));
  expect(again).toEqual({ ...first, events: [] });
  expect(await here.log.readStream(`wallet-${owner}`)).toHaveLength(1);
  expect(await here.runner.execute(wallet, aWallet(), () => [], next())).toMatchObject({
    revision: -1,
    position: 0,
    events: [],
  });
});

test.each(["here", "there"])(
  "a command repeated %s gives the first events and the newest state, and appends nothing",
  async (where) => {
    const owner = aWallet();
    const context = next();
    const first = done(await here.runner.execute(wallet, owner, fill(1, "a", "b"), context));
    await here.runner.execute(wallet, owner, empty, next());
    const { runner } = where === "here" ? here : there;
    const again = done(await runner.execute(wallet, owner, fill(7, "drawn anew"), context));
    expect(again.repeated).toBe(true);
    expect(again.events.map(({ id, data }) => ({ id, data }))).toEqual(
      first.events.map(({ id, data }) => ({ id, data })),
    );
    expect(again).toMatchObject({ revision: 2, state: { cents: 0, fills: ["a", "b"] } });
    expect(await here.log.readStream(`wallet-${owner}`)).toHaveLength(3);
  },
);

test("a repeated command whose decision would be refused by now still gives its first answer", async () => {
  const owner = aWallet();
  await here.runner.execute(wallet, owner, fill(5, "a"), next());
  const context = next();
  const first = done(await here.runner.execute(wallet, owner, empty, context));
  const again = done(await here.runner.execute(wallet, owner, empty, context));
  expect(again).toEqual({ ...first, repeated: true });
});

test("more events than a page of reading come back for a repeated command", async () => {
  const owner = aWallet();
  const reasons = Array.from({ length: 45 }, (_, index) => `r${index}`);
  const context = next();
  await here.runner.execute(wallet, owner, fill(1, ...reasons), context);
  await here.runner.execute(wallet, owner, fill(1, "later"), next());
  const again = done(await there.runner.execute(wallet, owner, fill(1), context));
  expect(again.events.map(({ data }) => ("reason" in data ? data.reason : ""))).toEqual(reasons);
});

test("a refusal on a state that another process has changed is decided again on the newest", async () => {
  const owner = aWallet();
  await here.runner.execute(wallet, owner, open("Ada"), next());
  await there.runner.execute(wallet, owner, fill(3, "a"), next());
  const answer = done(await here.runner.execute(wallet, owner, empty, next()));
  expect(answer.events.map(({ data }) => data)).toEqual([{ cents: 3 }]);
});

test("a command that expects a revision is refused on any other, also where only another process knows of it", async () => {
  const owner = aWallet();
  await here.runner.execute(wallet, owner, fill(1, "a"), { ...next(), expectedRevision: -1 });
  const context = { ...next(), expectedRevision: 0 };
  done(await here.runner.execute(wallet, owner, fill(1, "b"), context));
  expect(await here.runner.execute(wallet, owner, fill(1, "c"), { ...next(), expectedRevision: 0 })).toBe(
    revisionMismatch,
  );
  await there.runner.execute(wallet, owner, fill(1, "d"), next());
  expect(await here.runner.execute(wallet, owner, fill(1, "e"), { ...next(), expectedRevision: 1 })).toBe(
    revisionMismatch,
  );
  expect(done(await here.runner.execute(wallet, owner, fill(1, "b"), context)).repeated).toBe(true);
  expect((await here.runner.load(wallet, owner)).state.fills).toEqual(["a", "b", "d"]);
});

test("load gives the newest state, also of what another process wrote", async () => {
  const owner = aWallet();
  expect(await here.runner.load(wallet, owner)).toEqual({ state: wallet.initial, revision: -1, position: 0 });
  const { position } = done(await there.runner.execute(wallet, owner, fill(3, "a"), next()));
  expect(await here.runner.load(wallet, owner)).toMatchObject({ state: { cents: 3 }, revision: 0, position });
});

test("a command on a known stream costs one append and no read", async () => {
  const { count, runner } = counting(here.log);
  const owner = aWallet();
  await runner.execute(wallet, owner, fill(1, "a"), next());
  expect(count).toEqual({ appends: 1, reads: 1 });
  await runner.execute(wallet, owner, fill(1, "b"), next());
  expect(count).toEqual({ appends: 2, reads: 1 });
});

test("commands that meet on one stream share appends, each deciding on what those before it left", async () => {
  const { count, runner } = counting(here.log);
  const owner = aWallet();
  const deposits = Array.from({ length: 100 }, (_, index) =>
    runner.execute(wallet, owner, fill(1, `r${index}`), next()),
  );
  const emptied = runner.execute(wallet, owner, empty, next());
  const refused = runner.execute(wallet, owner, empty, next());
  const answers = (await Promise.all(deposits)).map(done);
  expect(count.appends).toBeLessThanOrEqual(3);
  expect(answers.map(({ state }) => state.cents)).toEqual(answers.map((_, index) => index + 1));
  expect(answers.map(({ events }) => events.length)).toEqual(answers.map(() => 1));
  expect(done(await emptied).events.map(({ data }) => data)).toEqual([{ cents: 100 }]);
  expect(await refused).toMatchObject({ refused: "wallet_empty" });
  const stored = await here.log.readStream(`wallet-${owner}`);
  expect(stored.map(({ id }) => id)).toEqual(
    [...answers, done(await emptied)].flatMap(({ events }) => events.map(({ id }) => id)),
  );
});

test("the same command begun twice at once appends once, and both get its events", async () => {
  const owner = aWallet();
  const [warm, context] = [next(), next()];
  const [, first, second] = await Promise.all([
    here.runner.execute(wallet, owner, fill(1, "warm"), warm),
    here.runner.execute(wallet, owner, fill(1, "a"), context),
    here.runner.execute(wallet, owner, fill(1, "b"), context),
  ]);
  expect(first).toMatchObject({ repeated: false, events: [{ data: { reason: "a" } }] });
  expect(second).toMatchObject({ repeated: true, events: [{ data: { reason: "a" } }] });
  expect(await here.log.readStream(`wallet-${owner}`)).toHaveLength(2);
});
