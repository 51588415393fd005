/** What a process manager may rely on when it asks for effects. */
import type { PoolClient } from "pg";
import { createIds } from "../../../infra/ids/ids";
import {
  processManager,
  type Effect,
  type EffectOutcome,
  type StoredIntent,
} from "../../../infra/process-manager/process-manager";
import { eventually } from "../../support/eventually";
import { ProcessStage } from "../../support/process-stage";

type Ordered = { readonly type: "Ordered"; readonly data: { readonly by: string; readonly items: readonly string[] } };

const WAIT_MS = 60_000;

/** Keeps what became of each item; every item is one intent. */
const ordering = processManager<Ordered>()({
  name: "ordering",
  initial: [] as readonly string[],
  on: {
    Ordered: {
      instances: ({ data }) => data.by,
      react: (state, { data }) => ({
        state,
        intents: data.items.map((item) => ({
          kind: "perform",
          effect: item.startsWith("!") ? "other" : "make",
          payload: { item },
        })),
      }),
    },
  },
  onOutcome: (state, outcome) => ({ state: [...state, told(outcome)] }),
});

function told({ payload, result }: EffectOutcome): string {
  return `${String(payload["item"])}: ${"done" in result ? String(result.done) : `gave up, ${result.gaveUp}`}`;
}

/** Effects that wait until they are let go, each by its item's name. */
function gate() {
  const started: string[] = [];
  const opened = new Map<string, () => void>();
  const make: Effect = async ({ item }) => {
    started.push(String(item));
    await new Promise<void>((open) => opened.set(String(item), open));
    return "made";
  };
  return { started, make, open: (item: string) => opened.get(item)?.() };
}

describe("intents", () => {
  let stage: ProcessStage;
  beforeEach(async () => {
    stage = await ProcessStage.open();
  });
  afterEach(() => stage.close());

  const order = (by: string, ...items: readonly string[]) => stage.happened("Ordered", { by, items });
  const pending = () => stage.rows("SELECT effect FROM operational.process_intents WHERE status = 'pending'");

  test("the intents of one instance are performed one after another, those of others meanwhile", async () => {
    const { started, make, open } = gate();
    await stage.runner([{ manager: ordering, effects: { make } }]);
    await order("ann", "a1", "a2");
    await order("ann", "a3");
    await order("bob", "b1");
    await eventually(() => expect(started.toSorted()).toEqual(["a1", "b1"]));
    open("a1");
    await eventually(() => expect(started.toSorted()).toEqual(["a1", "a2", "b1"]));
    open("b1");
    open("a2");
    await eventually(() => expect(started.at(-1)).toBe("a3"));
    open("a3");
    await eventually(async () =>
      expect(await stage.states()).toEqual({ ann: ["a1: made", "a2: made", "a3: made"], bob: ["b1: made"] }),
    );
    expect(await pending()).toEqual([]);
  });

  test("no more effects run at once than allowed", async () => {
    let running = 0;
    let most = 0;
    const make: Effect = async () => {
      most = Math.max(most, ++running);
      await stage.log.head();
      running -= 1;
    };
    await stage.runner([{ manager: ordering, effects: { make } }], { settings: { concurrency: 3, claimsMax: 7 } });
    await Promise.all(Array.from({ length: 40 }, (_, index) => order(`buyer ${index}`, "item")));
    await eventually(async () => expect(Object.values(await stage.states()).flat()).toHaveLength(40));
    expect(most).toBe(3);
  });

  test("a failing effect is tried again after growing delays, counted over restarts, and given up loudly", async () => {
    const attempts: number[] = [];
    const make: Effect = async ({ item }, { attempt }) => {
      if (item === "next") return "made";
      attempts.push(attempt);
      throw new Error("No flour.");
    };
    const process = { manager: ordering, effects: { make } };
    const settings = { attemptsMax: 5, retryBaseMs: 8_000 };
    let runner = await stage.runner([process], { settings });
    await order("ann", "bread", "next");
    const delays: number[] = [];
    for (let attempt = 1; attempt < 5; attempt += 1) {
      const sql = `SELECT available_at AS again FROM operational.process_intents
        WHERE status = 'pending' AND attempts = $1 AND fence = 2 * $1 AND last_error = 'No flour.'`;
      const again = await eventually(async () => {
        const [row] = await stage.rows<{ again: string }>(sql, [attempt]);
        if (row === undefined) throw new Error(`Attempt ${attempt} is not recorded.`);
        return new Date(row.again).getTime();
      });
      delays.push(again - stage.clock.now().getTime());
      if (attempt === 3) {
        await runner.stop();
        runner = await stage.runner([process], { settings });
      }
      await stage.clock.advance(again - stage.clock.now().getTime());
    }
    await eventually(async () =>
      expect(await stage.states()).toEqual({ ann: ["bread: gave up, No flour.", "next: made"] }),
    );
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
    delays.forEach((delay, index) => {
      expect(delay).toBeGreaterThan(4_000 * 2 ** index - 1);
      expect(delay).toBeLessThanOrEqual(8_000 * 2 ** index);
    });
    expect((await runner.status())[0]).toMatchObject({ intentsGaveUp: 1, intentsPending: 0 });
  });

  test("an intent's id follows from manager, cause, instance and place, and its context names the cause", async () => {
    const contexts: unknown[] = [];
    const make: Effect = async (_, { intentId, causationId, position }) =>
      void contexts.push({ intentId, causationId, position });
    await stage.runner([{ manager: ordering, effects: { make } }]);
    const position = await order("ann", "a1", "a2");
    await eventually(() => expect(contexts).toHaveLength(2));
    const event = (await stage.log.readAll({ after: position - 1, limit: 1 })).events[0];
    const ids = createIds(stage.clock);
    const causationId = event?.id ?? "";
    expect(contexts).toEqual(
      ["0", "1"].map((index) => ({
        intentId: ids.derive("ordering", causationId, "ann", index),
        causationId,
        position,
      })),
    );
  });

  test("an outcome that cannot be folded halts the manager, and on retry is folded without performing again", async () => {
    let mended = false;
    let performed = 0;
    const manager = {
      ...ordering,
      onOutcome(state: readonly string[], outcome: EffectOutcome) {
        if (!mended && outcome.payload["item"] === "bad") throw new Error("Broken.");
        return { state: [...state, told(outcome)] };
      },
    };
    const make: Effect = async () => `made ${++performed}`;
    const runner = await stage.runner([{ manager, effects: { make } }]);
    await order("ann", "bad", "good");
    await eventually(async () =>
      expect((await runner.status())[0]).toMatchObject({ halted: { kind: "outcome", error: "Broken." } }),
    );
    mended = true;
    await runner.retry("ordering");
    await eventually(async () => expect(await stage.states()).toEqual({ ann: ["bad: made 1", "good: made 2"] }));
  });

  test("an intent that neither an effect nor a store takes halts the manager", async () => {
    const runner = await stage.runner([{ manager: ordering, effects: {} }]);
    await order("ann", "a1");
    await eventually(async () => {
      const error = 'The process manager "ordering" has neither an effect nor a store called "make".';
      expect((await runner.status())[0]).toMatchObject({ halted: { error } });
    });
    expect(await stage.states()).toEqual({});
  });

  test("a store of its own takes intents in emission order, within the manager's transaction", async () => {
    await stage.rows(
      "CREATE TABLE operational.taken (n serial, effect text, instance text, business text, item text UNIQUE)",
    );
    const store = {
      async store(client: PoolClient, intents: readonly StoredIntent[]) {
        const sql = "INSERT INTO operational.taken (effect, instance, business, item) VALUES ($1, $2, $3, $4)";
        for (const { effect, instance, businessId, payload } of intents)
          await client.query(sql, [effect, instance, businessId, payload["item"]]);
      },
    };
    const runner = await stage.runner([{ manager: ordering, effects: {}, stores: { make: store, other: store } }]);
    await runner.processed(await order("ann", "a1", "!hold", "a2"), WAIT_MS);
    const taken = () => stage.rows("SELECT effect, instance, business, item FROM operational.taken ORDER BY n");
    const row = (effect: string, item: string) => ({ effect, instance: "ann", business: "business-1", item });
    expect(await taken()).toEqual([row("make", "a1"), row("other", "!hold"), row("make", "a2")]);
    expect(await pending()).toEqual([]);
    const failed = await order("bob", "b1", "a1");
    await eventually(async () => expect((await runner.status())[0]).toMatchObject({ halted: { position: failed } }));
    expect(await taken()).toHaveLength(3);
    expect(Object.keys(await stage.states())).toEqual(["ann"]);
  });
});
