/** What becomes of deliveries under load when one of the processes that share them is frozen or killed. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { systemClock } from "../../../infra/time/clock";
import { eventually } from "../../support/eventually";
import { leaveToTheKiller } from "../../support/left-to-the-killer";
import { secretOf, WebhookStage } from "../../support/webhook-stage";
import { WITH_TYPESCRIPT } from "../../support/with-typescript";

const ENDPOINTS = ["a", "b", "c", "d"];
const WINDOW = 4;
/** What a process can have under way, and so what is sent once more where it is killed or frozen. */
const IN_FLIGHT_MAX = ENDPOINTS.length * WINDOW;
const REPLACED_MS = 10_000;
/** Whoever thaws may find that a receiver has closed its connection: that costs an attempt, and the next comes after a minute. */
const DONE_MS = 100_000;

describe("other processes", () => {
  let stage: WebhookStage;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    stage = await WebhookStage.open(systemClock);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    await stage.close();
  });

  async function start() {
    const script = join(__dirname, "../../support/sending-child.ts");
    const { url } = stage.database;
    const given = [...WITH_TYPESCRIPT, script, url, String(stage.receiver.httpPort), secretOf(1), String(WINDOW)];
    const child = spawn(process.execPath, given, { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    leaveToTheKiller("pid", child.pid ?? 0);
    const [said] = (await once(child.stdout, "data")) as [Buffer];
    return { child, runner: said.toString() };
  }
  const load = (count: number) => Promise.all(ENDPOINTS.map((endpointId) => stage.deliver(endpointId, count)));
  const inHands = "SELECT count(*) AS rows FROM operational.webhook_deliveries WHERE claimed_by = $1 AND waiting";
  const inHandsOf = async (runner: string) => (await stage.rows<{ rows: number }>(inHands, [runner]))[0]?.rows ?? 0;
  const allDelivered = () =>
    eventually(
      async () =>
        expect(
          await stage.rows(
            "SELECT status, attempts, last_status, last_error_class, due_at FROM operational.webhook_deliveries WHERE status <> 'delivered' LIMIT 9",
          ),
        ).toEqual([]),
      { timeoutMs: DONE_MS },
    );
  const repeated = () => [...stage.arrivals().values()].filter(({ length }) => length > 1);

  test("what a frozen or killed process had in hand is sent by others within ten seconds; only what was under way arrives twice, under its own id", async () => {
    const [one, two] = await Promise.all([start(), start()]);
    await load(100);
    // In hand is what is under way and as much again.
    await eventually(async () => expect(await inHandsOf(one.runner)).toBeGreaterThan(IN_FLIGHT_MAX));
    one.child.kill("SIGSTOP");
    expect(await inHandsOf(one.runner)).toBeGreaterThan(0);
    await eventually(async () => expect(await inHandsOf(one.runner)).toBe(0), { timeoutMs: REPLACED_MS });
    await allDelivered();
    one.child.kill("SIGCONT");
    await load(100);
    await allDelivered();
    expect(repeated().length).toBeLessThanOrEqual(IN_FLIGHT_MAX);

    await load(100);
    await eventually(async () => expect(await inHandsOf(two.runner)).toBeGreaterThan(0));
    two.child.kill("SIGKILL");
    await eventually(async () => expect(await inHandsOf(two.runner)).toBe(0), { timeoutMs: REPLACED_MS });
    await allDelivered();
    expect(repeated().length).toBeLessThanOrEqual(2 * IN_FLIGHT_MAX);
    expect(repeated().every(({ length }) => length === 2)).toBe(true);
    const stored = await stage.rows<{ id: string }>("SELECT id FROM operational.webhook_deliveries");
    expect([...stage.arrivals().keys()].sort()).toEqual(stored.map(({ id }) => id).sort());
  }, 400_000);
});
