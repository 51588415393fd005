/** What a divided process manager promises beyond what a whole one does. */
import type { EventLog, LogPage, SubscribeOptions } from "../../../infra/event-log/event-log";
import { createIds } from "../../../infra/ids/ids";
import { silentLogger } from "../../../infra/logging/logger";
import { createPool } from "../../../infra/postgres/pool";
import { processManager, type Effect, type Process } from "../../../infra/process-manager/process-manager";
import { createProcessRunner } from "../../../infra/process-manager/runner";
import { nameOf, shardOf, shardsOf } from "../../../infra/process-manager/shards";
import { eventually } from "../../support/eventually";
import { ProcessStage, type StageRunner } from "../../support/process-stage";

type Visited = {
  readonly type: "Visited";
  readonly data: { readonly guests: readonly string[]; readonly number: number; readonly remindAt?: string };
};

const WAIT_MS = 60_000;
const SHARDS = 4;
const guests = Array.from({ length: 20 }, (_, index) => `guest ${index}`);

/** Remembers its guests' visits and greets each; a visit of a negative number cannot be folded until it is mended. */
function greeting(shards?: number, mended: () => boolean = () => true) {
  const greeted: string[] = [];
  const manager = processManager<Visited>()({
    name: "greeting",
    ...(shards === undefined ? {} : { shards }),
    initial: [] as readonly (number | string)[],
    on: {
      Visited: {
        instances: ({ data }) => data.guests,
        react(visits, { data: { number, remindAt } }, guest) {
          if (number < 0 && !mended()) throw new Error("No such visit.");
          const remind = remindAt === undefined ? [] : [{ kind: "remind", name: "again", at: remindAt } as const];
          const greet = { kind: "perform", effect: "greet", payload: { guest, number } } as const;
          return { state: [...visits, number], intents: [greet, ...remind] };
        },
      },
    },
    onTimer: (visits) => ({ state: [...visits, "due"] }),
  });
  const greet: Effect = async ({ guest, number }) => void greeted.push(`${String(guest)} ${String(number)}`);
  const process: Process = { manager, effects: { greet } };
  return { process, greeted };
}

describe("shards", () => {
  let stage: ProcessStage;
  beforeEach(async () => {
    stage = await ProcessStage.open();
  });
  afterEach(() => stage.close());

  const visit = (number: number, some: readonly string[] = guests, more: object = {}) =>
    stage.happened("Visited", { guests: some, number, ...more });
  const checkpoints = () =>
    stage.rows<{ shard: number; shards: number; position: number }>(
      "SELECT shard, shards, position FROM operational.process_checkpoints ORDER BY shard",
    );
  /** Wherever it is folded: a runner that waits is not told of what others fold before its clock moves. */
  const reached = (position: number) =>
    eventually(async () =>
      expect((await checkpoints()).map((one) => one.position)).toEqual(Array(SHARDS).fill(position)),
    );
  const holders = async () => {
    const rows = await stage.rows<{ holder: number }>(
      "SELECT holder FROM operational.leases WHERE kind = 'process-manager' AND holder IS NOT NULL",
    );
    return rows.map(({ holder }) => holder);
  };
  const all = (...visits: readonly (number | string)[]) => Object.fromEntries(guests.map((guest) => [guest, visits]));
  const performed = (...numbers: readonly number[]) =>
    guests.flatMap((guest) => numbers.map((number) => `${guest} ${number}`)).toSorted();

  test("every instance is one shard's, the same in every program", () => {
    const numbers = shardsOf(greeting(SHARDS).process.manager).map(({ shard }) => shard);
    expect([...new Set(guests.map((guest) => shardOf(guest, SHARDS)))].toSorted()).toEqual(numbers);
    expect(["account-1", "place-1", "", "Zürich 🍕"].map((one) => shardOf(one, SHARDS))).toEqual([1, 2, 2, 1]);
  });

  test("two processes share the shards, and each event is folded once for each of its instances, in order", async () => {
    const [one, two] = [greeting(SHARDS), greeting(SHARDS)];
    const runners = [await stage.runner([one.process]), await stage.runner([two.process])];
    await eventually(async () => {
      const of = await holders();
      expect(of).toHaveLength(SHARDS);
      expect(new Set(of).size).toBe(2);
    });
    let last = 0;
    for (let number = 1; number <= 10; number += 1) last = await visit(number);
    await reached(last);
    const numbers = Array.from({ length: 10 }, (_, index) => index + 1);
    expect(await stage.states()).toEqual(all(...numbers));
    await eventually(() => expect([...one.greeted, ...two.greeted].toSorted()).toEqual(performed(...numbers)));
    for (const runner of runners) expect(await runner.status()).toMatchObject([{ manager: "greeting", here: true }]);
  });

  test("a manager that was whole is divided where it stood: nothing is folded again, and nothing is passed over", async () => {
    const whole = greeting();
    const before = await stage.runner([whole.process]);
    const known = await visit(1);
    await before.processed(known, WAIT_MS);
    await eventually(() => expect(whole.greeted).toHaveLength(guests.length));
    await before.stop();
    await visit(2);
    const divided = greeting(SHARDS);
    await Promise.all([stage.runner([divided.process]), stage.runner([divided.process])]);
    const last = await visit(3);
    await reached(last);
    expect(await stage.states()).toEqual(all(1, 2, 3));
    await eventually(() => expect([...whole.greeted, ...divided.greeted].toSorted()).toEqual(performed(1, 2, 3)));
    expect(await checkpoints()).toEqual([0, 1, 2, 3].map((shard) => ({ shard, shards: SHARDS, position: last })));
  });

  test("who still takes a divided manager for whole folds nothing, and is told at the next start", async () => {
    const whole = greeting();
    const old = await stage.runner([whole.process]);
    await old.processed(await visit(1), WAIT_MS);
    await eventually(() => expect(whole.greeted).toHaveLength(guests.length));
    const divided = await stage.runner([greeting(SHARDS).process]);
    const last = await visit(2);
    expect(await divided.processed(last, WAIT_MS)).toBe(true);
    expect(await stage.states()).toEqual(all(1, 2));
    await expect(stage.runner([greeting().process])).rejects.toThrow("divided into 4 shards");
    await expect(stage.runner([greeting(8).process])).rejects.toThrow("cannot be into 8");
  });

  test("an event that one shard cannot fold holds up that shard's events alone, and is told of the manager", async () => {
    let mended = false;
    const { process } = greeting(SHARDS, () => mended);
    const runner: StageRunner = await stage.runner([process]);
    const ofFirst = guests.filter((guest) => shardOf(guest, SHARDS) === 0);
    const ofOthers = guests.filter((guest) => shardOf(guest, SHARDS) !== 0);
    const failed = await visit(-1, ofFirst);
    const last = await visit(2);
    await eventually(async () => {
      expect(await runner.status()).toMatchObject([{ halted: { kind: "event", position: failed } }]);
      const states = await stage.states();
      expect(Object.keys(states).toSorted()).toEqual(ofOthers.toSorted());
    });
    expect((await runner.status())[0]?.position).toBeLessThan(failed);
    expect(await runner.processed(last, 0)).toBe(false);
    mended = true;
    expect(await runner.retry("greeting")).toBe(true);
    expect(await runner.processed(last, WAIT_MS)).toBe(true);
    const states = await stage.states();
    expect(ofFirst.map((guest) => states[guest])).toEqual(ofFirst.map(() => [-1, 2]));
    expect(ofOthers.map((guest) => states[guest])).toEqual(ofOthers.map(() => [2]));
  });

  test("a process that holds all shards reads the log once and moves them all in one transaction", async () => {
    const subscribed: number[] = [];
    const subscribe: EventLog["subscribe"] = (options) => {
      subscribed.push(options.after);
      return stage.log.subscribe(options);
    };
    const runner = await stage.runner([greeting(SHARDS).process], { log: { ...stage.log, subscribe } });
    expect(await runner.processed(await visit(1), WAIT_MS)).toBe(true);
    expect(await runner.processed(await visit(2), WAIT_MS)).toBe(true);
    expect(subscribed).toHaveLength(1);
    expect(await stage.rows("SELECT DISTINCT xmin::text FROM operational.process_checkpoints")).toHaveLength(1);
    expect(await stage.states()).toEqual(all(1, 2));
  });

  test("shards that stand at different positions each go on from their own, and the first do not wait for the last", async () => {
    const first = greeting(SHARDS);
    const before = await stage.runner([first.process]);
    const known = await visit(1);
    await before.processed(known, WAIT_MS);
    await eventually(() => expect(first.greeted).toHaveLength(guests.length));
    await before.stop();
    const ofShard = (number: number) => guests.filter((guest) => shardOf(guest, SHARDS) === number);
    const last = await visit(2);
    // Shards 0 and 1 have folded the second visit, and the log of the others stands still.
    const moved = "UPDATE operational.process_checkpoints SET position = $1 WHERE shard < 2";
    await stage.rows(moved, [last]);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    async function* subscribe(options: SubscribeOptions): AsyncIterable<LogPage> {
      if (options.after < last) await released;
      yield* stage.log.subscribe(options);
    }
    const { process, greeted } = greeting(SHARDS);
    const runner = await stage.runner([process], { log: { ...stage.log, subscribe } });
    const third = await visit(3);
    const positions = async () => (await checkpoints()).map(({ position }) => position);
    await eventually(async () => expect(await positions()).toEqual([third, third, known, known]));
    release();
    expect(await runner.processed(third, WAIT_MS)).toBe(true);
    const states = await stage.states();
    for (const number of [0, 1]) for (const guest of ofShard(number)) expect(states[guest]).toEqual([1, 3]);
    for (const number of [2, 3]) for (const guest of ofShard(number)) expect(states[guest]).toEqual([1, 2, 3]);
    const greetings = guests.length + ofShard(2).length + ofShard(3).length;
    await eventually(() => expect(greeted).toHaveLength(greetings));
    const fourth = await visit(4);
    await reached(fourth);
    expect(await stage.rows("SELECT DISTINCT xmin::text FROM operational.process_checkpoints")).toHaveLength(1);
  });

  test("processes that take themselves for holders of the same shards fold each event once between them", async () => {
    const together = Array.from({ length: 2 }, () => greeting(SHARDS));
    const leaving = new AbortController();
    const runners = [];
    for (const { process } of together) {
      const pool = createPool({ url: stage.database.url });
      const ids = createIds(stage.clock);
      const engine = { pool, log: stage.log, clock: stage.clock, ids, logger: silentLogger };
      const runner = createProcessRunner({ ...engine, processes: [process] });
      await runner.start();
      runners.push({ runner, pool });
    }
    const shares = [
      ["greeting#0", "greeting#1", "greeting#2"],
      ["greeting#3", "greeting#2", "greeting#1"],
    ];
    const holding = runners.flatMap(({ runner }, index) =>
      (shares[index] ?? []).map((name) => runner.duties.hold({ name, fence: 1, signal: leaving.signal })),
    );
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    let last = 0;
    for (const number of numbers) last = await visit(number);
    await reached(last);
    leaving.abort();
    await Promise.all(holding);
    expect(await stage.states()).toEqual(all(...numbers));
    for (const { runner, pool } of runners) await runner.stop().then(() => pool.end());
  });

  test("a shard that leaves is let go of, and those that stay go on", async () => {
    const { process } = greeting(SHARDS);
    const pool = createPool({ url: stage.database.url });
    const engine = { pool, log: stage.log, clock: stage.clock, ids: createIds(stage.clock), logger: silentLogger };
    const runner = createProcessRunner({ ...engine, processes: [process] });
    await runner.start();
    const leases = shardsOf(process.manager).map((shard) => ({ name: nameOf(shard), leaving: new AbortController() }));
    const holding = leases.map(({ name, leaving }) => runner.duties.hold({ name, fence: 1, signal: leaving.signal }));
    const first = await visit(1);
    await reached(first);
    leases[2]?.leaving.abort();
    await holding[2];
    const last = await visit(2);
    const positions = async () => (await checkpoints()).map(({ position }) => position);
    await eventually(async () => expect(await positions()).toEqual([last, last, first, last]));
    for (const { leaving } of leases) leaving.abort();
    await Promise.all(holding);
    await runner.stop();
    await pool.end();
  });

  test("a timer fires once, in whichever shard its instance is", async () => {
    const runner = await stage.runner([greeting(SHARDS).process]);
    const remindAt = new Date(stage.clock.now().getTime() + 60_000).toISOString();
    await runner.processed(await visit(1, guests, { remindAt }), WAIT_MS);
    await stage.clock.advance(61_000);
    await eventually(async () => expect(await stage.states()).toEqual(all(1, "due")));
    expect(await stage.rows("SELECT FROM operational.process_timers")).toEqual([]);
  });
});
