/** Webhook endpoints: what is registered, what is refused, and when one is told nothing more. */
import { eventTypes } from "../../domain/event-types";
import { byId, expectStatus } from "../support/api";
import { eventually } from "../support/eventually";
import {
  arrived,
  deliveriesOf,
  describeWebhooks,
  freshPath,
  HOST,
  listed,
  rate,
  receiving,
  register,
  sendTest,
  setActive,
  track,
  type Delivery,
} from "./webhook-bench";

describeWebhooks((running) => {
  test("the secret is in the answer to the registration alone", async () => {
    const { api } = await running.api.tenant();
    const { secret } = await register(api, ["alert.created"]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/);
    const list = await api.get("/api/v1/webhooks");
    expect(await listed(api)).toHaveLength(1);
    expect(list.text).not.toContain(secret.slice(6));
    const { rows } = await running.service.database.pool.query<{ found: number }>(
      "SELECT count(*) AS found FROM read_model.webhook_endpoints t WHERE t::text LIKE '%' || $1 || '%'",
      [secret.slice(6, 20)],
    );
    expect(rows).toEqual([{ found: 0 }]);
  });

  test("only https receivers in public are registered, and why not is told alike", async () => {
    const { api } = await running.api.tenant();
    receiving.resolveTo("private.example", "10.0.0.7");
    const urls = [
      `http://${HOST}/`,
      "https://user:password@example.com/",
      "https://localhost/",
      "https://127.0.0.1/",
      "https://[::1]/",
      "https://[::ffff:10.0.0.1]/",
      "https://169.254.169.254/latest/meta-data",
      "https://0x7f.1/",
      "https://printer.local/",
      "https://private.example/",
      "not a url",
    ];
    const replies = await Promise.all(
      urls.map((url) => api.post("/api/v1/webhooks", { url, events: ["alert.created"] })),
    );
    expect(replies.map(({ status, json }) => [status, json?.["code"]])).toEqual(
      urls.map(() => [400, "webhook_url_refused"]),
    );
    expect(await listed(api)).toEqual([]);
    const unknown = await api.post("/api/v1/webhooks", { url: `https://${HOST}/`, events: ["nothing.happened"] });
    expect([unknown.status, unknown.json?.["code"]]).toEqual([400, "invalid_request"]);
  });

  test("a receiver is kept as it will be dialled, however it was written", async () => {
    const { api } = await running.api.tenant();
    const written = (path: string) => `HTTPS://${HOST.toUpperCase()}:443/a/../${path}`;
    const { id, url } = await api.v1.post("/api/v1/webhooks", {
      body: { url: written("one"), events: ["alert.created"] },
    });
    expect(url).toBe(`https://${HOST}/one`);
    const moved = await api.v1.patch("/api/v1/webhooks/{id}", { ...byId(id), body: { url: written("two") } });
    expect(moved.url).toBe(`https://${HOST}/two`);
  });

  test("an account has ten endpoints at most, also when twenty are registered at the same moment", async () => {
    const { api } = await running.api.tenant();
    const body = { url: `https://${HOST}/ok`, events: ["alert.created"] };
    const replies = await Promise.all(Array.from({ length: 20 }, () => api.post("/api/v1/webhooks", body)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(replies.filter(({ json }) => json?.["code"] === "webhook_endpoint_quota_reached")).toHaveLength(10);
  });

  test("the catalogue tells every type with its schema and an example", async () => {
    const { api } = await running.api.tenant();
    const { data, count } = await api.v1.get("/api/v1/event-types");
    expect(count).toBe(Object.keys(eventTypes).length);
    expect(data.map(({ type }) => type)).toEqual(Object.keys(eventTypes));
  });

  test("a receiver that says it is gone is paused, and so is one whose name leads inside, without being dialled", async () => {
    const { api } = await running.api.tenant();
    const gone = await register(api, ["alert.created"], freshPath("gone"));
    const url = "https://moved.receiver.test/ok";
    const moved = await api.v1.post("/api/v1/webhooks", { body: { url, events: ["alert.created"] } });
    receiving.resolveTo("moved.receiver.test", "192.168.1.1");
    await sendTest(api, gone);
    await sendTest(api, moved);
    await eventually(async () =>
      expect((await listed(api)).map(({ id, active, pausedReason }) => [id, active, pausedReason])).toEqual([
        [gone.id, false, "receiver_gone"],
        [moved.id, false, "target_refused"],
      ]),
    );
    expect(receiving.dialled).not.toContain("192.168.1.1");
    const resumed = await api.patch(`/api/v1/webhooks/${moved.id}`, { active: true });
    expect([resumed.status, resumed.json?.["code"]]).toEqual([400, "webhook_url_refused"]);
    receiving.resolveTo("moved.receiver.test", "93.184.216.34");
    expect((await setActive(api, moved, true)).active).toBe(true);
  });

  test("a deleted endpoint is told nothing more, what was pending included", async () => {
    const tenant = await running.api.tenant();
    await track(tenant, "unhooked");
    const hook = await register(tenant.api, ["competitor.rating_change"]);
    await setActive(tenant.api, hook, false);
    await rate(running, "unhooked", 4, 3);
    await eventually(async () => expect(await deliveriesOf(tenant.api, hook.id)).toHaveLength(1));
    await tenant.api.v1.delete("/api/v1/webhooks/{id}", byId(hook.id));
    expect((await tenant.api.delete(`/api/v1/webhooks/${hook.id}`)).status).toBe(404);
    await rate(running, "unhooked", 4, 3);
    const all = "/api/webhooks/deliveries?status=all";
    await eventually(async () => {
      const { deliveries } = expectStatus(await tenant.browser.get(all), 200);
      expect((deliveries as Delivery[]).map(({ status }) => status)).toEqual(["canceled"]);
    });
    expect(receiving.bodiesAt(hook.path)).toEqual([]);
  });

  test("another account's endpoints and deliveries are as if they did not exist", async () => {
    const [mine, theirs] = [await running.api.tenant(), await running.api.tenant()];
    const hook = await register(theirs.api, ["alert.created"]);
    const deliveryId = await sendTest(theirs.api, hook);
    await arrived(hook.path, 1);
    const path = `/api/v1/webhooks/${hook.id}`;
    const replies = [
      await mine.api.patch(path, { active: false }),
      await mine.api.delete(path),
      await mine.api.get(`${path}/deliveries`),
      await mine.api.post(`${path}/rotate-secret`),
      await mine.api.post(`${path}/test`, { eventType: "alert.created" }),
      await mine.browser.post(`/api/webhooks/deliveries/${deliveryId}/retry`, {}),
    ];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
    expect((await mine.browser.get("/api/webhooks/deliveries?status=all")).text).not.toContain(deliveryId);
    expect((await listed(theirs.api))[0]).toMatchObject({ id: hook.id, active: true });
  });
});
