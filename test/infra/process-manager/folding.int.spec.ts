/** What a process manager may rely on while it folds the log. */
import type { ReadAllOptions, SubscribeOptions } from "../../../infra/event-log/event-log";
import type { Process } from "../../../infra/process-manager/process-manager";
import { processManager } from "../../../infra/process-manager/process-manager";
import { eventually } from "../../support/eventually";
import { ProcessStage } from "../../support/process-stage";

type Visit = { readonly type: "Visited"; readonly data: { readonly guest: string; readonly number: number } };

const WAIT_MS = 60_000;

/** Remembers its guests' visits and greets each; a visit of a negative number cannot be folded until it is mended. */
function greeting(mended: () => boolean = () => false, name = "greeting"): { process: Process; greeted: string[] } {
  const greeted: string[] = [];
  const manager = processManager<Visit>()({
    name,
    initial: [] as readonly number[],
    on: {
      Visited: {
        instances: ({ data }) => data.guest,
        react(visits, { data: { guest, number } }) {
          if (number < 0 && !mended()) throw new Error("No such visit.");
          return {
            state: [...visits, number],
            intents: [{ kind: "perform", effect: "greet", payload: { guest, number } }],
          };
        },
      },
    },
  });
  const effects = {
    greet: async ({ guest, number }: { guest?: unknown; number?: unknown }) =>
      void greeted.push(`${String(guest)} ${String(number)}`),
  };
  return { process: { manager, effects }, greeted };
}

describe("folding events", () => {
  let stage: ProcessStage;
  beforeEach(async () => {
    stage = await ProcessStage.open();
  });
  afterEach(() => stage.close());

  test("states, intents and checkpoint follow every event once, in order, and intents are performed in order", async () => {
    const { process, greeted } = greeting();
    const runner = await stage.runner([process]);
    let last = 0;
    for (let number = 1; number <= 20; number += 1) last = await stage.happened("Visited", { guest: "ann", number });
    expect(await runner.processed(last, WAIT_MS)).toBe(true);
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    expect(await stage.states()).toEqual({ ann: numbers });
    await eventually(() => expect(greeted).toEqual(numbers.map((number) => `ann ${number}`)));
  });

  test("an instance whose state an event leaves as it was is not written again, and the checkpoint moves on", async () => {
    const manager = processManager<Visit>()({
      name: "first-visits",
      initial: { number: 0 },
      on: {
        Visited: {
          instances: ({ data }) => data.guest,
          react: (state, { data: { number } }) => ({ state: state.number === 0 ? { number } : state }),
        },
      },
    });
    const runner = await stage.runner([{ manager, effects: {} }]);
    const written = () => stage.rows("SELECT instance, state, xmin::text FROM operational.process_instances");
    const first = await stage.happened("Visited", { guest: "ann", number: 1 });
    expect(await runner.processed(first, WAIT_MS)).toBe(true);
    const before = await written();
    expect(before).toMatchObject([{ instance: "ann", state: { number: 1 } }]);
    const last = await stage.happened("Visited", { guest: "ann", number: 2 });
    expect(await runner.processed(last, WAIT_MS)).toBe(true);
    expect(await written()).toEqual(before);
  });

  test("a new manager starts at the end of the log and hears nothing of what was before", async () => {
    await stage.happened("Visited", { guest: "ann", number: 1 });
    const { process } = greeting();
    const runner = await stage.runner([process]);
    const last = await stage.happened("Visited", { guest: "ann", number: 2 });
    expect(await runner.processed(last, WAIT_MS)).toBe(true);
    expect(await stage.states()).toEqual({ ann: [2] });
  });

  test("a manager goes on after a restart where it stopped", async () => {
    const { process, greeted } = greeting();
    const first = await stage.runner([process]);
    await first.processed(await stage.happened("Visited", { guest: "ann", number: 1 }), WAIT_MS);
    await first.stop();
    const last = await stage.happened("Visited", { guest: "ann", number: 2 });
    const second = await stage.runner([process]);
    expect(await second.processed(last, WAIT_MS)).toBe(true);
    expect(await stage.states()).toEqual({ ann: [1, 2] });
    await eventually(() => expect(greeted).toEqual(["ann 1", "ann 2"]));
  });

  test("an event that cannot be folded halts its manager alone, keeps all before it, and is folded again on retry", async () => {
    let mended = false;
    const failing = greeting(() => mended);
    const well = greeting(() => true, "well");
    const runner = await stage.runner([failing.process, well.process]);
    await stage.happened("Visited", { guest: "ann", number: 1 });
    const failed = await stage.happened("Visited", { guest: "ann", number: -1 });
    const last = await stage.happened("Visited", { guest: "bob", number: 2 });
    await eventually(async () => {
      const [first, second] = await runner.status();
      expect(first).toMatchObject({
        halted: { kind: "event", position: failed, instance: "ann", error: "No such visit." },
      });
      expect(first?.position).toBeLessThan(failed);
      expect(second).toMatchObject({ manager: "well", position: last, secondsBehind: 0 });
    });
    const before = await stage.rows("SELECT state FROM operational.process_instances WHERE manager = 'greeting'");
    expect(before).toEqual([{ state: [1] }]);
    expect(await runner.processed(last, 0)).toBe(false);
    mended = true;
    expect(await runner.retry("greeting")).toBe(true);
    expect(await runner.processed(last, WAIT_MS)).toBe(true);
    expect((await runner.status())[0]).not.toHaveProperty("halted");
    const after = await stage.rows(
      "SELECT state FROM operational.process_instances WHERE manager = 'greeting' ORDER BY instance",
    );
    expect(after).toEqual([{ state: [1, -1] }, { state: [2] }]);
  });

  test("managers that are not concerned move on together, by one statement for all of them", async () => {
    const { process } = greeting();
    const named = (name: string): Process => ({ ...process, manager: { ...process.manager, name } });
    const runner = await stage.runner(["one", "two", "three", "four"].map(named));
    const moves = "SELECT DISTINCT xmin::text FROM operational.process_checkpoints";
    await eventually(async () => {
      const last = await stage.happened("SomethingElse", {});
      expect(await runner.processed(last, WAIT_MS)).toBe(true);
      expect(await stage.rows(moves)).toHaveLength(1);
    });
  });

  test("a checkpoint that could not be written while nothing is to be made of the log is written a moment later", async () => {
    const { process } = greeting();
    const runner = await stage.runner([process]);
    const visited = await stage.happened("Visited", { guest: "ann", number: 1 });
    expect(await runner.processed(visited, WAIT_MS)).toBe(true);
    const query = runner.pool.query.bind(runner.pool) as (...given: readonly unknown[]) => Promise<unknown>;
    let failures = 0;
    const failingOnce = async (asked: string | { readonly text: string }, ...values: readonly unknown[]) => {
      const sql = typeof asked === "string" ? asked : asked.text;
      if (!sql.startsWith("WITH late AS") || failures > 0) return query(asked, ...values);
      failures += 1;
      throw new Error("Connection terminated");
    };
    Object.assign(runner.pool, { query: failingOnce });
    const last = await stage.happened("SomethingElse", {});
    expect(await runner.processed(last, WAIT_MS)).toBe(true);
    expect(failures).toBe(1);
  });

  test("one runner folds at a time, and another takes over when its connection is gone", async () => {
    const { process } = greeting();
    const runners = [await stage.runner([process]), await stage.runner([process])];
    const here = async () => Promise.all(runners.map(async (runner) => (await runner.status())[0]?.here));
    await eventually(async () => expect((await here()).filter(Boolean)).toHaveLength(1));
    const [first] = await here();
    const [leader, other] = first === true ? runners : runners.toReversed();
    await leader?.stop();
    const last = await stage.happened("Visited", { guest: "ann", number: 1 });
    expect(await other?.processed(last, WAIT_MS)).toBe(true);
    expect((await other?.status())?.[0]?.here).toBe(true);
    expect(await stage.states()).toEqual({ ann: [1] });
  });

  test("a runner that lost its place without noticing cannot fold what another has folded", async () => {
    const { process } = greeting();
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const held: number[] = [];
    const log = {
      head: () => stage.log.head(),
      readAll: (options: ReadAllOptions) => stage.log.readAll(options),
      /** Hands its first page on late, to a runner that does not look at its signal meanwhile. */
      async *subscribe(options: SubscribeOptions) {
        for await (const page of stage.log.subscribe(options)) {
          held.push(page.position);
          await opened;
          yield page;
        }
      },
    };
    const slow = await stage.runner([process], { log });
    await eventually(async () => expect((await slow.status())[0]?.here).toBe(true));
    const first = await stage.happened("Visited", { guest: "ann", number: 1 });
    await eventually(() => expect(held).toEqual([first]));
    await stage.rows("SELECT pg_terminate_backend(backend_pid) FROM operational.lease_holders");
    const other = await stage.runner([process]);
    await eventually(async () => expect((await other.status())[0]?.here).toBe(true));
    expect(await other.processed(first, WAIT_MS)).toBe(true);
    open();
    const last = await stage.happened("Visited", { guest: "ann", number: 2 });
    expect(await other.processed(last, WAIT_MS)).toBe(true);
    await slow.stop();
    expect(await stage.states()).toEqual({ ann: [1, 2] });
  });
});
