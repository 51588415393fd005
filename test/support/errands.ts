/** A divided process manager whose errands are run, reminded of and reported, and a table in which every attempt is written down. */
import type { Pool } from "pg";
import { processManager, type Effect, type Intent } from "../../infra/process-manager/process-manager";

type ErrandGiven = {
  readonly type: "ErrandGiven";
  readonly data: { readonly to: string; readonly number: number; readonly remindAt: string };
};

const run = (what: string): Intent => ({ kind: "perform", effect: "run", payload: { what } });

/** The state of each who runs errands: what was heard of them, in order. Every errand is run once, and once more when it is due. */
export const errands = processManager<ErrandGiven>()({
  name: "errands",
  shards: 4,
  initial: [] as readonly string[],
  on: {
    ErrandGiven: {
      instances: ({ data }) => data.to,
      react: (state, { data: { number, remindAt } }) => ({
        state: [...state, `given ${number}`],
        intents: [run(`${number}`), { kind: "remind", name: `${number}`, at: remindAt }],
      }),
    },
  },
  onTimer: (state, { name }) => ({ state: [...state, `due ${name}`], intents: [run(`${name} again`)] }),
  onOutcome: (state, { payload, result }) => ({
    state: [...state, `${"done" in result ? "done" : "gave up"} ${String(payload["what"])}`],
  }),
});

export interface Attempt {
  readonly intent: string;
  readonly what: string;
  readonly runner: string;
}

const EFFECT_MS = 20;

/** Writes the attempt down, and then takes a little while, in which the process can be killed or frozen. */
export const runErrand =
  (pool: Pool, runner: string): Effect =>
  async ({ what }, { intentId }) => {
    await pool.query("INSERT INTO operational.attempts VALUES ($1, $2, $3)", [intentId, what, runner]);
    await new Promise((settle) => setTimeout(settle, EFFECT_MS));
  };

export const attemptsTable = "CREATE TABLE operational.attempts (intent text, what text, runner text)";
