/** Projectors in processes of their own that freeze and go on. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createMissingTables } from "../../../infra/projector/missing-tables";
import { eventually } from "../../support/eventually";
import { leaveToTheKiller } from "../../support/left-to-the-killer";
import { expectRebuildEqualsLive } from "../../support/rebuild-equals-live";
import { erasures, items, listed, openWorld, prices, repriced, sold, type World } from "./world";
import { WITH_TYPESCRIPT } from "../../support/with-typescript";

const PROGRAM = join(__dirname, "../../support/projector-process.ts");
const TABLES = ["items", "prices"];

describe("a projector that froze", () => {
  let world: World;
  let child: ChildProcess;
  beforeEach(async () => {
    world = await openWorld();
    await createMissingTables(world.pool, [items, prices]);
    child = spawn(process.execPath, [...WITH_TYPESCRIPT, PROGRAM, world.database.url], { stdio: "inherit" });
    leaveToTheKiller("pid", child.pid ?? 0);
  });
  afterEach(async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await world.end();
  });

  it("is replaced within ten seconds, and does nothing wrong when it goes on: nothing is lost, doubled or out of order", async () => {
    const projector = world.projector([items, prices]);
    expect(await projector.reached(TABLES, await world.append(listed("first")), 20_000)).toBe(true);
    await projector.start();
    const kept = async () => (await projector.status()).filter(({ state }) => state !== "elsewhere").length;
    const writing = { on: true, written: 0 };
    const write = async () => {
      for (let at = 0; writing.on; at += 1) {
        await world.append(listed(`item ${at}`, at % 7), repriced(`item ${at % 50}`, at % 11), sold(`item ${at - 90}`));
        writing.written += 1;
      }
    };
    const writers = [write(), write()];
    try {
      await eventually(async () => expect(await kept()).toBe(1));
      child.kill("SIGSTOP");
      const froze = performance.now();
      const position = await world.append(listed("while it stands still"));
      expect(await projector.reached(TABLES, position, 10_000)).toBe(true);
      expect(performance.now() - froze).toBeLessThan(10_000);
      expect(await kept()).toBe(2);
      child.kill("SIGCONT");
      await eventually(async () => expect(await kept()).toBe(1));
    } finally {
      writing.on = false;
      await Promise.all(writers);
    }
    expect(writing.written).toBeGreaterThan(100);
    expect(await projector.reached(TABLES, await world.append(listed("last")), 10_000)).toBe(true);
    await expectRebuildEqualsLive({ projections: [items, prices], log: world.log, erasures, live: world.pool });
  });
});
