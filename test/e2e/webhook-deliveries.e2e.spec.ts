/** Webhook deliveries, from an event to a signature that a foreign library verifies. */
import { createHash } from "node:crypto";
import { byId, expectStatus } from "../support/api";
import { eventually } from "../support/eventually";
import {
  arrived,
  deliveriesOf,
  describeWebhooks,
  freshPath,
  rate,
  receiving,
  register,
  sendTest,
  setActive,
  track,
  type Delivery,
} from "./webhook-bench";

describeWebhooks((running) => {
  test("a change of a competitor arrives with both signatures, verified by a foreign library", async () => {
    const tenant = await running.api.tenant();
    await track(tenant, "hooked");
    const hook = await register(tenant.api, ["competitor.rating_change", "alert.created"]);
    const quiet = await register(tenant.api, ["business.rating_change"]);
    await rate(running, "hooked", 4, 3);
    const bodies = await arrived(hook.path, 2);
    expect(bodies.map(({ type }) => type).sort()).toEqual(["alert.created", "competitor.rating_change"]);
    const change = bodies.find(({ type }) => type === "competitor.rating_change");
    expect(change).toMatchObject({
      businessId: tenant.businessId,
      data: { placeId: "hooked", before: 4, after: 3, competitorId: expect.any(String) as string },
    });
    for (const { headers, standardVerdict, serviceVerdict, rawBody } of receiving.arrivalsAt(hook.path)) {
      expect([standardVerdict, serviceVerdict]).toEqual(["verified", "verified"]);
      expect(headers["x-service-event"]).toBe((JSON.parse(rawBody.toString()) as { type: string }).type);
    }
    expect(receiving.bodiesAt(quiet.path)).toEqual([]);
    const deliveries = await eventually(async () => {
      const found = await deliveriesOf(tenant.api, hook.id);
      expect(found.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
      return found;
    });
    const sent = receiving.arrivalsAt(hook.path).map(({ headers }) => headers["x-service-delivery"]);
    expect(new Set(deliveries.map(({ id }) => id))).toEqual(new Set(sent));
  });

  test("an endpoint's deliveries are numbered and chained, so that nothing can be missing unseen", async () => {
    const tenant = await running.api.tenant();
    await track(tenant, "chained");
    const hook = await register(tenant.api, ["competitor.rating_change"]);
    await rate(running, "chained", 4, 3, 4, 3, 4, 3);
    await arrived(hook.path, 5);
    const chain = receiving
      .arrivalsAt(hook.path)
      .map(({ rawBody }) => ({
        digest: createHash("sha256").update(rawBody).digest("hex"),
        body: JSON.parse(rawBody.toString()) as { sequence: number; previousDigest: string | null },
      }))
      .sort((left, right) => left.body.sequence - right.body.sequence);
    expect(chain.map(({ body }) => body.sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(chain.map(({ body }) => body.previousDigest)).toEqual([
      null,
      ...chain.slice(0, -1).map((one) => one.digest),
    ]);
  });

  test("a test send carries the type's example, signed as any delivery", async () => {
    const { api } = await running.api.tenant();
    const hook = await register(api, ["alert.created"]);
    const deliveryId = await sendTest(api, hook);
    const [body] = await arrived(hook.path, 1);
    expect(body).toMatchObject({ type: "competitor.rating_change", data: { before: 4.4, after: 4.5 } });
    const [arrival] = receiving.arrivalsAt(hook.path);
    expect([arrival?.headers["x-service-delivery"], arrival?.standardVerdict]).toEqual([deliveryId, "verified"]);
  });

  test("during a rotation's overlap the old secret verifies as well, afterwards the new one alone", async () => {
    const { api } = await running.api.tenant();
    const hook = await register(api, ["alert.created"]);
    const { secret } = await api.v1.post("/api/v1/webhooks/{id}/rotate-secret", byId(hook.id));
    await sendTest(api, hook);
    await arrived(hook.path, 1);
    receiving.secrets.delete(hook.secret);
    receiving.secrets.add(secret);
    await sendTest(api, hook);
    await arrived(hook.path, 2);
    running.service.clock.leap(25 * 3_600_000);
    receiving.secrets.delete(secret);
    receiving.secrets.add(hook.secret);
    await sendTest(api, hook);
    await arrived(hook.path, 3);
    expect(receiving.arrivalsAt(hook.path).map(({ standardVerdict }) => standardVerdict)).toEqual([
      "verified",
      "verified",
      "rejected",
    ]);
  });

  test("what happens while an endpoint is paused is kept and sent in order when it is resumed", async () => {
    const tenant = await running.api.tenant();
    await track(tenant, "paused");
    const hook = await register(tenant.api, ["competitor.rating_change"]);
    await setActive(tenant.api, hook, false);
    await rate(running, "paused", 4, 3, 4, 3);
    await eventually(async () =>
      expect((await deliveriesOf(tenant.api, hook.id)).map(({ status }) => status)).toEqual(["held", "held", "held"]),
    );
    expect(receiving.bodiesAt(hook.path)).toEqual([]);
    await setActive(tenant.api, hook, true);
    const bodies = await arrived(hook.path, 3);
    expect(bodies.map(({ sequence }) => sequence).sort()).toEqual([1, 2, 3]);
  });

  test("a receiver that fails is tried eight times with growing waits, then the delivery is dead and can be retried", async () => {
    const tenant = await running.api.tenant();
    await track(tenant, "failing");
    const path = freshPath("failing");
    receiving.receiver.program(path, [500]);
    const hook = await register(tenant.api, ["competitor.rating_change"], path);
    await rate(running, "failing", 4, 3);
    const only = async (): Promise<Delivery | undefined> => (await deliveriesOf(tenant.api, hook.id))[0];
    for (let attempt = 1; attempt < 8; attempt++) {
      const failed = await eventually(async () => {
        const found = await only();
        expect(found).toMatchObject({ status: "retrying", attempts: attempt, httpStatus: 500 });
        // An attempt counts from its beginning; only its outcome says when the next one is due.
        expect(Date.parse(String(found?.nextRetryAt))).toBeGreaterThan(running.service.clock.now().getTime());
        return found;
      });
      const waitMinutes = (Date.parse(String(failed?.nextRetryAt)) - running.service.clock.now().getTime()) / 60_000;
      const planned = [1, 2, 4, 8, 16, 32, 60][attempt - 1] ?? 0;
      expect(waitMinutes).toBeGreaterThan(planned * 0.8 - 0.2);
      expect(waitMinutes).toBeLessThan(planned * 1.2 + 0.2);
      running.service.clock.leap(waitMinutes * 60_000 + 1_000);
    }
    const dead = await eventually(async () => {
      const found = await only();
      expect(found).toMatchObject({ status: "dead", attempts: 8, nextRetryAt: null, errorClass: "http_status" });
      return found;
    });
    expect(receiving.arrivalsAt(path)).toHaveLength(8);
    const ids = new Set(receiving.arrivalsAt(path).map(({ headers }) => headers["x-service-delivery"]));
    expect(ids).toEqual(new Set([dead?.id]));

    const shown = expectStatus(await tenant.browser.get("/api/webhooks/deliveries"), 200)["deliveries"] as Delivery[];
    expect(shown.map(({ id }) => id)).toEqual([dead?.id]);
    receiving.receiver.program(path, [204]);
    const retry = await tenant.browser.post(`/api/webhooks/deliveries/${dead?.id}/retry`, {});
    expect(expectStatus(retry, 202)).toEqual({ matched: 1, queued: 1 });
    const delivered = await eventually(async () => {
      const found = await only();
      expect(found?.status).toBe("delivered");
      return found;
    });
    expect([delivered?.attempts, delivered?.attemptsLog[0]?.manual]).toEqual([8, true]);
    const again = await tenant.browser.post(`/api/webhooks/deliveries/${dead?.id}/retry`, {});
    expect([again.status, again.json?.["code"]]).toEqual([409, "webhook_delivery_not_retryable"]);
  });

  test("the owner of a key is told when an administrator suspends, reactivates and revokes it", async () => {
    const { api, browser } = await running.api.tenant();
    const hook = await register(api, ["api_key.suspended", "api_key.reactivated", "api_key.revoked_by_admin"]);
    const { keyId } = await running.api.createKey(browser);
    const admin = await running.api.admin();
    expectStatus(await admin.post(`/api/admin/api-keys/${keyId}/suspend`, { reason: "Unusual traffic" }), 200);
    expectStatus(await admin.post(`/api/admin/api-keys/${keyId}/reactivate`), 200);
    expectStatus(await admin.post(`/api/admin/api-keys/${keyId}/revoke`, {}), 200);
    const bodies = await arrived(hook.path, 3);
    const told = [...bodies].sort((left, right) => Number(left.sequence) - Number(right.sequence));
    expect(told.map(({ type, data }) => [type, data])).toEqual([
      ["api_key.suspended", { keyId, reason: "Unusual traffic" }],
      ["api_key.reactivated", { keyId, reason: null }],
      ["api_key.revoked_by_admin", { keyId, reason: null }],
    ]);
  });
});
