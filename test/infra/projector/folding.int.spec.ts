import { closed, items, listed, openWorld, prices, repriced, sold, type World } from "./world";

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

  it("lets an erased owner's rows go and keeps what comes after the erasure", async () => {
    const before = [listed("a", 1, "s1"), listed("b", 1, "s2")];
    const position = await world.append(...before, closed("s1"), listed("c", 1, "s1"));
    const projector = world.projector([items]);
    await projector.start();
    await projector.reached(["items"], position, 5_000);
    expect((await world.rows("items")).map(({ item }) => item)).toEqual(["b", "c"]);
  });
});
