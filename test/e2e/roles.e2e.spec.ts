/** The service as several processes on one database: each runs what its role names, and together they do what one does alone. */
import { projections } from "../../infra/composition/catalogue/projections";
import { placeAlerts } from "../../processors/place-alerts";
import { webhookDeliveries } from "../../processors/webhook-deliveries";
import { createApi, expectStatus, type Api } from "../support/api";
import { eventually } from "../support/eventually";
import { send } from "../support/http-client";
import { logStores, startTestService, type JoinedService, type TestService } from "../support/service";
import { approve, haveNumber } from "../support/texting";
import { thorough } from "../support/thorough";
import { settled } from "./settled";
import { arrived, rate, receiving, register, track } from "./webhook-bench";

const roles = ["api", "projector", "projector", "processor", "processor"] as const;

describe.each(thorough ? logStores : (["postgres"] as const))("with the log in %s", (log) => {
  let service: TestService;
  let api: Api;
  const joined: JoinedService[] = [];
  beforeAll(async () => {
    await receiving.open();
    const settings = { ROLE: "api", SMS_PROVIDER: "sandbox" };
    service = await startTestService({ log, settings, outbound: receiving.outbound });
    api = createApi(service);
    joined.push(...(await Promise.all(roles.map((ROLE) => service.join({ ROLE })))));
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await receiving.close();
  });

  test("what is done through one api is seen through another, kept by projectors and followed up by processors", async () => {
    const there = createApi({ url: joined[0]?.url ?? "" });
    const tenant = await api.tenant({ plan: "agency" });
    const key = there.withKey(tenant.api.key);
    const hook = await register(key, ["competitor.rating_change", "alert.created"]);
    await track({ ...tenant, api: key }, "watched");
    await rate({ service, api: there }, "watched", 4, 3);
    const bodies = await arrived(hook.path, 2);
    expect(bodies.map(({ type }) => type).sort()).toEqual(["alert.created", "competitor.rating_change"]);
    await settled(service);
    const { alerts } = await tenant.api.v1.get("/api/v1/alerts");
    expect(alerts).toEqual([expect.objectContaining({ type: "competitor.rating_change" })]);
    expect((await key.v1.get("/api/v1/alerts")).alerts).toEqual(alerts);
  });

  test("a number is had, registered, approved and written to through processes of three roles", async () => {
    const tenant = await api.tenant({ plan: "agency" });
    const { id, phoneNumber } = await haveNumber(tenant);
    await approve(api, tenant, id);
    const admin = await api.admin();
    const message = { from: "+14155550123", to: phoneNumber, body: "Are you open?" };
    expectStatus(await admin.post("/api/admin/sms-sandbox/messages", message), 202);
    await eventually(async () => {
      const { conversations } = expectStatus(await tenant.browser.get("/api/conversations"), 200);
      expect(conversations).toEqual([expect.objectContaining({ unreadCount: 1 })]);
    });
  });

  test("a process that serves no API answers how it is and what it measures, and nothing else", async () => {
    for (const { url } of joined.slice(1)) {
      const answers = ["/healthz", "/readyz", "/metrics", "/api/v1/competitors", "/openapi.json", "/docs", "/audit"];
      const statuses = await Promise.all(answers.map(async (path) => (await send(`${url}${path}`)).status));
      expect(statuses).toEqual([200, 200, 200, 404, 404, 404, 404]);
    }
  });

  test("each tells of every engine whether it runs there, and all together run each one once", async () => {
    type Engines = readonly { readonly name: string; readonly state: string }[];
    const kept = async (kind: "projections" | "processes") => {
      const all: string[] = [];
      for (const { url } of [service, ...joined]) {
        const engines = (await send(`${url}/readyz`)).json?.[kind] as Engines;
        all.push(...engines.filter(({ state }) => state !== "elsewhere").map(({ name }) => name));
      }
      return all.sort();
    };
    await eventually(async () =>
      expect(await kept("projections")).toEqual(projections.map(({ table }) => table).sort()),
    );
    const here = (await send(`${service.url}/readyz`)).json;
    const states = [...(here?.["projections"] as Engines), ...(here?.["processes"] as Engines)];
    // A divided manager is wherever a shard of it is.
    const shards = new Map([placeAlerts, webhookDeliveries].map(({ name, shards: of = 1 }) => [name, of]));
    await eventually(async () => {
      const managers = await kept("processes");
      const whole = managers.filter((name) => !shards.has(name));
      expect(whole.length).toBeGreaterThan(5);
      expect(new Set(whole).size).toBe(whole.length);
      for (const [name, of] of shards) {
        const places = managers.filter((one) => one === name).length;
        expect(places).toBeGreaterThanOrEqual(1);
        expect(places).toBeLessThanOrEqual(Math.min(of, roles.filter((role) => role === "processor").length));
      }
      expect(new Set(managers).size).toBe(states.length - projections.length);
    });
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["elsewhere"]));
  });
});

test("processes of every role that start together on an empty database all start, and work", async () => {
  const service = await startTestService({ settings: { ROLE: "projector" } });
  try {
    await service.stop();
    const { pool } = service.database;
    await pool.query("DROP SCHEMA event_log CASCADE; DROP SCHEMA read_model CASCADE; DROP SCHEMA operational CASCADE");
    const started = ["api", "projector", "processor", "api", "all", "projector"].map((ROLE) => service.join({ ROLE }));
    const [first, ...others] = await Promise.all(started);
    const tenant = await createApi({ url: first?.url ?? "" }).tenant();
    expect(others).toHaveLength(5);
    expectStatus(await tenant.api.get("/api/v1/competitors"), 200);
  } finally {
    await service.close();
  }
});

test("an api whose tables nobody keeps yet answers from empty ones: it is ready, and refuses whom it does not know", async () => {
  const service = await startTestService({ settings: { ROLE: "api" } });
  try {
    const answer = await send(`${service.url}/readyz`);
    expect(answer.status).toBe(200);
    const unknown = { "x-service-key": `svc_live_${"0".repeat(48)}` };
    const refused = await send(`${service.url}/api/v1/competitors`, { headers: unknown });
    expect(refused.status).toBe(401);
  } finally {
    await service.close();
  }
});
