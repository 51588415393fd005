/** Endpoints do not harm one another, and one that fails is spared until a probe arrives. */
import { senderStatus } from "../../../infra/webhooks/status";
import type { OutboundRequest } from "../../../infra/outbound/guarded-connector";
import type { OutboundOutcome } from "../../../infra/outbound/outcome";
import { eventually } from "../../support/eventually";
import { WebhookStage } from "../../support/webhook-stage";

describe("sharing", () => {
  let stage: WebhookStage;
  beforeEach(async () => {
    stage = await WebhookStage.open();
  });
  afterEach(async () => {
    for (const open of letGo.splice(0)) open();
    await stage.close();
  });
  /** What lets hanging requests go, so that senders can stop, also after a test that failed. */
  const letGo: (() => void)[] = [];

  const at = (path: string) => stage.receiver.arrivals.filter((arrival) => arrival.path === path);
  const idsAt = (path: string) => at(path).map(({ headers }) => headers["x-service-delivery"]);

  /** Requests to `/hang` are held until the test is over; all others are sent. */
  function withHanging() {
    const client = stage.client();
    const ids: (string | undefined)[] = [];
    const request = (wanted: OutboundRequest) => {
      if (!wanted.url.endsWith("/hang")) return client.request(wanted);
      ids.push(wanted.headers?.["X-Service-Delivery"]);
      const timeout = { outcome: "failed", errorClass: "timeout", reason: "deadline", durationMs: 10_000 } as const;
      return new Promise<OutboundOutcome>((resolve) => letGo.push(() => resolve(timeout)));
    };
    return { ids, outbound: { request } };
  }

  test("an endpoint that hangs with a long backlog takes nothing from forty-nine others", async () => {
    await stage.deliver(stage.endpoint("/hang"), 500);
    const others = Array.from({ length: 49 }, (_, index) => `/status/204/${String(index)}`);
    await Promise.all(others.map((path) => stage.deliver(stage.endpoint(path), 10)));
    const hanging = withHanging();
    const settings = { windowStart: 4, inFlightMax: 20, claimsMax: 50, heldMax: 120 };
    await stage.sender({ settings, outbound: hanging.outbound });
    await eventually(() => {
      for (const path of others) expect(idsAt(path)).toHaveLength(10);
    });
    // The first attempts still hang: nobody has waited for them.
    expect(hanging.ids).toHaveLength(4);
  });

  test("what a process has stored that does not send it is taken by another a moment later", async () => {
    await stage.sender();
    const path = "/status/204/elsewhere";
    const endpointId = stage.endpoint(path);
    await stage.deliver(endpointId);
    await eventually(() => expect(idsAt(path)).toHaveLength(1));
    stage.storedFor = "a process that has been killed";
    await stage.deliver(endpointId, 3);
    await eventually(() => expect(idsAt(path)).toHaveLength(4));
  });

  test("deliveries to a failing endpoint are parked uncounted; one probe decides, and the backlog drains in order", async () => {
    const path = "/failing";
    stage.receiver.program(path, [500]);
    const endpointId = stage.endpoint(path);
    // Retries come later than the probes, so that what arrives is the backlog.
    await stage.sender({ settings: { windowStart: 2, circuitVolume: 4 }, random: () => 0.999 });
    const ids = await stage.deliver(endpointId, 30);
    const counts = async () => {
      const rows = await stage.deliveries();
      expect(rows.filter(({ attempts }) => attempts > 0)).toHaveLength(at(path).length);
      return rows.filter(({ status }) => status === "retrying").length;
    };
    const failed = await eventually(async () => {
      const count = await counts();
      expect(count).toBeGreaterThanOrEqual(4);
      expect(
        await stage.rows("SELECT FROM operational.webhook_deliveries WHERE available_at > $1 AND status = 'pending'", [
          stage.clock.now(),
        ]),
      ).toEqual([]);
      return count;
    });
    expect(failed).toBeLessThan(8);
    await stage.clock.advance(60_000);
    await eventually(async () => expect(await counts()).toBe(failed + 1));
    expect(at(path)).toHaveLength(failed + 1);
    stage.receiver.program(path, [204]);
    await stage.clock.advance(60_000);
    const waiting = "SELECT FROM operational.webhook_deliveries WHERE status = 'pending'";
    await eventually(async () => expect(await stage.rows(waiting)).toEqual([]));
    await stage.clock.advance(60_000);
    await eventually(async () => expect(await stage.statuses()).toEqual(ids.map(() => "delivered")));
    const fresh = idsAt(path)
      .slice(failed + 1)
      .filter(
        (id) =>
          !idsAt(path)
            .slice(0, failed + 1)
            .includes(id),
      );
    expect([...fresh].sort()).toEqual(ids.slice(failed + 1).sort());
    expect(fresh.slice(0, 3)).toEqual(ids.slice(failed + 1, failed + 4));
    expect((await stage.deliveries()).map(({ attempts }) => attempts).slice(failed + 1)).toEqual(fresh.map(() => 1));
  });

  test("a pile of retries leaves fresh deliveries and manual ones their lanes", async () => {
    const endpointId = stage.endpoint("/hang");
    const retries = await stage.deliver(endpointId, 40);
    await stage.database.pool.query("UPDATE operational.webhook_deliveries SET status = 'retrying', attempts = 1");
    const hanging = withHanging();
    await stage.sender({ settings: { windowStart: 4 }, outbound: hanging.outbound });
    await eventually(() => expect(hanging.ids).toHaveLength(1));
    const fresh = await stage.deliver(endpointId, 1);
    const manual = await stage.deliver(endpointId, 1, { lane: "manual", sequence: null });
    await eventually(() => expect(hanging.ids).toHaveLength(3));
    expect([...hanging.ids].sort()).toEqual([retries[0], ...fresh, ...manual].sort());
  });

  test("status tells how many deliveries stand where, and for how long the oldest has been due", async () => {
    const path = "/status/500";
    const sender = await stage.sender();
    const [held, endpointId] = [stage.endpoint("/held"), stage.endpoint(path)];
    await stage.deliver(held, 2, { held: true });
    await stage.deliver(endpointId, 3);
    await eventually(async () =>
      expect(await sender.status()).toMatchObject({ pending: 0, retrying: 3, held: 2, dead: 0 }),
    );
    await sender.stop();
    const later = new Date(stage.clock.now().getTime() + 90_000);
    const status = await senderStatus(stage.database.pool, later);
    expect(status).toEqual({ pending: 0, retrying: 3, held: 2, dead: 0, oldestDueSeconds: 30 });
  });
});
