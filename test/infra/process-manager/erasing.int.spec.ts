/** What is left of a business in the process managers once it was erased: nothing, and of others everything. */
import { eraseBusiness, eraseInstance } from "../../../infra/process-manager/erasing";
import { processManager, type Effect } from "../../../infra/process-manager/process-manager";
import { inTransaction } from "../../../infra/postgres/transaction";
import { eventually } from "../../support/eventually";
import { ProcessStage } from "../../support/process-stage";

type Opened = { readonly type: "Opened"; readonly data: { readonly shop: string } };

const WAIT_MS = 60_000;
const AT = "2026-03-01T00:00:00.000Z";

const opening = processManager<Opened>()({
  name: "opening",
  initial: 0,
  on: {
    Opened: {
      instances: ({ data }) => data.shop,
      react: (count) => ({
        state: count + 1,
        intents: [
          { kind: "remind", name: "close", at: AT },
          { kind: "perform", effect: "announce", payload: {} },
        ],
      }),
    },
  },
  onOutcome: (count) => ({ state: count + 100 }),
});

describe("erasing", () => {
  let stage: ProcessStage;
  let letGo: (() => void)[];
  beforeEach(async () => {
    letGo = [];
    stage = await ProcessStage.open();
  });
  afterEach(async () => {
    for (const open of letGo) open();
    await stage.close();
  });

  const left = async () => {
    const tables = ["instances", "timers", "intents"].map(
      (name) => `SELECT '${name}' AS kind, instance FROM operational.process_${name}`,
    );
    const rows = await stage.rows<{ kind: string; instance: string }>(
      `${tables.join(" UNION ALL ")} ORDER BY 1 DESC, 2`,
    );
    return rows.map(({ kind, instance }) => `${instance} ${kind}`);
  };
  const of = (shop: string) => [`${shop} timers`, `${shop} intents`, `${shop} instances`];
  const open = async () => {
    const announce: Effect = async () => new Promise<void>((done) => letGo.push(done));
    const runner = await stage.runner([{ manager: opening, effects: { announce } }]);
    await stage.happenedTo("bakery", "Opened", { shop: "b" });
    await stage.happenedTo("café", "Opened", { shop: "c" });
    await stage.happenedTo("bakery", "Opened", { shop: "shared" });
    await runner.processed(await stage.happenedTo("café", "Opened", { shop: "shared" }), WAIT_MS);
    await eventually(() => expect(letGo).toHaveLength(3));
    return runner;
  };

  test("one call removes a business's instances, timers and intents, and keeps what others share", async () => {
    await open();
    await eraseBusiness(stage.database.pool, "bakery");
    const held = await stage.rows("SELECT FROM operational.process_intents WHERE business_id = 'bakery'");
    expect(held).toEqual([]);
    expect(await left()).toEqual([
      "c timers",
      "shared timers",
      "c intents",
      "shared intents",
      "c instances",
      "shared instances",
    ]);
    await eraseBusiness(stage.database.pool, "bakery");
    expect(await left()).toHaveLength(6);
  });

  test("an effect in flight at its erasure records nothing", async () => {
    await open();
    await eraseBusiness(stage.database.pool, "bakery");
    for (const done of letGo) done();
    await eventually(async () => expect(await stage.states()).toEqual({ c: 101, shared: 2 }));
    await eventually(() => expect(letGo).toHaveLength(4));
    letGo.at(-1)?.();
    await eventually(async () => expect(await stage.states()).toEqual({ c: 101, shared: 102 }));
  });

  test("an erasure inside a transaction goes with it, and an instance can be erased by name", async () => {
    await open();
    const undone = inTransaction(stage.database.pool, async (client) => {
      await eraseBusiness(client, "bakery");
      throw new Error("Undone.");
    });
    await expect(undone).rejects.toThrow("Undone.");
    expect(await left()).toHaveLength(10);
    await eraseInstance(stage.database.pool, "b", "another manager");
    expect(await left()).toHaveLength(10);
    await eraseInstance(stage.database.pool, "b");
    expect((await left()).filter((line) => of("b").includes(line))).toEqual([]);
    expect(await left()).toHaveLength(7);
  });
});
