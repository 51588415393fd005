/** Who looked at a business's history is kept, by whichever endpoint, and is no part of the history that was looked at. */
import { endpoints } from "../../infra/composition/catalogue/endpoints";
import { refusalStatuses } from "../../infra/composition/catalogue/refusal-statuses";
import type { Endpoint } from "../../infra/http/endpoint";
import { isWitnessed } from "../../infra/http/witnessed";
import { expectStatus, nextPage, type Browser, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { ADMIN_TOKEN, SECOND_ADMIN_EMAIL } from "../support/service";
import { describeService } from "./on-both-logs";
import { settled } from "./settled";

interface Look {
  readonly id: string;
  readonly at: string;
  readonly by: { readonly kind: string; readonly id: string };
  readonly what: string;
  readonly asked: Readonly<Record<string, string>>;
}

const DAY_MS = 86_400_000;
const witnessed = endpoints.filter(isWitnessed);
/** What endpoints cannot be asked without. */
const required: Readonly<Record<string, Readonly<Record<string, string>>>> = { "get-business-diff": { from: "0" } };
const pathOf = ({ path }: Endpoint, businessId: string) => path.replace(":id", businessId);

describeService((running) => {
  let admin: Browser;
  let tenant: Tenant;
  const looksPath = () => `/api/admin/businesses/${tenant.businessId}/looks`;

  beforeAll(async () => {
    admin = await running.api.admin();
    tenant = await running.api.tenant();
  });

  const looks = async (query = "", path = looksPath()): Promise<readonly Look[]> =>
    expectStatus(await admin.get(`${path}${query}`), 200)["looks"] as Look[];
  const ask = (endpoint: Endpoint, query: Readonly<Record<string, string>>) =>
    admin.send(endpoint.method, `${pathOf(endpoint, tenant.businessId)}?${new URLSearchParams(query).toString()}`, {
      ...(endpoint.example === undefined ? {} : { body: endpoint.example }),
    });

  test("whatever shows a history to an administrator is among those that are watched", () => {
    const ids = witnessed.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        "get-business-diff",
        "get-business-state",
        "list-business-events",
        "list-business-looks",
      ]),
    );
    const unwatched = endpoints.filter(
      ({ method, path, access, area }) =>
        method === "GET" && area === "audit" && access.by === "admin" && path.includes("/:"),
    );
    expect(unwatched.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test.each(witnessed.map((endpoint) => [endpoint.id, endpoint] as const))(
    "%s leaves a look: who, when, and what was asked",
    async (id, endpoint) => {
      // A rehearsal shows what would be answered, and changes nothing for the others.
      const query = endpoint.kind === "command" ? { validateOnly: "true" } : (required[id] ?? {});
      running.service.clock.leap(1_000);
      const from = running.service.clock.now().toISOString();
      const { status } = await ask(endpoint, query);
      expect([200, 409]).toContain(status);
      const [, kept, ...before] = await looks();
      expect(kept).toMatchObject({ what: id, asked: query, by: { kind: "admin", id: admin.accountId } });
      expect([String(kept?.at) >= from, before.every(({ at }) => at < from)]).toEqual([true, true]);
    },
  );

  test("looks are listed the newest first, in pages, and a page that is turned is no further look", async () => {
    const whole = await looks();
    expect(whole[0]).toMatchObject({ what: "list-business-looks", asked: {} });
    expect(whole.map(({ at }) => at)).toEqual(
      whole
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const seen: Look[] = [];
    for (let next: string | undefined = ""; next !== undefined;) {
      const page = expectStatus(await admin.get(`${looksPath()}?limit=3&${next}`), 200);
      seen.push(...(page["looks"] as Look[]));
      next = nextPage(page);
    }
    expect(seen.slice(1)).toEqual(whole);
    expect(seen[0]).toMatchObject({ what: "list-business-looks", asked: { limit: "3" } });
    expect((await looks()).length).toBe(seen.length + 1);
  });

  test("looks of several administrators at the same moment are all kept", async () => {
    const second = await running.api.signUp(SECOND_ADMIN_EMAIL, { adminToken: ADMIN_TOKEN });
    const before = (await looks("?limit=1000")).length;
    const path = `/api/admin/businesses/${tenant.businessId}/events`;
    const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 ? admin : second).get(path)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const kept = (await looks("?limit=1000")).slice(1, 11);
    expect((await looks("?limit=1000")).length).toBe(before + 12);
    expect(kept.filter(({ by }) => by.id === second.accountId)).toHaveLength(5);
  });

  test("looking changes nothing of what is looked at: no history, no alert, no delivery, no state", async () => {
    await settled(running.service);
    const { pool } = running.service.database;
    const everything = async () => ({
      events: (await admin.get(`/api/admin/businesses/${tenant.businessId}/events`)).text,
      state: (await admin.get(`/api/admin/businesses/${tenant.businessId}/state`)).text,
      alerts: (await tenant.api.get("/api/v1/alerts")).text,
      own: (await tenant.browser.get("/api/businesses/me/history")).text,
      intents: (await pool.query("SELECT * FROM operational.process_intents")).rows,
      deliveries: (await pool.query("SELECT * FROM operational.webhook_deliveries")).rows,
    });
    const before = await everything();
    for (let at = 0; at < 3; at++) await looks();
    await settled(running.service);
    expect(await everything()).toEqual(before);
    expect(before.events + before.state + before.own).not.toContain("HistoryViewed");
    expect(before.events + before.state + before.own).not.toContain(`looks-${tenant.businessId}`);
  });

  test("of a business that never was nothing is kept, and the answer is that there is none", async () => {
    const { log } = running.service.running.engines;
    const head = await log.head();
    for (const endpoint of witnessed) {
      const query = required[endpoint.id] ?? {};
      const path = `${pathOf(endpoint, "never")}?${new URLSearchParams(query).toString()}`;
      const { status, json } = await admin.send(endpoint.method, path, {
        ...(endpoint.example === undefined ? {} : { body: endpoint.example }),
      });
      expect([endpoint.id, status, json?.["code"]]).toEqual([
        endpoint.id,
        refusalStatuses.business_not_found,
        "business_not_found",
      ]);
    }
    expect(await log.head()).toBe(head);
  });

  test("owners and keys see no looks", async () => {
    expect((await tenant.browser.get(looksPath())).status).toBe(403);
    expect((await tenant.api.get(looksPath())).status).toBe(401);
  });

  test("a look that meets the business's removal halfway is kept with what remains", async () => {
    const { log } = running.service.running.engines;
    const going = await running.api.tenant();
    await log.erase([`looks-${going.businessId}`]);
    expectStatus(await admin.get(`/api/admin/businesses/${going.businessId}/events`), 200);
    const kept = await log.readStream(`remainslooks-${going.businessId}`);
    expect(kept.map(({ data }) => (data as { what: string }).what)).toEqual(["list-business-events"]);
  });

  test("looks go with the business, and those at what remains of it are kept", async () => {
    const gone = await running.api.tenant();
    const path = `/api/admin/businesses/${gone.businessId}`;
    expect((await looks("", `${path}/looks`)).length).toBe(1);
    expectStatus(await gone.browser.delete("/api/businesses/me/delete"), 200);
    running.service.clock.leap(31 * DAY_MS);
    admin = await running.api.admin();
    const { log } = running.service.running.engines;
    await eventually(async () => expect(await log.readStream(`looks-${gone.businessId}`)).toEqual([]), {
      timeoutMs: 15_000,
    });
    await settled(running.service);
    const { events } = expectStatus(await admin.get(`${path}/events`), 200) as { events: { type: string }[] };
    expect(events.map(({ type }) => type)).toEqual(["BusinessRemoved"]);
    const remains = await looks("", `${path}/looks`);
    expect(remains.map(({ what, by }) => [what, by.id])).toEqual([
      ["list-business-looks", admin.accountId],
      ["list-business-events", admin.accountId],
    ]);
  });
});
