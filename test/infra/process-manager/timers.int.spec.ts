/** What a process manager may rely on when it asks to be reminded. */
import type { ReadAllOptions, SubscribeOptions } from "../../../infra/event-log/event-log";
import { processManager, type Process, type DueTimer } from "../../../infra/process-manager/process-manager";
import { systemClock } from "../../../infra/time/clock";
import { eventually } from "../../support/eventually";
import { ProcessStage } from "../../support/process-stage";
import { TestClock } from "../../support/test-clock";

type Asked = {
  readonly type: "Asked";
  readonly data: { readonly of: string; readonly name: string; readonly at: string };
};
type Withdrawn = { readonly type: "Withdrawn"; readonly data: { readonly of: string; readonly name: string } };
type Left = { readonly type: "Left"; readonly data: { readonly of: string } };

const DAY_MS = 86_400_000;
const WAIT_MS = 60_000;

/** What happens then happens because the timer itself woke the engine. */
const neverPolls = { pollMs: 1_000 * DAY_MS };

/** Keeps the timers that fell due; a timer called `again` asks for one more, a day after it was due. */
const reminding = processManager<Asked | Withdrawn | Left>()({
  name: "reminding",
  initial: [] as readonly DueTimer[],
  on: {
    Asked: {
      instances: ({ data }) => data.of,
      react: (state, { data: { name, at } }) => ({
        state,
        intents: [{ kind: "remind", name, at, data: { asked: name } }],
      }),
    },
    Withdrawn: {
      instances: ({ data }) => data.of,
      react: (state, { data: { name } }) => ({ state, intents: [{ kind: "forget", name }] }),
    },
    Left: { instances: ({ data }) => data.of, react: () => ({ state: null }) },
  },
  onTimer(state, timer) {
    const at = new Date(new Date(timer.at).getTime() + DAY_MS).toISOString();
    return {
      state: [...state, timer],
      intents: timer.name === "again" ? [{ kind: "remind", name: "once more", at }] : [],
    };
  },
});
const process: Process = { manager: reminding, effects: {} };

describe("durable timers", () => {
  let stage: ProcessStage;
  beforeEach(async () => {
    stage = await ProcessStage.open();
  });
  afterEach(() => stage.close());

  const inDays = (days: number) => new Date(stage.clock.now().getTime() + days * DAY_MS).toISOString();
  const fired = async (of = "ann") => ((await stage.states())[of] as readonly DueTimer[] | undefined) ?? [];
  const names = async (of = "ann") => (await fired(of)).map(({ name }) => name);
  const left = () => stage.rows("SELECT name FROM operational.process_timers ORDER BY due_at");

  test("a timer fires when its thirty days have passed, once, and not before", async () => {
    const runner = await stage.runner([process], { settings: neverPolls });
    const at = inDays(30);
    await runner.processed(await stage.happened("Asked", { of: "ann", name: "restore window", at }), WAIT_MS);
    await stage.clock.advance(30 * DAY_MS - 1);
    expect(await runner.processed(await stage.log.head(), WAIT_MS)).toBe(true);
    expect(await fired()).toEqual([]);
    await stage.clock.advance(1);
    await eventually(async () =>
      expect(await fired()).toEqual([{ name: "restore window", at, now: at, data: { asked: "restore window" } }]),
    );
    await stage.clock.advance(60 * DAY_MS);
    expect(await left()).toEqual([]);
    expect(await names()).toEqual(["restore window"]);
  });

  test("a clock that cannot wait longer than 24.8 days at once still wakes for a timer in forty", async () => {
    class ShortClock extends TestClock {
      override after(milliseconds: number, run: () => void): () => void {
        return super.after(Math.min(milliseconds, 2 ** 31 - 1), run);
      }
    }
    const clock = new ShortClock();
    const runner = await stage.runner([process], { clock, settings: neverPolls });
    await runner.processed(await stage.happened("Asked", { of: "ann", name: "far", at: inDays(40) }), WAIT_MS);
    await clock.advance(39 * DAY_MS);
    expect(await names()).toEqual([]);
    await clock.advance(DAY_MS);
    await eventually(async () => expect(await names()).toEqual(["far"]));
  });

  test("timers that fell due while nobody ran fire after the start, once and in order, over two runners", async () => {
    const first = await stage.runner([process]);
    const asked = ["c", "a", "b"].map((name, index) => ({ of: "ann", name, at: inDays(3 - index) }));
    await first.processed(await stage.happened("Asked", ...asked), WAIT_MS);
    await first.stop();
    await stage.clock.advance(30 * DAY_MS);
    await Promise.all([stage.runner([process]), stage.runner([process])]);
    await eventually(async () => expect(await names()).toEqual(["b", "a", "c"]));
    expect(await left()).toEqual([]);
  });

  test("an event from before a timer was due is folded first, however late the service comes to it", async () => {
    const first = await stage.runner([process]);
    await first.processed(await stage.happened("Asked", { of: "ann", name: "removal", at: inDays(30) }), WAIT_MS);
    await first.stop();
    const withdrawn = await stage.happened("Withdrawn", { of: "ann", name: "removal" });
    await stage.clock.advance(31 * DAY_MS);
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const log = {
      head: () => stage.log.head(),
      readAll: (options: ReadAllOptions) => stage.log.readAll(options),
      async *subscribe(options: SubscribeOptions) {
        await opened;
        yield* stage.log.subscribe(options);
      },
    };
    const second = await stage.runner([process], { log });
    const asked = jest.spyOn(second.pool, "query");
    const claims = () => asked.mock.calls.filter(([sql]) => /^WITH ready .*process_timers/s.test(sql));
    await eventually(async () => {
      await stage.clock.advance(1_000);
      expect(claims().length).toBeGreaterThan(1);
    });
    expect(await names()).toEqual([]);
    open();
    expect(await second.processed(withdrawn, WAIT_MS)).toBe(true);
    expect(await left()).toEqual([]);
    expect(await names()).toEqual([]);
  });

  test("a timer fires however fast the log grows meanwhile", async () => {
    let lateMs = 0;
    // Whenever somebody asks for its end, something has just been added.
    const head = async () => {
      await stage.happened("SomethingElse", {});
      return stage.log.head();
    };
    const log = {
      head,
      readAll: (options: ReadAllOptions) => stage.log.readAll(options),
      /** Late, and later than timers that are held up are looked at, so that the manager is never at that end. */
      async *subscribe(options: SubscribeOptions) {
        for await (const page of stage.log.subscribe(options)) {
          await new Promise<void>((resolve) => void systemClock.after(lateMs, resolve));
          yield page;
        }
      },
    };
    const runner = await stage.runner([process], { log, settings: neverPolls });
    const last = await stage.happened("Asked", { of: "ann", name: "tell", at: inDays(30) });
    expect(await runner.processed(last, WAIT_MS)).toBe(true);
    lateMs = 1_500;
    await stage.clock.advance(30 * DAY_MS);
    await eventually(async () => {
      await stage.clock.advance(1_000);
      expect(await names()).toEqual(["tell"]);
    });
  });

  test("asking again under the same name moves a timer, and forgetting drops it", async () => {
    const runner = await stage.runner([process]);
    await stage.happened("Asked", { of: "ann", name: "moved", at: inDays(1) });
    await stage.happened("Asked", { of: "ann", name: "moved", at: inDays(5) });
    await stage.happened("Asked", { of: "ann", name: "dropped", at: inDays(2) });
    await runner.processed(await stage.happened("Withdrawn", { of: "ann", name: "dropped" }), WAIT_MS);
    await stage.clock.advance(4 * DAY_MS);
    expect(await left()).toEqual([{ name: "moved" }]);
    await stage.clock.advance(DAY_MS);
    await eventually(async () => expect(await names()).toEqual(["moved"]));
  });

  test("a dropped instance takes its timers along", async () => {
    const runner = await stage.runner([process]);
    await stage.happened("Asked", { of: "ann", name: "gone", at: inDays(1) });
    const asked = await stage.happened("Asked", { of: "bob", name: "kept", at: inDays(1) });
    expect(await runner.processed(asked, WAIT_MS)).toBe(true);
    await runner.processed(await stage.happened("Left", { of: "ann" }), WAIT_MS);
    expect(await left()).toEqual([{ name: "kept" }]);
    await stage.clock.advance(DAY_MS);
    await eventually(async () => expect(await names("bob")).toEqual(["kept"]));
    expect(Object.keys(await stage.states())).toEqual(["bob"]);
  });

  test("a timer that another process's folding has set is heard of and fires on time", async () => {
    // Who finds the timer due may have to look again for the other one's checkpoint, which takes a moment on the clock.
    const soon = async (expected: readonly string[]) => {
      await stage.clock.advance(100);
      expect(await names()).toEqual(expected);
    };
    const runners = [await stage.runner([process]), await stage.runner([process])];
    await runners[0]?.processed(await stage.happened("Asked", { of: "ann", name: "again", at: inDays(1) }), WAIT_MS);
    await stage.clock.advance(DAY_MS);
    await eventually(() => soon(["again"]));
    await stage.clock.advance(DAY_MS);
    await eventually(() => soon(["again", "once more"]));
  });

  test("a timer that cannot be folded halts the manager and fires on retry", async () => {
    let mended = false;
    const manager = { ...reminding, onTimer: () => (mended ? { state: ["mended"] } : fail()) };
    const runner = await stage.runner([{ manager, effects: {} }]);
    await runner.processed(await stage.happened("Asked", { of: "ann", name: "late", at: inDays(1) }), WAIT_MS);
    await stage.clock.advance(DAY_MS);
    await eventually(async () => {
      expect((await runner.status())[0]).toMatchObject({
        timersPending: 1,
        halted: { kind: "timer", instance: "ann", error: "Broken." },
      });
    });
    mended = true;
    await stage.clock.advance(30_000);
    expect(await runner.retry("reminding")).toBe(true);
    await eventually(async () => expect(await stage.states()).toEqual({ ann: ["mended"] }));
  });
});

function fail(): never {
  throw new Error("Broken.");
}
