/** What becomes of work in hand when a process crashes, freezes, loses its connections or stops. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Effect, EffectContext } from "../../../infra/process-manager/process-manager";
import { systemClock } from "../../../infra/time/clock";
import { eventually } from "../../support/eventually";
import { ProcessStage } from "../../support/process-stage";
import { attemptsOf, holdingSettings, tasks } from "../../support/process-tasks";
import { TestClock } from "../../support/test-clock";
import { WITH_TYPESCRIPT } from "../../support/with-typescript";

const WAIT_MS = 60_000;

/** An effect that is held until the test lets it go. */
function heldEffect(result: string) {
  const contexts: EffectContext[] = [];
  const letGo: (() => void)[] = [];
  const perform: Effect = async (_, context) => {
    contexts.push(context);
    await new Promise<void>((open) => letGo.push(open));
    return result;
  };
  return { contexts, effects: { perform }, letGo: () => letGo.forEach((open) => open()) };
}

describe("leases", () => {
  let stage: ProcessStage;
  beforeEach(async () => {
    stage = await ProcessStage.open();
  });
  afterEach(() => stage.close());

  const give = (to: string, ...names: readonly string[]) =>
    stage.happened("TaskGiven", ...names.map((task) => ({ to, task })));
  const intents = () => stage.rows("SELECT status, attempts FROM operational.process_intents ORDER BY sequence");

  test("work of a process killed between effect and record is performed again by another and recorded once", async () => {
    const attempts = attemptsOf(stage.database.pool);
    await attempts.prepare();
    const script = join(__dirname, "../../support/process-child.ts");
    const child = spawn(process.execPath, [...WITH_TYPESCRIPT, script, stage.database.url], { stdio: "inherit" });
    try {
      await eventually(
        async () => {
          expect(await stage.rows("SELECT FROM operational.process_checkpoints")).toHaveLength(1);
        },
        { timeoutMs: 20_000 },
      );
      await give("ann", "sweep");
      await eventually(async () => expect(await attempts.read()).toEqual(["child"]), { timeoutMs: 10_000 });
    } finally {
      child.kill("SIGKILL");
    }
    const perform: Effect = async (_, { intentId }) => {
      await attempts.write(intentId, "other");
    };
    await stage.runner([{ manager: tasks, effects: { perform } }], { clock: systemClock, settings: holdingSettings });
    await eventually(async () => expect(await stage.states()).toEqual({ ann: ['sweep {"done":null}'] }), {
      timeoutMs: 10_000,
    });
    expect(await attempts.read()).toEqual(["child", "other"]);
    expect(await stage.rows("SELECT DISTINCT intent FROM operational.attempts")).toHaveLength(1);
    expect(await intents()).toEqual([{ status: "done", attempts: 2 }]);
  });

  test("a process that froze past its lease cannot record its late outcome", async () => {
    const frozen = heldEffect("late");
    const runner = await stage.runner([{ manager: tasks, effects: frozen.effects }], { clock: new TestClock() });
    await give("ann", "sweep");
    await eventually(() => expect(frozen.contexts).toHaveLength(1));
    expect(await frozen.contexts[0]?.stillMine()).toBe(true);
    // This process lives, and keeps what it has; one that froze holds no leases any more, and its rows go by their own.
    await stage.rows("UPDATE operational.process_intents SET claimed_by = 'a process that froze'");
    const clock = new TestClock();
    const other = heldEffect("in time");
    await stage.runner([{ manager: tasks, effects: other.effects }], { clock });
    await clock.advance(29_000);
    expect(other.contexts).toEqual([]);
    await clock.advance(2_000);
    await eventually(() => expect(other.contexts).toHaveLength(1));
    expect(await frozen.contexts[0]?.stillMine()).toBe(false);
    frozen.letGo();
    await runner.stop();
    expect(await intents()).toEqual([{ status: "pending", attempts: 2 }]);
    expect(await stage.states()).toEqual({ ann: [] });
    other.letGo();
    await eventually(async () => expect(await stage.states()).toEqual({ ann: ['sweep {"done":"in time"}'] }));
    expect(other.contexts[0]?.intentId).toBe(frozen.contexts[0]?.intentId);
    expect(frozen.contexts[0]?.firstTriedAt).toBeNull();
    expect(other.contexts[0]?.firstTriedAt).toEqual(frozen.contexts[0]?.now);
  });

  test("a long effect keeps its lease for as long as its process lives", async () => {
    const long = heldEffect("at last");
    const other = heldEffect("never");
    await stage.runner([{ manager: tasks, effects: long.effects }]);
    await give("ann", "sweep");
    await eventually(() => expect(long.contexts).toHaveLength(1));
    await stage.runner([{ manager: tasks, effects: other.effects }]);
    const leaseEnd = async () =>
      (await stage.rows<{ end: string }>("SELECT available_at AS end FROM operational.process_intents"))[0]?.end;
    for (let minute = 0; minute < 10; minute += 1) {
      const before = await leaseEnd();
      await stage.clock.advance(10_000);
      await eventually(async () => expect(await leaseEnd()).not.toBe(before));
    }
    expect(other.contexts).toEqual([]);
    long.letGo();
    await eventually(async () => expect(await stage.states()).toEqual({ ann: ['sweep {"done":"at last"}'] }));
    expect(await intents()).toEqual([{ status: "done", attempts: 1 }]);
  });

  test("two runners share the work, and nothing is performed twice", async () => {
    const performed: string[][] = [[], []];
    for (const own of performed) {
      const perform: Effect = async ({ task }, { instance }) => {
        own.push(`${instance} ${String(task)}`);
        await stage.log.head();
      };
      await stage.runner([{ manager: tasks, effects: { perform } }], { settings: { claimsMax: 10, concurrency: 5 } });
    }
    const names = Array.from({ length: 100 }, (_, index) => `agent ${index}`);
    await Promise.all(names.map((name) => give(name, "sweep", "polish", "lock")));
    await eventually(async () => expect(Object.values(await stage.states()).flat()).toHaveLength(300), {
      timeoutMs: 15_000,
    });
    expect(performed.flat()).toHaveLength(300);
    expect(new Set(performed.flat()).size).toBe(300);
    expect(performed.every((own) => own.length > 0)).toBe(true);
  });

  test("connections that are cut lose nothing and repeat no outcome", async () => {
    const perform: Effect = async ({ task }) => String(task);
    await stage.runner([{ manager: tasks, effects: { perform } }], { clock: systemClock, settings: holdingSettings });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(["ann", "bob", "cyd"].map((name) => give(name, `${round} sweep`, `${round} polish`)));
      await stage.rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'local-business-intelligence'`);
    }
    const last = await stage.log.head();
    await eventually(
      async () =>
        expect(
          await stage.rows("SELECT FROM operational.process_checkpoints WHERE position >= $1", [last]),
        ).toHaveLength(1),
      { timeoutMs: 15_000 },
    );
    await eventually(
      async () => {
        const states = Object.values(await stage.states()) as string[][];
        expect(states.map(({ length }) => length)).toEqual([10, 10, 10]);
        expect(new Set(states[0]).size).toBe(10);
      },
      { timeoutMs: 15_000 },
    );
  });

  test("a stop waits for what is in flight, gives the rest back at once, and takes on nothing more", async () => {
    const held = heldEffect("finished");
    const settings = { concurrency: 1 };
    const runner = await stage.runner([{ manager: tasks, effects: held.effects }], { settings });
    await runner.processed(await give("ann", "sweep"), WAIT_MS);
    await give("bob", "polish");
    await eventually(async () =>
      expect(await intents()).toEqual([
        { status: "pending", attempts: 1 },
        { status: "pending", attempts: 1 },
      ]),
    );
    const stopped = runner.stop();
    await eventually(async () =>
      expect(await intents()).toEqual([
        { status: "pending", attempts: 1 },
        { status: "pending", attempts: 0 },
      ]),
    );
    held.letGo();
    await stopped;
    expect(await intents()).toEqual([
      { status: "done", attempts: 1 },
      { status: "pending", attempts: 0 },
    ]);
    expect(held.contexts).toHaveLength(1);
    const next = heldEffect("next");
    await stage.runner([{ manager: tasks, effects: next.effects }]);
    await eventually(() => expect(next.contexts.map(({ instance }) => instance)).toEqual(["bob"]));
    next.letGo();
  });

  test("an effect that outlasts the grace period is given to others, and its outcome is refused", async () => {
    const held = heldEffect("too late");
    const runner = await stage.runner([{ manager: tasks, effects: held.effects }]);
    await give("ann", "sweep");
    await eventually(() => expect(held.contexts).toHaveLength(1));
    const stopped = runner.stop();
    await stage.clock.advance(10_000);
    await stopped;
    held.letGo();
    const tries: EffectContext[] = [];
    const perform: Effect = async (_, context) => {
      tries.push(context);
      return "by another";
    };
    await stage.runner([{ manager: tasks, effects: { perform } }]);
    await eventually(async () => expect(await stage.states()).toEqual({ ann: ['sweep {"done":"by another"}'] }));
    expect(tries).toMatchObject([{ attempt: 1, firstTriedAt: held.contexts[0]?.now }]);
  });
});
