/** Deliveries follow their endpoint: paused, gone, refused, deleted, given a new secret, erased, or asked for by hand. */
import { eraseDeliveries } from "../../../infra/webhooks/erasing";
import { recordDials } from "../../support/dial-recorder";
import { eventually } from "../../support/eventually";
import { secretOf, WebhookStage } from "../../support/webhook-stage";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

describe("endpoints", () => {
  let stage: WebhookStage;
  beforeEach(async () => {
    stage = await WebhookStage.open();
  });
  afterEach(() => stage.close());

  const reached = (...statuses: readonly string[]) =>
    eventually(async () => expect(await stage.statuses()).toEqual(statuses));
  const change = (endpointId: string, changes: { active?: boolean; secrets?: string[]; url?: string }) =>
    Object.assign(stage.known.get(endpointId) ?? {}, changes);
  const resume = async (endpointId: string) => {
    change(endpointId, { active: true });
    await stage.intend("release", { endpointId });
  };

  test("a receiver that answers 410 is paused, its deliveries are kept, and they are sent when it is resumed", async () => {
    const endpointId = stage.endpoint("/gone");
    await stage.sender({ settings: { windowStart: 1 } });
    const [first = "", ...others] = await stage.deliver(endpointId, 3);
    await reached("held", "held", "held");
    expect(stage.paused).toEqual([{ endpointId, reason: "receiver_gone" }]);
    await stage.clock.advance(DAY_MS);
    const before = stage.receiver.arrivals.length;
    expect(before).toBeLessThanOrEqual(3);
    stage.receiver.program("/gone", [204]);
    await resume(endpointId);
    await reached("delivered", "delivered", "delivered");
    const after = stage.receiver.arrivals.slice(before).map(({ headers }) => headers["x-service-delivery"]);
    expect([...after].sort()).toEqual([first, ...others].sort());
  });

  test("an endpoint whose name leads to a private address is paused without being dialled, and no attempt is counted", async () => {
    const endpointId = stage.endpoint("/status/204");
    change(endpointId, { url: "https://rebound.test/hook" });
    const recorder = recordDials(stage.receiver.httpsPort);
    const resolver = { resolve: () => Promise.resolve(["93.184.216.34", "10.0.0.7"]) };
    await stage.sender({ outbound: stage.client({ resolver, dial: recorder.dial }) });
    await stage.deliver(endpointId, 2);
    await reached("held", "held");
    expect(stage.paused).toEqual([{ endpointId, reason: "target_refused" }]);
    expect(recorder.dialled).toEqual([]);
    await eventually(async () => expect((await stage.deliveries()).map(({ attempts }) => attempts)).toEqual([0, 0]));
    expect(await stage.rows("SELECT DISTINCT error_class FROM operational.webhook_attempts")).toEqual([
      { error_class: "blocked_address" },
    ]);
  });

  test("a delivery that was stored for a paused endpoint is sent when it is resumed, and not before", async () => {
    const endpointId = stage.endpoint("/status/204");
    change(endpointId, { active: false });
    await stage.sender();
    await stage.deliver(endpointId, 2, { held: true });
    await stage.clock.advance(DAY_MS);
    expect(await stage.statuses()).toEqual(["held", "held"]);
    await resume(endpointId);
    await reached("delivered", "delivered");
    expect(stage.receiver.arrivals).toHaveLength(2);
  });

  test("a delivery put on hold while its endpoint was being resumed is not left behind", async () => {
    const endpointId = stage.endpoint("/status/204");
    let lookups = 0;
    const { find } = stage.endpoints;
    Object.assign(stage.endpoints, {
      find: async (accountId: string, id: string) => {
        const endpoint = await find(accountId, id);
        // The release passes by before the sender, which has still seen the pause, records the hold.
        if ((lookups += 1) > 1 || endpoint === null) return endpoint;
        await resume(endpointId);
        return { ...endpoint, active: false };
      },
    });
    await stage.deliver(endpointId);
    await stage.sender();
    await reached("delivered");
  });

  test("deleting an endpoint cancels what is pending, and nothing reaches it any more", async () => {
    const endpointId = stage.endpoint("/status/500");
    await stage.sender();
    await stage.deliver(endpointId);
    await reached("retrying");
    stage.known.delete(endpointId);
    await stage.intend("cancel", { endpointId });
    await stage.deliver(endpointId);
    await reached("canceled", "canceled");
    await stage.clock.advance(DAY_MS);
    expect(stage.receiver.arrivals).toHaveLength(1);
  });

  test("a delivery stored before a rotation is signed with both secrets after it, and a retry later with the new one alone", async () => {
    const endpointId = stage.endpoint("/rotating");
    stage.receiver.program("/rotating", [500, 500, 204]);
    const sender = await stage.sender();
    await stage.deliver(endpointId);
    await reached("retrying");
    await sender.stop();
    const due = async () =>
      new Date((await stage.deliveries())[0]?.due_at ?? "").getTime() - stage.clock.now().getTime();
    change(endpointId, { secrets: [secretOf(2), secretOf(1)] });
    await stage.clock.advance(await due());
    await stage.sender();
    await eventually(() => expect(stage.receiver.arrivals).toHaveLength(2));
    await eventually(async () => expect((await stage.deliveries())[0]?.attempts).toBe(2));
    await reached("retrying");
    change(endpointId, { secrets: [secretOf(2)] });
    stage.secrets.delete(secretOf(1));
    stage.secrets.add(secretOf(2));
    await eventually(async () => expect(await due()).toBeGreaterThan(0));
    await stage.clock.advance(await due());
    await reached("delivered");
    const [, during, after] = stage.receiver.arrivals;
    expect(String(during?.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    expect(during).toMatchObject({ standardVerdict: "verified", serviceVerdict: "verified" });
    expect(String(after?.headers["webhook-signature"]).split(" ")).toHaveLength(1);
    expect(after).toMatchObject({ standardVerdict: "verified", serviceVerdict: "verified" });
  });

  test("a manual retry is one attempt with the same id that leaves the schedule alone, before and after death", async () => {
    const endpointId = stage.endpoint("/status/500");
    await stage.sender();
    const [id = ""] = await stage.deliver(endpointId);
    await reached("retrying");
    const [before] = await stage.deliveries();
    await stage.intend("retry", { endpointId, deliveryIds: [id] });
    await eventually(() => expect(stage.receiver.arrivals).toHaveLength(2));
    const idle = "SELECT FROM operational.webhook_deliveries WHERE manual OR available_at <> due_at";
    await eventually(async () => expect(await stage.rows(idle)).toEqual([]));
    expect(await stage.deliveries()).toEqual([before]);
    await stage.database.pool.query("UPDATE operational.webhook_deliveries SET status = 'dead', attempts = 8");
    await stage.intend("retry", { endpointId, deliveryIds: [id] });
    await eventually(() => expect(stage.receiver.arrivals).toHaveLength(3));
    await eventually(async () =>
      expect(await stage.rows("SELECT FROM operational.webhook_deliveries WHERE manual")).toEqual([]),
    );
    expect(await stage.deliveries()).toMatchObject([{ status: "dead", attempts: 8 }]);
    await stage.clock.advance(DAY_MS);
    expect(stage.receiver.arrivals).toHaveLength(3);
    stage.receiver.program("/status/500", [204]);
    await stage.intend("retry", { endpointId, deliveryIds: [id] });
    await reached("delivered");
    expect([...stage.arrivals()].map(([one, { length }]) => [one, length])).toEqual([[id, 4]]);
  });

  test("a test is sent once under the id it was promised, also to a paused endpoint, and is not repeated by itself", async () => {
    const endpointId = stage.endpoint("/status/503");
    change(endpointId, { active: false });
    await stage.sender();
    const deliveryId = stage.ids.next();
    await stage.deliver(endpointId, 1, { deliveryId, lane: "manual", sequence: null });
    await reached("failed");
    await stage.clock.advance(DAY_MS);
    expect([...stage.arrivals().keys()]).toEqual([deliveryId]);
    expect(stage.receiver.arrivals).toHaveLength(1);
  });

  test("erasing a business removes its deliveries with what receivers answered, and leaves those of others", async () => {
    const endpointId = stage.endpoint("/echo/thanks");
    await stage.sender();
    await stage.deliver(endpointId, 2);
    const [kept = ""] = await stage.deliver(endpointId, 1, { businessId: "business-2" });
    await reached("delivered", "delivered", "delivered");
    await eraseDeliveries(stage.database.pool, "business-1");
    expect((await stage.deliveries()).map(({ id }) => id)).toEqual([kept]);
    expect(await stage.rows("SELECT delivery_id, response_preview FROM operational.webhook_attempts")).toEqual([
      { delivery_id: kept, response_preview: "thanks" },
    ]);
  });
});
