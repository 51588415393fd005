import { applyPage } from "../../../infra/projector/apply-page";
import { createPool } from "../../../infra/postgres/pool";
import { prepareTable } from "../../../infra/projector/table-copies";
import { eventually } from "../../support/eventually";
import { expectRebuildEqualsLive } from "../../support/rebuild-equals-live";
import { erasures, inState, items, listed, openWorld, prices, repriced, type World } from "./world";

const applying = (world: World) => ({ pool: world.pool, erasures, halted: () => undefined, moved: () => undefined });

async function killConnections({ pool }: World, name: string): Promise<void> {
  await pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()",
    [name],
  );
}

describe("who keeps a table", () => {
  let world: World;
  beforeEach(async () => (world = await openWorld()));
  afterEach(async () => world.end());

  it("is one process, and when its connections break another one takes over without losing or doubling anything", async () => {
    const firstPool = createPool({ url: world.database.url }, { name: "first", connectionsMax: 4 });
    const first = world.projector([items, prices], { pool: firstPool });
    const second = world.projector([items, prices]);
    await first.start();
    await second.start();
    await world.append(listed("a"));
    expect(await inState(first, "items", "live")).toBeDefined();
    let written = 1;
    const seen = new Set<string>();
    for (; written < 20; written += 1) {
      await world.append(listed(`item ${written}`, written % 5));
      for (const { state } of await second.status()) seen.add(state);
    }
    expect([...seen]).toEqual(["elsewhere"]);

    await eventually(async () => {
      await world.append(listed(`item ${written}`, written % 5));
      written += 1;
      await killConnections(world, "first");
      expect((await second.status()).map(({ state }) => state)).toEqual(["live", "live"]);
    });
    const position = await world.append(repriced("a", 3));
    expect(await second.reached(["items", "prices"], position, 5_000)).toBe(true);
    expect(await first.reached(["items", "prices"], position, 5_000)).toBe(true);
    expect(await world.rows("items")).toHaveLength(written);
    await expectRebuildEqualsLive({ projections: [items, prices], log: world.log, erasures, live: world.pool });
    await first.stop();
    await firstPool.end();
  });

  it("moves to a process that waits as soon as the one that had it stops", async () => {
    const first = world.projector([items]);
    const second = world.projector([items]);
    await first.start();
    await second.start();
    await first.stop();
    await inState(second, "items", "live");
    const position = await world.append(listed("a"));
    expect(await second.reached(["items"], position, 5_000)).toBe(true);
  });

  it("cannot be a runner whose checkpoint somebody else has moved: nothing of its page stays", async () => {
    await prepareTable(world.pool, items);
    const [stale] = await prepareTable(world.pool, items);
    const [current] = await prepareTable(world.pool, items);
    if (stale === undefined || current === undefined) throw new Error("The table was not prepared.");
    await world.append(listed("a"));
    const page = await world.log.readAll({ after: 0, limit: 10 });
    await applyPage(applying(world), [current], page, "touched");
    await world.append(listed("a", 7), listed("b", 7));
    const next = await world.log.readAll({ after: 0, limit: 10 });
    await expect(applyPage(applying(world), [stale], next, "touched")).rejects.toThrow(
      "another runner moved a checkpoint",
    );
    expect(await world.rows("items")).toEqual([{ item: "a", shop: "s1", price: 1, changes: 1 }]);
  });
});
