/** What a process holds that is killed or frozen is another's within seconds, and is never held by two. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eventually } from "../../support/eventually";
import { leaveToTheKiller } from "../../support/left-to-the-killer";
import { openWorld, type Worker, type World } from "./world";
import { WITH_TYPESCRIPT } from "../../support/with-typescript";

const PROGRAM = join(__dirname, "../../support/lease-process.ts");

describe("names that another process holds", () => {
  let world: World;
  let child: ChildProcess;
  let lines: string[];
  beforeEach(async () => (world = await openWorld()));
  afterEach(async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await world.end();
  });

  function start(names: readonly string[], mode = ""): void {
    const given = [...WITH_TYPESCRIPT, PROGRAM, world.database.url, names.join(","), mode];
    child = spawn(process.execPath, given, { stdio: ["ignore", "pipe", "inherit"] });
    leaveToTheKiller("pid", child.pid ?? 0);
    lines = [];
    child.stdout?.on("data", (text) => lines.push(...String(text).trim().split("\n")));
  }

  const said = async (...words: readonly string[]) =>
    eventually(() => {
      for (const word of words) expect(lines.filter((line) => line.startsWith(word))).not.toEqual([]);
    });

  /** Milliseconds until all of them are held here. */
  async function takenOver(worker: Worker, names: readonly string[]): Promise<number> {
    const began = performance.now();
    await eventually(() => expect(worker.held()).toEqual(names));
    return performance.now() - began;
  }

  it("are free at once when it is killed", async () => {
    start(["a", "b"]);
    await said("took a", "took b");
    const other = world.worker("other", { names: ["a", "b"], settings: { leaseMs: 60_000 } });
    await other.holder.start();
    child.kill("SIGKILL");
    expect(await takenOver(other, ["a", "b"])).toBeLessThan(2_000);
  });

  it("are free six seconds after it froze; when it goes on it knows that it lost them before it acts, and has its share again", async () => {
    start(["a", "b"]);
    await said("took a", "took b");
    const other = world.worker("other", { names: ["a", "b"] });
    await other.holder.start();
    // Its clock is a day off, and still it is neither taken for dead nor does it take others for dead.
    await eventually(() => expect(other.held()).toHaveLength(1));
    const [kept] = other.begun;
    child.kill("SIGSTOP");
    expect(await takenOver(other, ["a", "b"])).toBeLessThan(6_000);
    expect(other.begun).toHaveLength(2);
    expect(kept?.signal.aborted).toBe(false);
    lines = [];
    child.kill("SIGCONT");
    await said("woke", "took");
    const lost = other.begun[1]?.name ?? "";
    expect(lines).toContain(`woke ${lost} knowing refused`);
    expect(lines.filter((line) => line.includes("unaware") || line.includes("accepted"))).toEqual([]);
    expect(other.held()).toHaveLength(1);
  });

  it("are free ten seconds after it froze while the database waits for it to take in an answer", async () => {
    start(["a"], "taking in an answer");
    await said("secured a");
    child.kill("SIGSTOP");
    const waits = "SELECT FROM pg_stat_activity WHERE application_name LIKE '% child' AND wait_event = 'ClientWrite'";
    await eventually(async () => expect((await world.database.pool.query(waits)).rowCount).toBe(1));
    const other = world.worker("other", { names: ["a"] });
    await other.holder.start();
    expect(await takenOver(other, ["a"])).toBeLessThan(10_000);
    child.kill("SIGCONT");
  });

  it("are free ten seconds after it froze in a transaction that had secured them", async () => {
    start(["a", "b"], "in a transaction");
    await said("secured a", "secured b");
    const other = world.worker("other", { names: ["a", "b"] });
    child.kill("SIGSTOP");
    await other.holder.start();
    expect(await takenOver(other, ["a", "b"])).toBeLessThan(10_000);
  });
});
