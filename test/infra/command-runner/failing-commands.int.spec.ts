/** What the command runner promises when something goes wrong: faults, lost answers, crowds, erased streams, and a stop. */
import { createCommandRunner } from "../../../infra/command-runner/create-command-runner";
import { StreamErasedError } from "../../../infra/command-runner/stream-erased-error";
import { LogUnavailable, type EventLog } from "../../../infra/event-log/event-log";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import { sealingMigrations } from "../../../infra/sealing/migrations";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { contextOf, createFoldKernel } from "../../support/fold-kernel";
import { empty, fill, open, wallet } from "../../support/wallet";

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

function gate() {
  let resolve = () => {};
  const promise = new Promise<void>((open) => (resolve = open));
  return { promise, resolve };
}

test("a command that fails does not fail those that share its append", async () => {
  const owner = aWallet();
  const malformed = () => [{ type: "WalletEmptied" as const, data: { cents: "many" as unknown as number } }];
  const broken = () => {
    throw new Error("This decision is broken.");
  };
  const [first, bad, worse, last] = await Promise.allSettled([
    here.runner.execute(wallet, owner, fill(1, "a"), next()),
    here.runner.execute(wallet, owner, malformed, next()),
    here.runner.execute(wallet, owner, broken, next()),
    here.runner.execute(wallet, owner, fill(1, "b"), next()),
  ]);
  expect([first.status, last.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(bad).toMatchObject({ status: "rejected", reason: { name: "MalformedEvent" } });
  expect(worse).toMatchObject({ status: "rejected", reason: { message: "This decision is broken." } });
  expect(await here.runner.load(wallet, owner)).toMatchObject({ state: { cents: 2, fills: ["a", "b"] }, revision: 1 });
});

test("an append whose answer was lost is found again when its commands are repeated", async () => {
  const owner = aWallet();
  let lose = false;
  const lossy: EventLog = {
    ...here.log,
    async append(request) {
      const outcome = await here.log.append(request);
      if (lose) throw new LogUnavailable("The answer was lost.");
      return outcome;
    },
  };
  const runner = createCommandRunner({ log: lossy, clock: here.clock, ids: here.ids });
  const contexts = [next(), next(), next()];
  const all = () =>
    Promise.allSettled(contexts.map((context, index) => runner.execute(wallet, owner, fill(1, `r${index}`), context)));
  lose = true;
  expect((await all()).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  lose = false;
  expect((await all()).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect(await here.runner.load(wallet, owner)).toMatchObject({
    state: { cents: 3, fills: ["r0", "r1", "r2"] },
    revision: 2,
  });
});

test("a writer that never gets its turn gives up after its last attempt, and has written nothing", async () => {
  const owner = aWallet();
  const crowded: EventLog = {
    ...here.log,
    async append(request) {
      await there.runner.execute(wallet, owner, fill(1, "other"), next());
      return here.log.append(request);
    },
  };
  const runner = createCommandRunner({ log: crowded, clock: here.clock, ids: here.ids, attemptsMax: 6 });
  await expect(runner.execute(wallet, owner, fill(1, "mine"), next())).rejects.toMatchObject({
    name: "ContentionError",
  });
  expect((await here.runner.load(wallet, owner)).state.fills).toEqual(Array.from({ length: 6 }, () => "other"));
});

test("an erased stream takes nothing any more, and what was remembered of it is gone", async () => {
  const owner = aWallet();
  await here.runner.execute(wallet, owner, open("Ada"), next());
  await there.log.erase([`wallet-${owner}`]);
  expect(await here.runner.load(wallet, owner)).toEqual({ state: wallet.initial, revision: -1, position: 0 });
  await expect(here.runner.execute(wallet, owner, fill(1, "a"), next())).rejects.toThrow(StreamErasedError);
});

test("a command on a stream that was erased behind its back is told so", async () => {
  const owner = aWallet();
  await here.runner.execute(wallet, owner, fill(1, "a"), next());
  await there.log.erase([`wallet-${owner}`]);
  await expect(here.runner.execute(wallet, owner, fill(1, "b"), next())).rejects.toThrow(StreamErasedError);
  expect(await here.runner.execute(wallet, owner, empty, next())).toMatchObject({ refused: "wallet_empty" });
});

test("draining waits for every command under way, also for those begun meanwhile", async () => {
  const gates = [gate(), gate()] as const;
  const [early, late] = [aWallet(), aWallet()];
  const gated: EventLog = {
    ...here.log,
    async append(request) {
      await gates[request.stream === `wallet-${early}` ? 0 : 1].promise;
      return here.log.append(request);
    },
  };
  const runner = createCommandRunner({ log: gated, clock: here.clock, ids: here.ids });
  let drained = false;
  const first = runner.execute(wallet, early, fill(1, "a"), next());
  const draining = runner.drain().then(() => (drained = true));
  const second = runner.execute(wallet, late, fill(1, "b"), next());
  gates[0].resolve();
  await first;
  await here.log.head();
  expect(drained).toBe(false);
  gates[1].resolve();
  await draining;
  expect(await second).toMatchObject({ revision: 0 });
});
