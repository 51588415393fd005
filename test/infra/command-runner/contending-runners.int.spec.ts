/** Several processes over one log: nothing lost, nothing repeated, and every cache equals the whole stream. */
import fc from "fast-check";
import { accountDay, countUses, dailyUses } from "../../../domain/daily-uses";
import { streamName, streamOf } from "../../../domain/fold/aggregate";
import { isRefusal } from "../../../domain/fold/refusal";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import { sealingMigrations } from "../../../infra/sealing/migrations";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { contextOf, createFoldKernel } from "../../support/fold-kernel";
import { empty, fill, open, wallet, type WalletEvent } from "../../support/wallet";

let database: TestDatabase;
let kernels: readonly ReturnType<typeof createFoldKernel>[];

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [...eventLogMigrations, ...sealingMigrations] });
  // The second remembers one stream at a time, so that its cache is forever cold; patience lets every command have its turn.
  const limits = { aggregates: [wallet], attemptsMax: 200 };
  kernels = [createFoldKernel(database, limits), createFoldKernel(database, { ...limits, cacheEntriesMax: 1 })];
});
afterAll(async () => {
  await Promise.all(kernels.map(({ log }) => log.close()));
  await database.drop();
});

const [HERE, THERE] = [0, 1];
let runs = 0;

function kernelAt(process: number) {
  const kernel = kernels[process];
  if (kernel === undefined) throw new Error(`There is no process ${process}.`);
  return kernel;
}

async function wholeStream(owner: string) {
  const events = await kernelAt(HERE).log.readStream(streamName("wallet", owner));
  return { events, state: (events as readonly WalletEvent[]).reduce(wallet.evolve, wallet.initial) };
}

test("two processes that contend for one stream lose nothing and repeat nothing", async () => {
  const owner = `contended-${(runs += 1)}`;
  const reasons = Array.from({ length: 60 }, (_, index) => `r${index}`);
  const answers = await Promise.all(
    reasons.map((reason, index) =>
      kernelAt(index % 2).runner.execute(wallet, owner, fill(1, reason), contextOf(`${owner}-${reason}`)),
    ),
  );
  const { events, state } = await wholeStream(owner);
  expect(events.map(({ revision }) => revision)).toEqual(reasons.map((_, index) => index));
  expect([...state.fills].sort()).toEqual([...reasons].sort());
  const answered = answers.flatMap((answer) => (isRefusal(answer) ? [] : answer.events.map(({ id }) => id)));
  expect([...answered].sort()).toEqual(events.map(({ id }) => id).sort());
});

test("a rule over the state holds under contention: what is in the wallet is taken out once", async () => {
  const owner = `rule-${(runs += 1)}`;
  await kernelAt(HERE).runner.execute(wallet, owner, fill(5, "a"), contextOf(`${owner}-fill`));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      kernelAt(index % 2).runner.execute(wallet, owner, empty, contextOf(`${owner}-empty-${index}`)),
    ),
  );
  expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1);
  expect((await wholeStream(owner)).state.cents).toBe(0);
});

test("of a hundred uses of a day that two processes count at once, exactly those are counted that are left, with the usual patience", async () => {
  const process = () => createFoldKernel(database, { aggregates: [dailyUses] });
  const [here, there] = [process(), process()];
  const now = "2026-03-01T23:59:59.000Z";
  const [accountId, quota] = [`many-${(runs += 1)}`, "placeSearchesPerDay"] as const;
  const count = (at: number, wanted = 1) =>
    (at % 2 === 0 ? here : there).runner.execute(
      dailyUses,
      accountDay(accountId, now),
      countUses({ accountId, quota, wanted }, { now, quota: 50 }),
      contextOf(`${accountId}-${at}`),
    );
  await count(100, 40);
  const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => count(at)));
  expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(10);
  for (const { runner, log } of [here, there]) {
    expect((await runner.load(dailyUses, accountDay(accountId, now))).state).toEqual({ [quota]: 50 });
    expect((await runner.load(dailyUses, accountDay(accountId, "2026-03-02T00:00:00.000Z"))).state).toEqual({});
    expect(await log.readStream(streamOf(dailyUses, accountDay(accountId, now)))).toHaveLength(11);
    await log.close();
  }
});

test("the same command begun in two processes at once appends once, and all get its events", async () => {
  const owner = `same-${(runs += 1)}`;
  const context = contextOf(`${owner}-command`);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      kernelAt(index % 2).runner.execute(wallet, owner, fill(1, `from ${index}`), context),
    ),
  );
  const { events } = await wholeStream(owner);
  expect(events).toHaveLength(1);
  expect(
    answers.map((answer) => (isRefusal(answer) ? [] : answer.events.map(({ id, data }) => ({ id, data })))),
  ).toEqual(answers.map(() => events.map(({ id, data }) => ({ id, data }))));
  expect(answers.filter((answer) => !isRefusal(answer) && !answer.repeated)).toHaveLength(1);
});

const step = fc.record({
  process: fc.constantFrom(HERE, THERE),
  owner: fc.constantFrom("a", "b"),
  what: fc.constantFrom("open", "fill", "empty", "load"),
  command: fc.integer({ min: 0, max: 12 }),
  cents: fc.integer({ min: 1, max: 9 }),
  together: fc.boolean(),
});

test("under any interleaving, every answered state is a prefix of the stream, and cache and tail equal the whole", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      runs += 1;
      const answers: { owner: string; state: unknown; revision: number }[] = [];
      let pending: Promise<void>[] = [];
      for (const { process, owner: name, what, command, cents, together } of steps) {
        const owner = `${name}-${runs}`;
        const { runner } = kernelAt(process);
        const decide = { open: open("Ada"), fill: fill(cents, `c${command}`), empty }[what === "load" ? "open" : what];
        const answer =
          what === "load"
            ? runner.load(wallet, owner)
            : runner.execute(wallet, owner, decide, contextOf(`${owner}-${command}`));
        pending.push(
          answer.then((one) => {
            if (!isRefusal(one)) answers.push({ owner, state: one.state, revision: one.revision });
          }),
        );
        if (together) continue;
        await Promise.all(pending);
        pending = [];
      }
      await Promise.all(pending);
      for (const owner of [`a-${runs}`, `b-${runs}`]) {
        const { events, state } = await wholeStream(owner);
        const seen = new Set(events.map(({ metadata }) => metadata.commandId));
        expect(seen.size).toBe(events.length);
        for (const { runner } of kernels) {
          expect(await runner.load(wallet, owner)).toMatchObject({ state, revision: events.length - 1 });
        }
        for (const answer of answers.filter((one) => one.owner === owner)) {
          const prefix = (events as readonly WalletEvent[]).slice(0, answer.revision + 1);
          expect(answer.state).toEqual(prefix.reduce(wallet.evolve, wallet.initial));
        }
      }
    }),
    { numRuns: 40 },
  );
});
