/** However events, timers, outcomes, failures and restarts interleave over two runners, the end is that of a sequential fold. */
import * as fc from "fast-check";
import { processManager, type Effect, type Intent, type Process } from "../../../infra/process-manager/process-manager";
import { eventually } from "../../support/eventually";
import { ProcessStage, type StageRunner } from "../../support/process-stage";

type Step = {
  readonly type: "Stepped";
  readonly data: { readonly in: string; readonly number: number; readonly remindAt: string | null };
};
type Forgot = { readonly type: "Forgot"; readonly data: { readonly in: string; readonly name: string } };

interface State {
  readonly steps: readonly number[];
  readonly fired: readonly string[];
  readonly outcomes: readonly string[];
}

const untouched: State = { steps: [], fired: [], outcomes: [] };
const MINUTE_MS = 60_000;
const perform = (tag: string): Intent => ({ kind: "perform", effect: "act", payload: { tag } });

/** Every step performs `s<number>`, every timer `t<name>`; the outcome of a step divisible by three performs `o<number>`. */
const walking = processManager<Step | Forgot>()({
  name: "walking",
  initial: untouched,
  on: {
    Stepped: {
      instances: ({ data }) => data.in,
      react: (state, { data: { number, remindAt } }) => ({
        state: { ...state, steps: [...state.steps, number] },
        intents: [
          perform(`s${number}`),
          ...(remindAt === null ? [] : [{ kind: "remind" as const, name: String(number), at: remindAt }]),
        ],
      }),
    },
    Forgot: {
      instances: ({ data }) => data.in,
      react: (state, { data: { name } }) => ({ state, intents: [{ kind: "forget", name }] }),
    },
  },
  onTimer: (state, { name }) => ({
    state: { ...state, fired: [...state.fired, name] },
    intents: [perform(`t${name}`)],
  }),
  onOutcome(state, { payload, result }) {
    const tag = String(payload["tag"]);
    const further = tag.startsWith("s") && Number(tag.slice(1)) % 3 === 0 ? [perform(`o${tag.slice(1)}`)] : [];
    return { state: { ...state, outcomes: [...state.outcomes, `${tag} ${JSON.stringify(result)}`] }, intents: further };
  },
});

type Move =
  | { readonly kind: "step"; readonly instance: number; readonly remindAfter: number | null }
  | { readonly kind: "forget"; readonly which: number }
  | { readonly kind: "pass"; readonly minutes: number }
  | { readonly kind: "restart"; readonly runner: 0 | 1 };

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("step" as const),
      instance: fc.nat(2),
      remindAfter: fc.option(fc.integer({ min: 1, max: 20 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("forget" as const), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 15 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("restart" as const), runner: fc.constantFrom(0 as const, 1 as const) }),
  },
);

interface Reminder {
  readonly in: string;
  readonly name: string;
  readonly due: number;
}

/** Plays the moves, and keeps what a sequential fold makes of them. */
class Play {
  readonly #expected = new Map<string, { steps: number[]; fired: Set<string>; outcomes: Set<string> }>();
  readonly #reminders: Reminder[] = [];
  readonly #runners: StageRunner[] = [];
  #number = 0;

  constructor(
    private readonly stage: ProcessStage,
    private readonly process: Process,
    private readonly prefix: string,
  ) {}

  async begin(): Promise<void> {
    for (let runner = 0; runner < 2; runner += 1) this.#runners.push(await this.stage.runner([this.process]));
  }

  async play(one: Move): Promise<void> {
    if (one.kind === "step") await this.#step(`${this.prefix}-${one.instance}`, one.remindAfter);
    else if (one.kind === "forget") await this.#forget(one.which);
    else if (one.kind === "pass") await this.stage.clock.advance(one.minutes * MINUTE_MS);
    else {
      await this.#runners[one.runner]?.stop();
      this.#runners[one.runner] = await this.stage.runner([this.process]);
    }
  }

  async end(): Promise<void> {
    await eventually(
      async () => {
        // Reminders and retries still come each at its own time.
        await this.stage.clock.advance(5 * MINUTE_MS);
        const states = await this.stage.states();
        for (const [instance, { steps, fired, outcomes }] of this.#expected) {
          const state = states[instance] as State | undefined;
          expect(state?.steps).toEqual(steps);
          expect(state?.fired.toSorted()).toEqual([...fired].toSorted());
          expect(state?.outcomes.toSorted()).toEqual([...outcomes].toSorted());
        }
      },
      { timeoutMs: 10_000 },
    );
    for (const runner of this.#runners) await runner.stop();
    const sql =
      "SELECT instance FROM operational.process_intents WHERE status <> 'done' UNION ALL SELECT instance FROM operational.process_timers";
    expect(await this.stage.rows(sql)).toEqual([]);
  }

  async #step(instance: string, remindAfter: number | null): Promise<void> {
    const number = (this.#number += 1);
    const due = remindAfter === null ? null : this.stage.clock.now().getTime() + remindAfter * MINUTE_MS;
    const remindAt = due === null ? null : new Date(due).toISOString();
    await this.stage.happened("Stepped", { in: instance, number, remindAt });
    const of = this.#expected.get(instance) ?? { steps: [], fired: new Set(), outcomes: new Set() };
    this.#expected.set(instance, of);
    of.steps.push(number);
    this.#performs(of.outcomes, `s${number}`);
    if (number % 3 === 0) this.#performs(of.outcomes, `o${number}`);
    if (due === null) return;
    this.#reminders.push({ in: instance, name: String(number), due });
    of.fired.add(String(number));
    this.#performs(of.outcomes, `t${number}`);
  }

  /** Only what is not due yet: whether a due timer has fired already is nobody's promise. */
  async #forget(which: number): Promise<void> {
    const ahead = this.#reminders.filter(({ due }) => due > this.stage.clock.now().getTime());
    const one = ahead[which % Math.max(1, ahead.length)];
    if (one === undefined) return;
    await this.stage.happened("Forgot", { in: one.in, name: one.name });
    this.#reminders.splice(this.#reminders.indexOf(one), 1);
    this.#expected.get(one.in)?.fired.delete(one.name);
    this.#expected.get(one.in)?.outcomes.delete(`t${one.name} {"done":"t${one.name}"}`);
  }

  #performs(outcomes: Set<string>, tag: string): void {
    outcomes.add(`${tag} {"done":"${tag}"}`);
  }
}

test("random interleavings over two runners equal a sequential fold", async () => {
  const stage = await ProcessStage.open();
  let runs = 0;
  const act: Effect = async ({ tag }, { attempt }) => {
    if (attempt === 1 && String(tag).endsWith("5")) throw new Error("Not at once.");
    return tag;
  };
  const process: Process = { manager: walking, effects: { act } };
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 30 }), async (moves) => {
        const play = new Play(stage, process, `run-${(runs += 1)}`);
        await play.begin();
        for (const one of moves) await play.play(one);
        await play.end();
      }),
      { numRuns: 20, endOnFailure: true },
    );
  } finally {
    await stage.close();
  }
});
