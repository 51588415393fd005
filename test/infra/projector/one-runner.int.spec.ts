import { applyPage } from "../../../infra/projector/apply-page";
import { performOpen } from "../../../infra/projector/commands";
import { storeHalt } from "../../../infra/projector/commit-stretch";
import { createPool } from "../../../infra/postgres/pool";
import { beginFilling, prepareTable, readCopies } from "../../../infra/projector/table-copies";
import { eventually } from "../../support/eventually";
import { expectRebuildEqualsLive } from "../../support/rebuild-equals-live";
import { erasures, inState, items, listed, openWorld, prices, type World } from "./world";

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

  it("is one process at a time: tables are shared out, and nothing is lost or doubled however often connections break", async () => {
    const firstPool = createPool({ url: world.database.url }, { name: "first", connectionsMax: 5 });
    const first = world.projector([items, prices], { pool: firstPool });
    const second = world.projector([items, prices]);
    await first.start();
    await second.start();
    const statesOf = async (table: number) => [
      (await first.status())[table]?.state,
      (await second.status())[table]?.state,
    ];
    const shared = async () => {
      const states = [await statesOf(0), await statesOf(1)];
      expect(states.map((each) => each.sort())).toEqual([
        ["elsewhere", "live"],
        ["elsewhere", "live"],
      ]);
      expect((await first.status()).filter(({ state }) => state === "live")).toHaveLength(1);
    };
    let written = 0;
    const write = async () => world.append(listed(`item ${(written += 1)}`, written % 5));
    // While tables move from one to the other, and while connections break.
    await eventually(async () => (await write(), shared()));
    for (let round = 0; round < 5; round += 1) {
      const writing = Array.from({ length: 5 }, write);
      await killConnections(world, "first");
      await Promise.all(writing);
    }
    await eventually(async () => (await write(), shared()));
    const position = await write();
    for (const projector of [first, second])
      expect(await projector.reached(["items", "prices"], position, 5_000)).toBe(true);
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
    await prepareTable(world.pool, items, 1);
    const [stale] = await prepareTable(world.pool, items, 1);
    const [current] = await prepareTable(world.pool, items, 1);
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

  it("cannot be one whose lease another process has taken over: it moves, halts, rebuilds and prepares nothing, where positions agree", async () => {
    const [stale] = await prepareTable(world.pool, items, 1);
    const [current] = await prepareTable(world.pool, items, 2);
    if (stale === undefined || current === undefined) throw new Error("The table was not prepared.");
    await world.append(listed("a"));
    const page = await world.log.readAll({ after: 0, limit: 10 });
    const halt = { position: 1, eventId: "e1", error: "13 is no price" };
    await expect(applyPage(applying(world), [stale], page, "touched")).rejects.toThrow("another runner moved");
    await expect(storeHalt(world.pool, stale, halt)).rejects.toThrow("another runner moved");
    await expect(prepareTable(world.pool, items, 1)).rejects.toThrow("another process keeps items");
    await beginFilling(world.pool, items, 2, undefined, []);
    const [, beside] = await readCopies(world.pool, ["items"]);
    await expect(beginFilling(world.pool, items, 1, beside, [])).rejects.toThrow("another process keeps items");
    expect(await world.rows("items")).toEqual([]);
    await applyPage(applying(world), [current], page, "touched");
    expect(await world.rows("items")).toHaveLength(1);
    expect(await readCopies(world.pool, ["items"])).toHaveLength(2);
  });

  it("is another process that carries out what an operator asked, when the one that began it has lost the table", async () => {
    await prepareTable(world.pool, items, 1);
    await prepareTable(world.pool, items, 2);
    const asked = world.projector([items]).rebuild("items");
    asked.catch(() => undefined);
    const performing = (fence: number) =>
      performOpen(world.pool, [{ projection: items, fence }], async () => undefined);
    await eventually(async () => {
      const { rowCount } = await world.pool.query("SELECT 1 FROM operational.projection_commands");
      expect(rowCount).toBe(1);
    });
    await expect(performing(1)).rejects.toThrow("another process keeps items");
    expect(await readCopies(world.pool, ["items"])).toHaveLength(1);
    expect(await performing(2)).toEqual(["items"]);
    await asked;
    expect(await readCopies(world.pool, ["items"])).toHaveLength(2);
  });
});
