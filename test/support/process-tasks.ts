/** A process manager whose every task is one intent, and a table in which effects write down that they were performed. */
import type { Pool } from "pg";
import type { ProcessSettings } from "../../infra/process-manager/engine";
import { processManager } from "../../infra/process-manager/process-manager";

type TaskGiven = { readonly type: "TaskGiven"; readonly data: { readonly to: string; readonly task: string } };

export const tasks = processManager<TaskGiven>()({
  name: "tasks",
  initial: [] as readonly string[],
  on: {
    TaskGiven: {
      instances: ({ data }) => data.to,
      react: (state, { data: { task } }) => ({
        state,
        intents: [{ kind: "perform", effect: "perform", payload: { task } }],
      }),
    },
  },
  onOutcome: (state, { payload, result }) => ({
    state: [...state, `${String(payload["task"])} ${JSON.stringify(result)}`],
  }),
});

/** Leases short enough to see them end on the machine's clock. */
export const holdingSettings: Partial<ProcessSettings> = { leaseMs: 600, pollMs: 200, graceMs: 100 };

export const attemptsOf = (pool: Pool) => ({
  prepare: () => pool.query("CREATE TABLE operational.attempts (intent text, performer text)"),
  write: (intent: string, performer: string) =>
    pool.query("INSERT INTO operational.attempts VALUES ($1, $2)", [intent, performer]),
  async read(): Promise<readonly string[]> {
    const { rows } = await pool.query<{ performer: string }>(
      "SELECT performer FROM operational.attempts ORDER BY ctid",
    );
    return rows.map(({ performer }) => performer);
  },
});
