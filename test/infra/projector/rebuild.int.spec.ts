import fc from "fast-check";
import { applyPage } from "../../../infra/projector/apply-page";
import { beginFilling, prepareTable } from "../../../infra/projector/table-copies";
import { integer, projection, text } from "../../../infra/projector/projection";
import { eventually } from "../../support/eventually";
import { expectRebuildEqualsLive } from "../../support/rebuild-equals-live";
import {
  closed,
  erasures,
  inState,
  items,
  listed,
  openWorld,
  prices,
  repriced,
  sold,
  type ShopEvent,
  type World,
} from "./world";

const item = fc.constantFrom("a", "b", "c", "d");
const shop = fc.constantFrom("s1", "s2");
const price = fc.integer({ min: 1, max: 3 });
const event: fc.Arbitrary<ShopEvent> = fc.oneof(
  fc.tuple(item, price, shop).map((given) => listed(...given)),
  fc.tuple(item, price).map((given) => repriced(...given)),
  item.map(sold),
  shop.map(closed),
);

const itemsWithLabel = projection<ShopEvent>()({
  table: "items",
  version: 2,
  columns: { item: text, label: text, price: integer },
  key: ["item"],
  on: {
    ItemListed: {
      keys: ({ data }) => ({ item: data.item }),
      fold: (_row, { data }) => ({ item: data.item, label: `${data.item}!`, price: data.price }),
    },
  },
});

const many = Array.from({ length: 3_000 }, (_, index) => listed(`item ${index}`, index));

describe("rebuilding a table", () => {
  let world: World;
  beforeEach(async () => (world = await openWorld()));
  afterEach(async () => world.end());

  it("gives the rows that the live table has, whatever happened and however it was cut into pages", async () => {
    const projector = world.projector([items, prices]);
    await projector.start();
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 40, size: "max" }), async (history) => {
        const position = await world.append(...history);
        expect(await projector.reached(["items", "prices"], position, 5_000)).toBe(true);
        await expectRebuildEqualsLive({ projections: [items, prices], log: world.log, erasures, live: world.pool });
      }),
      { numRuns: 6 },
    );
  });

  it("never shows readers a table half done, and goes on with what is written meanwhile", async () => {
    const projector = world.projector([items]);
    const position = await world.append(...many);
    await projector.start();
    expect(await projector.reached(["items"], position, 10_000)).toBe(true);
    const before = await tableId(world);
    await projector.rebuild("items");
    const counts = new Set<number>();
    let written = 0;
    await eventually(async () => {
      const { rows } = await world.pool.query<{ count: number }>("SELECT count(*) FROM items WHERE price >= 0");
      for (const { count } of rows) counts.add(count);
      await world.append(repriced(`item ${written}`, 5_000 + written));
      written += 1;
      expect(await tableId(world)).not.toBe(before);
    });
    expect([...counts]).toEqual([3_000]);
    const last = await world.append(repriced("item 0", 9));
    expect(await projector.reached(["items"], last, 5_000)).toBe(true);
    await expectRebuildEqualsLive({ projections: [items], log: world.log, erasures, live: world.pool });
  });

  it("happens by itself for a raised version, while readers keep the old table", async () => {
    const old = world.projector([items]);
    const position = await world.append(...many);
    await old.start();
    await old.reached(["items"], position, 10_000);
    await old.stop();
    const raised = world.projector([itemsWithLabel]);
    await raised.start();
    const seen = new Set<string>();
    await eventually(async () => {
      const { rows } = await world.pool.query<Record<string, unknown>>("SELECT * FROM items ORDER BY item");
      seen.add(`${rows.length} rows of ${Object.keys(rows[0] ?? {}).join(" ")}`);
      expect(Object.keys(rows[0] ?? {})).toContain("label");
    });
    expect([...seen].sort()).toEqual(["3000 rows of item label price", "3000 rows of item shop price changes"]);
    expect(await inState(raised, "items", "live")).toMatchObject({ version: 2, position });
  });

  it("goes on where it was interrupted", async () => {
    await world.append(...many);
    await prepareTable(world.pool, items, 0);
    await beginFilling(world.pool, items, 0, undefined, []);
    const copies = await prepareTable(world.pool, items, 0);
    const applying = { pool: world.pool, erasures, halted: () => undefined, moved: () => undefined };
    // The live table has seen all, so that whatever is applied from here on is the rebuilding's.
    const live = copies.filter(({ filling }) => !filling);
    await applyPage(applying, live, await world.log.readAll({ after: 0, limit: 3_000 }), "all");
    const begun = copies.filter(({ filling }) => filling);
    await applyPage(applying, begun, await world.log.readAll({ after: 0, limit: 2_000 }), "all");

    let applied = 0;
    const projector = world.projector([items], {
      metrics: { applied: (_table, events) => (applied += events), halted: () => undefined },
    });
    await projector.start();
    await eventually(async () =>
      expect((await projector.status())[0]).toMatchObject({ state: "live", position: 3_000 }),
    );
    // Before it has begun again there is nothing that is being rebuilt either.
    await eventually(() => expect(applied).toBeGreaterThanOrEqual(1_000));
    await eventually(async () => expect((await projector.status())[0]).not.toHaveProperty("rebuilding"));
    expect(applied).toBe(1_000);
    expect(await world.rows("items")).toHaveLength(3_000);
  });
});

async function tableId({ pool }: World): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number }>("SELECT 'read_model.items'::regclass::oid AS id");
  return rows[0]?.id;
}
