import { projection } from "../../../infra/projector/projection";
import { closed, items, listed, openWorld, prices, repriced, sold, type ShopEvent, type World } from "./world";

describe("keeping tables in step with the log", () => {
  let world: World;
  beforeEach(async () => (world = await openWorld()));
  afterEach(async () => world.end());

  it("shows what was written before the start and after it", async () => {
    await world.append(listed("a", 1), listed("b", 2));
    const projector = world.projector([items, prices]);
    await projector.start();
    const position = await world.append(repriced("a", 2), sold("b"));
    await expect(projector.reached(["items", "prices"], position, 5_000)).resolves.toBe(true);
    expect(await world.rows("items")).toEqual([{ item: "a", shop: "s1", price: 2, changes: 2 }]);
    expect(await world.rows("prices")).toEqual([
      { price: 1, times: 1 },
      { price: 2, times: 2 },
    ]);
  });

  it("keeps no table waiting for one whose folds take long, and brings that one up to date as well", async () => {
    const takesLong = projection<ShopEvent>()({
      ...items,
      table: "slow_items",
      indexes: [["shop"]],
      slow: true,
      on: {
        ItemListed: {
          keys: ({ data }) => ({ item: data.item }),
          fold: (_row, { data: { item, shop, price } }) => {
            const end = performance.now() + 5;
            while (performance.now() < end);
            return { item, shop, price, changes: 1 };
          },
        },
      },
    });
    const projector = world.projector([prices, takesLong]);
    await projector.start();
    const tables = ["prices", "slow_items"];
    await expect(projector.reached(tables, await world.append(listed("first", 1)), 5_000)).resolves.toBe(true);
    const many = Array.from({ length: 160 }, (_, at) => listed(`item-${at}`, 2));
    const position = await world.append(...many);
    await expect(projector.reached(["prices"], position, 5_000)).resolves.toBe(true);
    expect(await world.rows("slow_items")).toHaveLength(1);
    await expect(projector.reached(tables, position, 20_000)).resolves.toBe(true);
    expect(await world.rows("slow_items")).toHaveLength(161);
  });

  it("lets an erased owner's rows go and keeps what comes after the erasure", async () => {
    const before = [listed("a", 1, "s1"), listed("b", 1, "s2")];
    const position = await world.append(...before, closed("s1"), listed("c", 1, "s1"));
    const projector = world.projector([items]);
    await projector.start();
    await projector.reached(["items"], position, 5_000);
    expect((await world.rows("items")).map(({ item }) => item)).toEqual(["b", "c"]);
  });
});
