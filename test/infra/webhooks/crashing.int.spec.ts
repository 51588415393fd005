/** What becomes of deliveries whose process is killed, sleeps past its lease, stops, or shares the work with another. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { OutboundOutcome } from "../../../infra/outbound/outcome";
import { systemClock } from "../../../infra/time/clock";
import { eventually } from "../../support/eventually";
import { TestClock } from "../../support/test-clock";
import { secretOf, WebhookStage } from "../../support/webhook-stage";
import { WITH_TYPESCRIPT } from "../../support/with-typescript";

const LEASE_MS = 60_000;

describe("crashing", () => {
  let stage: WebhookStage;
  beforeEach(async () => {
    stage = await WebhookStage.open();
  });
  afterEach(() => stage.close());

  const reached = (statuses: readonly string[]) =>
    eventually(async () => expect(await stage.statuses()).toEqual(statuses));

  test.each([
    ["after claim", 1],
    ["after send", 2],
    ["before record", 2],
  ])("a delivery of a process killed %s is delivered by another, under the same id", async (point, arrivals) => {
    const endpointId = stage.endpoint("/status/204");
    const [id = ""] = await stage.deliver(endpointId);
    const script = join(__dirname, "../../support/webhook-sender-process.ts");
    const { url } = stage.database;
    const given = [...WITH_TYPESCRIPT, script, url, String(stage.receiver.httpPort), secretOf(1), point];
    const child = spawn(process.execPath, given, { stdio: ["ignore", "pipe", "inherit"] });
    try {
      await once(child.stdout, "data");
    } finally {
      child.kill("SIGKILL");
    }
    await once(child, "exit");
    const afterLease = new Date(systemClock.now().getTime() + LEASE_MS + 1_000);
    await stage.sender({ clock: new TestClock(afterLease.toISOString()) });
    await reached(["delivered"]);
    expect([...stage.arrivals()].map(([one, { length }]) => [one, length])).toEqual([[id, arrivals]]);
    expect(await stage.rows("SELECT DISTINCT attempt FROM operational.webhook_attempts")).toEqual([{ attempt: 2 }]);
  });

  test("a process that slept past its lease cannot record its late outcome", async () => {
    const endpointId = stage.endpoint("/status/204");
    await stage.deliver(endpointId);
    let wakeUp: (outcome: OutboundOutcome) => void = () => undefined;
    const asleep = new Promise<OutboundOutcome>((resolve) => (wakeUp = resolve));
    let begun = false;
    const outbound = { request: () => ((begun = true), asleep) };
    const sleeper = await stage.sender({ outbound, clock: new TestClock() });
    await eventually(() => expect(begun).toBe(true));
    const clock = new TestClock();
    await stage.sender({ clock });
    await clock.advance(LEASE_MS - 1_000);
    expect(stage.receiver.arrivals).toHaveLength(0);
    await clock.advance(LEASE_MS);
    await reached(["delivered"]);
    const recorded = "SELECT http_status FROM operational.webhook_attempts";
    expect(await stage.rows(recorded)).toEqual([{ http_status: 204 }]);
    wakeUp({ outcome: "failed", errorClass: "timeout", reason: "deadline", durationMs: 10 });
    await sleeper.stop();
    expect(await stage.statuses()).toEqual(["delivered"]);
    expect(await stage.rows(recorded)).toEqual([{ http_status: 204 }]);
  });

  test("a long attempt keeps its lease for as long as its process lives", async () => {
    const endpointId = stage.endpoint("/status/204");
    await stage.deliver(endpointId);
    let answer: (outcome: OutboundOutcome) => void = () => undefined;
    let requests = 0;
    const outbound = {
      request: () => {
        requests += 1;
        return new Promise<OutboundOutcome>((resolve) => (answer = resolve));
      },
    };
    await stage.sender({ outbound });
    await eventually(() => expect(requests).toBe(1));
    await stage.sender({ outbound });
    const leaseEnd = async () =>
      (await stage.rows<{ end: string }>("SELECT available_at AS end FROM operational.webhook_deliveries"))[0]?.end;
    for (let third = 0; third < 9; third += 1) {
      const before = await leaseEnd();
      await stage.clock.advance(LEASE_MS / 3);
      await eventually(async () => expect(await leaseEnd()).not.toBe(before));
    }
    expect(requests).toBe(1);
    answer({ outcome: "failed", errorClass: "timeout", reason: "deadline", durationMs: 10 });
    await reached(["retrying"]);
  });

  test("a normal stop doubles nothing: what was begun is recorded, and the rest is another's at once", async () => {
    const endpointId = stage.endpoint("/delay/head/100");
    const ids = await stage.deliver(endpointId, 40);
    const settings = { windowStart: 8 };
    const sender = await stage.sender({ settings });
    await eventually(() => expect(stage.receiver.arrivals.length).toBeGreaterThanOrEqual(8));
    await sender.stop();
    const begun = stage.receiver.arrivals.length;
    expect(begun).toBeLessThan(40);
    expect((await stage.statuses()).filter((status) => status === "delivered")).toHaveLength(begun);
    await stage.sender({ settings });
    await reached(ids.map(() => "delivered"));
    expect(stage.receiver.arrivals.map(({ headers }) => headers["x-service-delivery"]).sort()).toEqual([...ids].sort());
  });

  test("two senders share the work, and nothing is sent twice", async () => {
    const endpointIds = ["a", "b", "c"].map((path) => stage.endpoint(`/status/204/${path}`));
    const ids = (await Promise.all(endpointIds.map((endpointId) => stage.deliver(endpointId, 100)))).flat();
    await Promise.all([stage.sender({ settings: { claimsMax: 20 } }), stage.sender({ settings: { claimsMax: 20 } })]);
    await reached(ids.map(() => "delivered"));
    expect(stage.receiver.arrivals.map(({ headers }) => headers["x-service-delivery"]).sort()).toEqual([...ids].sort());
  });
});
