import { runProjectionsCommand, UsageError } from "../../../infra/cli/projections-command";
import { createOperations } from "../../../infra/projector/operations";
import { systemClock } from "../../../infra/time/clock";
import { TestClock } from "../../support/test-clock";
import { inState, items, listed, openWorld, prices, type World } from "./world";

describe("operating projections from a command line", () => {
  let world: World;
  beforeEach(async () => (world = await openWorld()));
  afterEach(async () => world.end());

  const elsewhere = (clock = systemClock) =>
    createOperations({ pool: world.pool, log: world.log, projections: [items, prices], clock });

  it("shows where every table stands and what it halted at, and lets it go on", async () => {
    const projector = world.projector([items, prices]);
    await projector.start();
    await world.append(listed("a"));
    const position = await world.append(listed("dear", 3e9));
    await inState(projector, "items", "halted");
    await inState(projector, "prices", "halted");
    const lines = await runProjectionsCommand(["status"], elsewhere());
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^items +v1 +halted +position 1 +\d+\.\d s behind$/);
    expect(lines[1]).toMatch(/^ {2}halted at position 2 \(event [0-9a-f-]{36}\): .*out of range/);

    const skip = ["skip", "items", String(position), "--operator", "ada", "--reason", "a price nobody can mean"];
    expect((await runProjectionsCommand(skip, elsewhere()))[0]).toMatch(
      "items goes on without the event at position 2",
    );
    await inState(projector, "items", "live");
    expect(world.skips).toMatchObject([
      { table: "items", position, operator: "ada", reason: "a price nobody can mean" },
    ]);
    expect((await runProjectionsCommand(["rebuild", "items"], elsewhere()))[0]).toMatch("items is being rebuilt");
    expect((await runProjectionsCommand(["retry", "prices"], elsewhere()))[0]).toMatch("prices tries the event again");
  });

  it("measures lag from the oldest event that is not applied", async () => {
    await world.projector([items]).start();
    await world.append(listed("a"));
    const clock = new TestClock();
    const [, neverStarted] = await elsewhere(clock).status();
    expect(neverStarted).toMatchObject({ table: "prices", position: 0, secondsBehind: 0, state: "elsewhere" });
    const { rows } = await world.pool.query<{ at: string }>("SELECT now() AS at");
    const later = new TestClock(rows[0]?.at);
    await later.advance(60_000);
    const [kept, behind] = await elsewhere(later).status();
    expect(behind?.secondsBehind).toBeGreaterThan(59);
    expect(behind?.secondsBehind).toBeLessThan(90);
    expect(kept?.table).toBe("items");
  });

  it.each([
    [[]],
    [["status", "items"]],
    [["skip", "items", "2"]],
    [["skip", "items", "x", "--operator", "a", "--reason", "b"]],
    [["drop", "items"]],
  ])("explains itself for %j", async (words) => {
    await expect(runProjectionsCommand(words, elsewhere())).rejects.toThrow(UsageError);
  });
});
