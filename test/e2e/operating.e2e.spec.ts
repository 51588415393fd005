/** What operators and newcomers ask the service: whether it lives, how far it has come, and what it offers. */
import { endpoints } from "../../infra/composition/catalogue/endpoints";
import { projections } from "../../infra/composition/catalogue/projections";
import { expectStatus } from "../support/api";
import { send } from "../support/http-client";
import { describeService } from "./on-both-logs";
import { settled } from "./settled";

interface Engine {
  readonly name: string;
  readonly state: string;
  readonly position: number;
  readonly halted: unknown;
}

describeService((running) => {
  test("a running service is alive and ready, with every engine live and none behind", async () => {
    await running.api.tenant();
    await settled(running.service);
    expect((await running.api.anonymous.get("/healthz")).json).toEqual({ status: "alive" });
    const ready = expectStatus(await running.api.anonymous.get("/readyz"), 200);
    expect(ready).toMatchObject({ status: "ready", database: true, log: true });
    const tables = (ready["projections"] as Engine[]).map(({ name }) => name);
    expect(tables.sort()).toEqual(projections.map(({ table }) => table).sort());
    const engines = [...(ready["projections"] as Engine[]), ...(ready["processes"] as Engine[])];
    expect(engines.filter(({ state, halted }) => state !== "live" || halted !== null)).toEqual([]);
    expect((ready["processes"] as Engine[]).map(({ name }) => name).sort()).toEqual([
      "alert-mails",
      "alert-texts",
      "collections",
      "history-anchors",
      "new-competitors",
      "place-alerts",
      "restore-window",
      "review-requests",
      "sms-compliance",
      "sms-messages",
      "sms-numbers",
      "social-posts",
      "webhook-deliveries",
    ]);
  });

  test("metrics are Prometheus's text, count requests by their declared route, and name no id", async () => {
    const { api } = await running.api.tenant();
    const missing = "01a1fa69-0000-7000-8000-000000000000";
    await api.get(`/api/v1/competitors/${missing}`);
    const metrics = await running.api.anonymous.get("/metrics");
    expect(metrics.headers["content-type"]).toMatch(/^text\/plain/);
    expect(metrics.text).toContain('route="/api/v1/competitors/:id",status="404"');
    expect(metrics.text).toMatch(/^engine_position\{[^}]*name="competitors"[^}]*\} \d+$/m);
    expect(metrics.text).toMatch(/^engine_halted\{[^}]*\} 0$/m);
    expect(metrics.text).not.toContain(missing);
  });

  test("the document is served as committed, and readable", async () => {
    const served = await send(`${running.service.url}/openapi.json`);
    const { paths, webhooks } = served.json as { paths: object; webhooks: object };
    expect(Object.keys(paths).length).toBeGreaterThan(30);
    expect(Object.keys(webhooks)).toContain("competitor.rating_change");
    expect(endpoints.length).toBeGreaterThan(40);
    const docs = await send(`${running.service.url}/docs/`);
    expect([docs.status, docs.text.includes("swagger")]).toEqual([200, true]);
  });

  test("probes are never turned away for asking often", async () => {
    const replies = await Promise.all(Array.from({ length: 400 }, () => send(`${running.service.url}/healthz`)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("a stop finishes what is under way, and the next start serves what was accepted", async () => {
    const { api } = await running.api.tenant();
    const add = (at: number) => api.post("/api/v1/competitors", { name: "Fjord", place_id: `stopping-${at}` });
    const underWay = Promise.all(Array.from({ length: 20 }, (_, at) => add(at).catch(() => undefined)));
    await add(100);
    await running.service.stop();
    const accepted = (await underWay).filter((reply) => reply?.status === 201).length + 1;
    await running.service.start();
    expect((await api.v1.get("/api/v1/competitors")).count).toBe(accepted);
  });
});
