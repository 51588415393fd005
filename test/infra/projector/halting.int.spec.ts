import { Writable } from "node:stream";
import { createLogger } from "../../../infra/logging/logger";
import { integer, json, projection, text } from "../../../infra/projector/projection";
import { CommandRefused } from "../../../infra/projector/projector";
import { eventually } from "../../support/eventually";
import { expectRebuildEqualsLive } from "../../support/rebuild-equals-live";
import {
  closed,
  erasures,
  inState,
  items,
  listed,
  newEvent,
  openWorld,
  prices,
  type ShopEvent,
  type World,
} from "./world";

const decision = { operator: "ada", reason: "a price nobody can mean" };

/** Fails at the price 13 until it is mended. */
function superstitious(state: { mended: boolean }) {
  return projection<ShopEvent>()({
    table: "superstitious",
    version: 1,
    columns: items.columns,
    key: ["item"],
    on: {
      ItemListed: {
        keys: ({ data }) => ({ item: data.item }),
        fold: (_row, { data }) => {
          if (data.price === 13 && !state.mended) throw new Error("13 is no price");
          return { item: data.item, shop: data.shop, price: data.price, changes: 1 };
        },
      },
    },
  });
}

describe("a projection that cannot apply an event", () => {
  let world: World;
  beforeEach(async () => (world = await openWorld()));
  afterEach(async () => world.end());

  it("halts loudly right before it, and the others go on", async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const halts: unknown[] = [];
    const projector = world.projector([superstitious({ mended: false }), items, prices], {
      logger: createLogger({ level: "error", stream }),
      metrics: { applied: () => undefined, halted: (table, position) => halts.push([table, position]) },
    });
    await projector.start();
    const position = await world.append(listed("a"), listed("b", 13), listed("c"));
    expect(await projector.reached(["items", "prices"], position, 5_000)).toBe(true);
    const status = await inState(projector, "superstitious", "halted");
    expect(status).toMatchObject({
      position: 1,
      halted: { position: 2, error: "The projection superstitious failed: 13 is no price" },
    });
    expect(status.secondsBehind).toBeGreaterThanOrEqual(0);
    expect(halts).toEqual([["superstitious", 2]]);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: "error",
        table: "superstitious",
        event: expect.objectContaining({ position: 2, type: "ItemListed" }) as unknown,
      }),
    ]);
    expect((await world.rows("superstitious")).map(({ item }) => item)).toEqual(["a"]);
    const next = await world.append(listed("d"));
    expect(await projector.reached(["items", "prices"], next, 5_000)).toBe(true);
    expect(await world.rows("superstitious")).toHaveLength(1);
  });

  it("is found among many when only the database refuses its row", async () => {
    const projector = world.projector([items, prices]);
    const position = await world.append(
      ...Array.from({ length: 50 }, (_, index) => listed(`item ${index}`, index)),
      listed("dear", 3e9),
    );
    const last = await world.append(listed("later"));
    await projector.start();
    for (const table of ["items", "prices"]) {
      expect(await inState(projector, table, "halted")).toMatchObject({ position: position - 1, halted: { position } });
    }
    expect(await world.rows("items")).toHaveLength(50);
    expect(await projector.reached(["items"], last, 50)).toBe(false);
  });

  it("resumes by retry once it is mended, without missing anything, and stays halted where it is not", async () => {
    const state = { mended: false };
    const projector = world.projector([superstitious(state), items]);
    await projector.start();
    await world.append(listed("a", 13));
    await inState(projector, "superstitious", "halted");
    await projector.retry("superstitious");
    await inState(projector, "superstitious", "halted");
    state.mended = true;
    await projector.retry("superstitious");
    await inState(projector, "superstitious", "live");
    const position = await world.append(listed("b"));
    expect(await projector.reached(["superstitious", "items"], position, 5_000)).toBe(true);
    expect((await world.rows("superstitious")).map(({ item }) => item)).toEqual(["a", "b"]);
  });

  it("stays halted over a restart", async () => {
    const projector = world.projector([superstitious({ mended: false })]);
    await projector.start();
    await world.append(listed("a", 13));
    await inState(projector, "superstitious", "halted");
    await projector.stop();
    const next = world.projector([superstitious({ mended: true })]);
    await next.start();
    expect(await inState(next, "superstitious", "halted")).toMatchObject({ halted: { position: 1 } });
  });

  it("goes on without the event by an operator's decision from any process, which leaves a record and outlives a rebuild", async () => {
    const flawed = superstitious({ mended: false });
    const projector = world.projector([flawed]);
    const operator = world.projector([flawed]);
    await projector.start();
    const position = await world.append(listed("a"), listed("b", 13), listed("c"));
    const { halted } = await inState(projector, "superstitious", "halted");
    await expect(operator.skip("superstitious", 3, decision)).rejects.toThrow(
      new CommandRefused("superstitious is not halted at position 3."),
    );
    await operator.skip("superstitious", 2, decision);
    expect(await operator.reached(["superstitious"], position, 5_000)).toBe(true);
    expect(world.skips).toEqual([{ ...decision, ...halted, table: "superstitious", version: 1 }]);
    const rows = await world.rows("superstitious");
    expect(rows.map(({ item }) => item)).toEqual(["a", "c"]);

    await operator.rebuild("superstitious");
    await eventually(async () => expect((await projector.status())[0]).toMatchObject({ state: "live", position }));
    await eventually(async () => expect((await projector.status())[0]).not.toHaveProperty("rebuilding"));
    expect(await world.rows("superstitious")).toEqual(rows);
  });

  it("erases an owner all the same when the erasing event is skipped", async () => {
    const failing = projection<ShopEvent>()({
      table: "items",
      version: 1,
      columns: { item: text, shop: text },
      key: ["item"],
      erasedWith: { business: "shop" },
      on: {
        ItemListed: {
          keys: ({ data }) => ({ item: data.item }),
          fold: (_row, { data }) => ({ item: data.item, shop: data.shop }),
        },
        ShopClosed: {
          keys: () => ({ item: "x" }),
          fold: () => {
            throw new Error("closed for good");
          },
        },
      },
    });
    const projector = world.projector([failing]);
    await projector.start();
    const position = await world.append(listed("a"), closed("s1"));
    await inState(projector, "items", "halted");
    await projector.skip("items", position, decision);
    expect(await projector.reached(["items"], position, 5_000)).toBe(true);
    expect(await world.rows("items")).toEqual([]);
  });

  it("is refused commands that make no sense", async () => {
    const projector = world.projector([items]);
    await projector.start();
    await expect(projector.retry("items")).rejects.toThrow("items is not halted.");
    await expect(projector.rebuild("nothing")).rejects.toThrow("There is no projection nothing.");
    await expectRebuildEqualsLive({ projections: [items], log: world.log, erasures, live: world.pool });
  });
});

describe("a fold causes nothing", () => {
  let world: World;
  beforeEach(async () => (world = await openWorld()));
  afterEach(async () => world.end());

  const bag = (
    fold: (row: { id: number; things: string[] } | null, event: { data: { things: string[] } }) => unknown,
  ) =>
    projection<{ type: "Packed"; data: { things: string[] } }>()({
      table: "bags",
      version: 1,
      columns: { id: integer, things: json<string[]>(), note: text.orNull },
      key: ["id"],
      on: { Packed: { keys: () => ({ id: 1 }), fold: fold as never } },
    });
  const pack = async (...things: string[]) =>
    world.log.append({
      stream: "bag-1",
      expected: "any",
      commandId: things.join(),
      events: [newEvent({ type: "Packed", data: { things } })],
    });

  it.each([
    [
      "alters the row it was given",
      bag((row, { data }) => (row === null ? { id: 1, things: data.things, note: null } : (row.things.push("x"), row))),
      2,
    ],
    [
      "alters the event it was given",
      bag((_row, { data }) => (data.things.push("x"), { id: 1, things: data.things, note: null })),
      1,
    ],
    ["gives a promise", bag(async () => ({ id: 1, things: [], note: null })), 1],
    ["gives another row than the one asked for", bag(() => ({ id: 2, things: [], note: null })), 1],
  ])("and halts when it %s", async (_what, flawed, position) => {
    const projector = world.projector([flawed]);
    await projector.start();
    await pack("a");
    await pack("b");
    expect(await inState(projector, "bags", "halted")).toMatchObject({ halted: { position } });
  });
});
