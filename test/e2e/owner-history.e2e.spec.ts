/** An owner reads the history of the own business: own words as they were written, nobody else's, and nobody else's name. */
import { add, competitors } from "../../domain/competitors";
import { isRefusal } from "../../domain/fold/refusal";
import { expectStatus, type Browser, type Tenant } from "../support/api";
import { sighting } from "../support/sightings";
import { everything } from "./facts-of-everything";
import { describeService } from "./on-both-logs";
import { settled } from "./settled";

interface HistoryEvent {
  readonly type: string;
  readonly position: number;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly data: { readonly claim?: { readonly name: string } };
}

const HISTORY = "/api/businesses/me/history";
const NDJSON = "application/x-ndjson";
const OWN = "Own words 4711";
/** Sealed in the log, and another person's. */
const SEALED = ["Foreign words 4712", "Foreign author 4713", "foreign-4714@example.com", "Foreign text 4715"] as const;
const [FOREIGN_CLAIM, AUTHOR, EMAIL, TEXT] = SEALED;
/** The name that an administrator gave to a request. */
const REQUEST = "foreign-ticket-4717";
const FOREIGN = [...SEALED, REQUEST];
const OTHER_KEY = "key-of-somebody-4716";

describeService((running) => {
  let admin: Browser;
  let tenant: Tenant;

  /** Whatever is shown to the owner: pages and lines, at every moment. */
  async function shown(browser: Browser): Promise<string> {
    const events = expectStatus(await browser.get(`${HISTORY}?limit=1000`), 200)["events"] as HistoryEvent[];
    const replies = [
      await browser.get(HISTORY, { accept: NDJSON }),
      ...(await Promise.all(events.map(({ position }) => browser.get(`${HISTORY}/state?at=${position}`)))),
      await browser.get(`${HISTORY}/state`),
    ];
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    return [JSON.stringify(events), ...replies.map(({ text }) => text)].join("\n");
  }
  const history = async (query = "", { browser } = tenant): Promise<readonly HistoryEvent[]> =>
    expectStatus(await browser.get(`${HISTORY}${query}`), 200)["events"] as HistoryEvent[];

  /** As if somebody else had written into the history. */
  async function putIn(actor: { readonly kind: "admin" | "api_key"; readonly id: string }, placeId: string) {
    const { runner, ids } = running.service.running.engines;
    const { businessId, accountId } = tenant;
    const claim = { name: FOREIGN_CLAIM, address: null, rating: null, reviewCount: null, website: null };
    const addition = { businessId, accountId, placeId, claim, competitorId: ids.next(), ownPlaceId: null, quota: 100 };
    const commandId = ids.next();
    const context = { commandId, causationId: commandId, correlationId: commandId, actor, businessId };
    const added = await runner.execute(competitors, businessId, add(addition), context);
    expect(isRefusal(added)).toBe(false);
  }

  beforeAll(async () => {
    const { api, service } = running;
    admin = await api.admin();
    tenant = await api.tenant({ business: { differentiator: OWN } });
    const revoked = await api.createKey(tenant.browser);
    await revoked.v1.post("/api/v1/competitors", { body: { name: `${OWN} by key`, place_id: "owner-1" } });
    expectStatus(await tenant.browser.delete(`/api/keys/${revoked.keyId}`), 204);
    await putIn({ kind: "admin", id: admin.accountId }, "owner-2");
    await putIn({ kind: "api_key", id: OTHER_KEY }, "owner-3");
    const instant = service.clock.now().toISOString();
    const before = new Date(service.clock.now().getTime() - 1_000).toISOString();
    const { enrichment, reviews, ...rest } = everything(instant);
    const facts = {
      ...rest,
      reviews: reviews.map((review) => ({ ...review, author: AUTHOR, text: TEXT })),
      enrichment: { ...enrichment, contactEmail: EMAIL },
    };
    await api.observe(sighting("owner-1", before, facts), sighting("owner-1", instant, { listing: { rating: 1 } }));
    const anchors = `/api/admin/businesses/${tenant.businessId}/anchors`;
    expectStatus(await admin.post(anchors, undefined, { "x-request-id": REQUEST }), 201);
    await settled(service);
  });

  test("own words are there as they were written, by the browser or by a key that is no longer valid", async () => {
    const events = await history();
    expect(events.map(({ type }) => type)).toEqual([
      "BusinessCreated",
      "CompetitorAdded",
      "CompetitorAdded",
      "CompetitorAdded",
      "AlertRaised",
      "HistoryAnchored",
    ]);
    expect(JSON.stringify(events[0])).toContain(OWN);
    expect(events[0]?.actor).toEqual({ kind: "user", id: tenant.accountId });
    expect(events[1]).toMatchObject({ actor: { kind: "api_key" }, data: { claim: { name: `${OWN} by key` } } });
    expect(events[1]?.actor.id).not.toBe("[redacted]");
    const state = (await tenant.browser.get(`${HISTORY}/state`)).text;
    expect(state).toContain(OWN);
    expect(state).toContain(`${OWN} by key`);
  });

  test("what others put in is redacted, and so are they", async () => {
    const [, , byAdmin, byOther, alert, anchored] = await history();
    const redacted = { data: { claim: { name: "[redacted]" } } };
    expect(byAdmin).toMatchObject({ actor: { kind: "admin", id: "[redacted]" }, ...redacted });
    expect(byOther).toMatchObject({ actor: { kind: "api_key", id: "[redacted]" }, ...redacted });
    expect(alert?.actor).toEqual({ kind: "system", id: "place-alerts" });
    expect(anchored?.actor).toEqual({ kind: "admin", id: "[redacted]" });
    // An auditor sees it all: it is there to be hidden.
    const path = `/api/admin/businesses/${tenant.businessId}`;
    const audited = [await admin.get(`${path}/events`), await admin.get(`${path}/state`)]
      .map(({ text }) => text)
      .join();
    for (const marker of [...FOREIGN, admin.accountId, OTHER_KEY]) expect(audited).toContain(marker);
    const seen = await shown(tenant.browser);
    for (const marker of [...FOREIGN, admin.accountId, OTHER_KEY]) expect(seen).not.toContain(marker);
  });

  test("nobody can be found by the name that is hidden", async () => {
    expect(await history(`?actor=admin:${admin.accountId}`)).toEqual([]);
    expect(await history(`?actor=api_key:${OTHER_KEY}`)).toEqual([]);
    expect((await history("?actor=admin")).map(({ type }) => type)).toEqual(["CompetitorAdded", "HistoryAnchored"]);
  });

  test("the rows are those that an auditor sees but for what is hidden", async () => {
    const at = (await history()).at(-1)?.position;
    const query = `?at=${String(at)}&tables=competitors,businesses,alerts,place_snapshots`;
    const own = expectStatus(await tenant.browser.get(`${HISTORY}/state${query}`), 200);
    const audited = expectStatus(await admin.get(`/api/admin/businesses/${tenant.businessId}/state${query}`), 200);
    const hidden = JSON.parse(JSON.stringify(audited).replaceAll(FOREIGN_CLAIM, "[redacted]")) as unknown;
    expect(own).toEqual(hidden);
  });

  test("pages and filters are those of the auditors", async () => {
    const [first, second, third] = await history();
    expect(await history(`?after=${String(first?.position)}&until=${String(third?.position)}`)).toEqual([
      second,
      third,
    ]);
    expect(await history("?type=AlertRaised,HistoryAnchored")).toHaveLength(2);
    const page = expectStatus(await tenant.browser.get(`${HISTORY}?limit=1`), 200);
    expect(page["events"]).toEqual([first]);
    expect(await history(`?limit=1&cursor=${String(page["nextCursor"])}`)).toEqual([second]);
  });

  test("nobody else reads it: another owner reads the own history, and a mark of one business opens no other", async () => {
    const other = await running.api.tenant();
    const theirs = await shown(other.browser);
    for (const marker of [OWN, tenant.businessId, tenant.accountId]) expect(theirs).not.toContain(marker);
    const page = expectStatus(await tenant.browser.get(`${HISTORY}?limit=1`), 200);
    expect((await other.browser.get(`${HISTORY}?cursor=${String(page["nextCursor"])}`)).status).toBe(400);
    expect((await tenant.api.get(HISTORY)).status).toBe(401);
    expect((await running.api.anonymous.get(`${HISTORY}/state`)).status).toBe(401);
  });

  test("a mark of one's own other business does not lead into this one's history", async () => {
    const page = expectStatus(await tenant.browser.get(`${HISTORY}?limit=1`), 200);
    expectStatus(await tenant.browser.post("/api/businesses", { name: "Second" }), 201);
    const reply = await tenant.browser.get(`${HISTORY}?cursor=${String(page["nextCursor"])}`);
    expect([reply.status, (await history()).map(({ type }) => type)]).toEqual([400, ["BusinessCreated"]]);
    expectStatus(await tenant.browser.post(`/api/businesses/${tenant.businessId}/activate`), 200);
  });

  test("a deleted business has no history to read until it is restored", async () => {
    const deleted = await running.api.tenant();
    expectStatus(await deleted.browser.delete("/api/businesses/me/delete"), 200);
    for (const path of [HISTORY, `${HISTORY}/state`]) {
      const { status, json } = await deleted.browser.get(path);
      expect([status, json?.["code"]]).toEqual([404, "no_active_business"]);
    }
    expectStatus(await deleted.browser.post("/api/businesses/me/restore", {}), 200);
    const types = (await history("", deleted)).map(({ type }) => type);
    expect(types).toEqual(["BusinessCreated", "BusinessDeletionRequested", "BusinessRestored"]);
  });
});
