/** What a divided process manager promises beyond what a whole one does. */
import { processManager, type Effect, type Process } from "../../../infra/process-manager/process-manager";
import { isOf, nameOf, shardsOf } from "../../../infra/process-manager/shards";
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
    const { manager } = greeting(SHARDS).process;
    const owners = guests.map((guest) =>
      shardsOf(manager)
        .filter((shard) => isOf(shard, guest))
        .map(nameOf),
    );
    expect(owners.every(({ length }) => length === 1)).toBe(true);
    expect(new Set(owners.flat()).size).toBe(SHARDS);
    expect(
      ["account-1", "place-1", "", "Zürich 🍕"].map((one) => shardsOf(manager).findIndex((s) => isOf(s, one))),
    ).toEqual([1, 2, 2, 1]);
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
    const [first, ...others] = shardsOf(process.manager);
    const ofFirst = guests.filter((guest) => first !== undefined && isOf(first, guest));
    const ofOthers = guests.filter((guest) => others.some((shard) => isOf(shard, guest)));
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

  test("a timer fires once, in whichever shard its instance is", async () => {
    const runner = await stage.runner([greeting(SHARDS).process]);
    const remindAt = new Date(stage.clock.now().getTime() + 60_000).toISOString();
    await runner.processed(await visit(1, guests, { remindAt }), WAIT_MS);
    await stage.clock.advance(61_000);
    await eventually(async () => expect(await stage.states()).toEqual(all(1, "due")));
    expect(await stage.rows("SELECT FROM operational.process_timers")).toEqual([]);
  });
});
