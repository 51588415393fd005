import { applyPage } from "../../../infra/projector/apply-page";
import { createPool } from "../../../infra/postgres/pool";
import { prepareTable } from "../../../infra/projector/table-copies";
import { eventually } from "../../support/eventually";
import { expectRebuildEqualsLive } from "../../support/rebuild-equals-live";
import { erasures, items, listed, openWorld, prices, repriced, sold, type World } from "./world";

describe("rows and checkpoints", () => {
  let world: World;
  beforeEach(async () => (world = await openWorld()));
  afterEach(async () => world.end());

  it("are committed together: at every moment the rows are those of the checkpoint", async () => {
    const projector = world.projector([items, prices]);
    await projector.start();
    const state = { writing: true };
    const writers = [1, 2, 3, 4].map(async (writer) => {
      for (let index = 0; index < 40; index += 1) await world.append(listed(`${writer}/${index}`, writer));
    });
    const written = Promise.all(writers).finally(() => (state.writing = false));
    const differences: unknown[] = [];
    let moments = 0;
    while (state.writing) {
      // One statement is one moment. Every event lists one item, so an item's count is its checkpoint.
      const { rows } = await world.pool.query<{ items: number; times: number; checkpoint: number }>(`
        SELECT (SELECT count(*) FROM items) AS items, (SELECT coalesce(sum(times), 0)::int FROM prices) AS times,
          (SELECT position FROM operational.projection_checkpoints WHERE table_name = 'items') AS checkpoint`);
      moments += 1;
      for (const row of rows) if (row.items !== row.checkpoint || row.times !== row.items) differences.push(row);
    }
    await written;
    expect(moments).toBeGreaterThan(10);
    expect(differences).toEqual([]);
  });

  it("pass over no event while many write at once", async () => {
    const projector = world.projector([items]);
    await projector.start();
    const positions = await Promise.all(
      Array.from({ length: 300 }, (_, index) => world.append(listed(`item ${index}`))),
    );
    expect(await projector.reached(["items"], Math.max(...positions), 10_000)).toBe(true);
    expect(await world.rows("items")).toHaveLength(300);
  });

  it("also move over events that match nothing, and other processes hear of it", async () => {
    const projector = world.projector([items, prices]);
    const elsewhere = world.projector([items, prices]);
    await projector.start();
    await world.append(listed("a"));
    const position = await world.append(sold("nothing of this name"));
    expect(await elsewhere.reached(["items", "prices"], position, 5_000)).toBe(true);
    expect(await elsewhere.reached(["items", "prices"], position + 1, 50)).toBe(false);
  });

  it("are the same when events are applied a second time", async () => {
    const [runner] = await prepareTable(world.pool, items, 0);
    if (runner === undefined) throw new Error("The table was not prepared.");
    await world.append(listed("a"), repriced("a", 2));
    const applying = { pool: world.pool, erasures, halted: () => undefined, moved: () => undefined };
    const page = await world.log.readAll({ after: 0, limit: 10 });
    await applyPage(applying, [runner], page, "touched");
    const once = await world.rows("items");
    await applyPage(applying, [runner], page, "touched");
    await world.append(repriced("a", 3));
    await applyPage(applying, [runner], await world.log.readAll({ after: 0, limit: 10 }), "touched");
    expect(once).toEqual([{ item: "a", shop: "s1", price: 2, changes: 2 }]);
    expect(await world.rows("items")).toEqual([{ item: "a", shop: "s1", price: 3, changes: 3 }]);
  });

  it("are the same after connections broke again and again, whether or not a commit was answered", async () => {
    const pool = createPool({ url: world.database.url }, { name: "breaking", connectionsMax: 5 });
    const projector = world.projector([items, prices], { pool });
    await projector.start();
    let position = await world.append(listed("a"));
    for (let round = 0; round < 8; round += 1) {
      const appended = Array.from({ length: 10 }, (_, index) =>
        world.append(repriced("a", index), listed(`${round}/${index}`)),
      );
      await world.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'breaking' AND datname = current_database()",
      );
      position = Math.max(position, ...(await Promise.all(appended)));
    }
    await eventually(async () => expect(await projector.reached(["items", "prices"], position, 1_000)).toBe(true), {
      timeoutMs: 10_000,
    });
    expect(await world.rows("items")).toHaveLength(81);
    await expectRebuildEqualsLive({ projections: [items, prices], log: world.log, erasures, live: world.pool });
    await projector.stop();
    await pool.end();
  });
});
