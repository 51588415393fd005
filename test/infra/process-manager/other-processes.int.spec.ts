/** What becomes of events, timers and intents under load when one of the processes that share them is frozen, killed or restarted. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { systemClock } from "../../../infra/time/clock";
import { attemptsTable, type Attempt } from "../../support/errands";
import { eventually } from "../../support/eventually";
import { leaveToTheKiller } from "../../support/left-to-the-killer";
import { ProcessStage } from "../../support/process-stage";
import { WITH_TYPESCRIPT } from "../../support/with-typescript";

const RUNNERS = 24;
/** Effects of one manager that a process has in flight: what may be repeated where it is killed or frozen. */
const IN_FLIGHT_MAX = 16;
const REPLACED_MS = 10_000;
/** For all that was given, on a machine that is busy with other things. */
const DONE_MS = 60_000;

interface Checkpoint {
  readonly shard: number;
  readonly position: number;
}

describe("other processes", () => {
  let stage: ProcessStage;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    stage = await ProcessStage.open();
    await stage.rows(attemptsTable);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    await stage.close();
  });

  interface Started {
    readonly child: ChildProcess;
    /** By which rows name it that are in its hands. */
    readonly runner: string;
  }
  async function start(name: string): Promise<Started> {
    const script = join(__dirname, "../../support/errands-child.ts");
    const given = [...WITH_TYPESCRIPT, script, stage.database.url, name];
    const child = spawn(process.execPath, given, { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    leaveToTheKiller("pid", child.pid ?? 0);
    const [said] = (await once(child.stdout, "data")) as [Buffer];
    return { child, runner: said.toString().trim() };
  }

  let number = 0;
  const given = new Map<string, number[]>();
  /** One errand for each; every fifth is due at once, the others within seconds. */
  async function round(): Promise<void> {
    number += 1;
    const remindAt = new Date(systemClock.now().getTime() + (number % 5) * 500).toISOString();
    const all = Array.from({ length: RUNNERS }, (_, index) => `runner ${index}`);
    for (const to of all) given.set(to, [...(given.get(to) ?? []), number]);
    await stage.happened("ErrandGiven", ...all.map((to) => ({ to, number, remindAt })));
  }
  async function load(rounds: number): Promise<void> {
    for (let one = 0; one < rounds; one += 1) await round();
  }
  const checkpoints = () =>
    stage.rows<Checkpoint>("SELECT shard, position FROM operational.process_checkpoints ORDER BY shard");

  /**
   * Every shard goes on in others' hands, and nothing is in its own any more. How soon others come to the end of the log is not
   * asked: that goes by how busy the machine is.
   */
  async function replaced({ runner }: Started): Promise<void> {
    const held = (table: string) => `SELECT FROM operational.${table} WHERE claimed_by = $1`;
    const [head, stood] = await Promise.all([stage.log.head(), checkpoints()]);
    const behind = stood.filter(({ position }) => position < head);
    await eventually(
      async () => {
        for (const table of ["process_intents", "process_timers"])
          expect(await stage.rows(held(table), [runner])).toEqual([]);
        const now = await checkpoints();
        expect(behind.filter(({ shard, position }) => now[shard]?.position === position)).toEqual([]);
      },
      { timeoutMs: REPLACED_MS },
    );
  }
  const heard = async () => (await stage.states()) as Readonly<Record<string, readonly string[]>>;
  /** Everything that was given so far has been run, and run again. */
  const allDone = () =>
    eventually(
      async () => {
        const states = await heard();
        for (const [to, numbers] of given)
          expect(states[to]?.filter((one) => one.startsWith("done"))).toHaveLength(2 * numbers.length);
      },
      { timeoutMs: DONE_MS },
    );
  const attempts = () => stage.rows<Attempt>("SELECT intent, what, runner FROM operational.attempts");

  /** By intent: those that more than one attempt was made at. */
  async function repeated(): Promise<readonly (readonly Attempt[])[]> {
    const all = new Map<string, Attempt[]>();
    for (const one of await attempts()) all.set(one.intent, [...(all.get(one.intent) ?? []), one]);
    return [...all.values()].filter(({ length }) => length > 1);
  }

  async function expectEachOnceInOrder(): Promise<void> {
    const states = await heard();
    for (const [to, numbers] of given) {
      const of = (what: string) => states[to]?.filter((one) => one.startsWith(what));
      expect(of("given")).toEqual(numbers.map((one) => `given ${one}`));
      expect(of("due")?.toSorted()).toEqual(numbers.map((one) => `due ${one}`).toSorted());
      expect(of("done")?.toSorted()).toEqual(numbers.flatMap((one) => [`done ${one}`, `done ${one} again`]).toSorted());
    }
    expect(await stage.rows("SELECT FROM operational.process_intents WHERE status <> 'done'")).toEqual([]);
    expect(await stage.rows("SELECT FROM operational.process_timers")).toEqual([]);
  }

  test("a frozen, a killed and a stopped process are each replaced within ten seconds; nothing is lost, and only what was in flight is repeated", async () => {
    const [one, two] = await Promise.all([start("one"), start("two")]);
    await eventually(async () =>
      expect(await stage.rows("SELECT DISTINCT holder FROM operational.leases WHERE holder IS NOT NULL")).toHaveLength(
        2,
      ),
    );
    await load(8);
    one.child.kill("SIGSTOP");
    await load(3);
    await replaced(one);
    await allDone();
    const whileFrozen = (await attempts()).length;
    one.child.kill("SIGCONT");
    await load(4);
    await allDone();
    expect((await attempts()).length).toBeGreaterThan(whileFrozen);
    const afterThaw = await repeated();
    expect(afterThaw.length).toBeLessThanOrEqual(IN_FLIGHT_MAX);

    const third = start("three");
    await load(4);
    two.child.kill("SIGKILL");
    await load(3);
    await replaced(two);
    await allDone();
    const afterKill = await repeated();
    expect(afterKill.length - afterThaw.length).toBeLessThanOrEqual(IN_FLIGHT_MAX);
    for (const those of afterKill) {
      expect(those.length).toBe(2);
      expect(new Set(those.map(({ runner }) => runner)).size).toBe(2);
    }

    await third;
    await load(4);
    const exited = once(one.child, "exit");
    one.child.kill("SIGTERM");
    await load(3);
    await exited;
    await replaced(one);
    await allDone();
    expect(await repeated()).toHaveLength(afterKill.length);
    await expectEachOnceInOrder();
  }, 240_000);
});
