/** The history of a business, as an auditor reads it from the log. */
import { expectStatus, nextPage, type Browser, type Tenant } from "../support/api";
import { send } from "../support/http-client";
import { sighting } from "../support/sightings";
import { describeOnBothLogs } from "./on-both-logs";
import { settled } from "./settled";

interface HistoryEvent {
  readonly type: string;
  readonly position: number;
  readonly occurredAt: string;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly data: Readonly<Record<string, unknown>>;
}

describeOnBothLogs((running) => {
  let admin: Browser;
  let tenant: Tenant;
  let path: string;

  beforeAll(async () => {
    admin = await running.api.admin();
    tenant = await running.api.tenant();
    path = `/api/admin/businesses/${tenant.businessId}/events`;
    const { api, browser } = tenant;
    const track = async (placeId: string) =>
      (await api.v1.post("/api/v1/competitors", { body: { name: "Fjord Coffee", place_id: placeId } })).competitor;
    const { id } = await track("audited");
    for (const rating of [4, 3])
      await running.api.observe(sighting("audited", running.service.clock.now(), { listing: { rating } }));
    await settled(running.service);
    running.service.clock.leap(60_000);
    expectStatus(await browser.delete(`/api/competitors/${id}`), 204);
    for (let at = 0; at < 5; at++) await track(`more-${at}`);
  });

  const eventsAt = async (query: string): Promise<readonly HistoryEvent[]> =>
    expectStatus(await admin.get(`${path}${query}`), 200)["events"] as HistoryEvent[];

  test("it tells every event with who caused it, in the order of the log", async () => {
    const events = await eventsAt("");
    expect(events.map(({ type }) => type)).toEqual([
      "BusinessCreated",
      "CompetitorAdded",
      "AlertRaised",
      "CompetitorRemoved",
      ...Array.from({ length: 5 }, () => "CompetitorAdded"),
    ]);
    expect(events.slice(0, 4).map(({ actor }) => actor)).toEqual([
      { kind: "user", id: tenant.accountId },
      { kind: "api_key", id: tenant.api.keyId },
      { kind: "system", id: "place-alerts" },
      { kind: "user", id: tenant.accountId },
    ]);
    const positions = events.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((left, right) => left - right));
  });

  test("administrators get the page that shows it, with every file that it names, and others the form for signing in", async () => {
    const html = { accept: "text/html" };
    const filesOf = (page: string) =>
      [...page.matchAll(/(?:href|src)="(\/audit\/[^"]+)"/g)].map(([, file = ""]) => file);
    const stranger = (path: string) => send(`${running.service.url}${path}`);
    const replies = [await admin.get("/audit", html), await tenant.browser.get("/audit", html)];
    expect(replies.map(({ status }) => status)).toEqual([200, 403]);
    const files = [...new Set(replies.flatMap(({ text }) => filesOf(text)))];
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) expect([file, (await stranger(file)).status]).toEqual([file, 200]);
    for (const file of files)
      expect((await send(`${running.service.url}${file}`, { method: "DELETE" })).headers["allow"]).toBe("GET, HEAD");
    const error = await tenant.browser.get("/audit");
    expect(error.json).toMatchObject({ code: "admin_only" });
    for (const { headers } of [...replies, error]) expect(headers["vary"]).toBe("accept");
  });

  test("pages follow each other without a gap or a repetition while events are added", async () => {
    const whole = await eventsAt("");
    const seen: number[] = [];
    let pages = 0;
    for (let next: string | undefined = ""; next !== undefined;) {
      const page = expectStatus(await admin.get(`${path}?limit=2&${next}`), 200);
      seen.push(...(page["events"] as HistoryEvent[]).map(({ position }) => position));
      if ((pages += 1) === 2) expectStatus(await tenant.browser.patch("/api/businesses/me", { city: "Oslo" }), 200);
      next = nextPage(page);
    }
    expect(seen.slice(0, whole.length)).toEqual(whole.map(({ position }) => position));
    expect(seen).toHaveLength(whole.length + 1);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("types and times narrow it", async () => {
    const types = (await eventsAt("?type=AlertRaised,CompetitorRemoved")).map(({ type }) => type);
    expect(types).toEqual(["AlertRaised", "CompetitorRemoved"]);
    const [removed] = await eventsAt("?type=CompetitorRemoved");
    const at = encodeURIComponent(String(removed?.occurredAt));
    expect((await eventsAt(`?to=${at}`)).map(({ type }) => type)).toEqual([
      "BusinessCreated",
      "CompetitorAdded",
      "AlertRaised",
    ]);
    expect((await eventsAt(`?from=${at}`))[0]?.type).toBe("CompetitorRemoved");
    expect(await eventsAt("?type=Nothing")).toEqual([]);
    expect((await admin.get(`${path}?from=yesterday`)).status).toBe(400);
  });

  test("the whole of it comes as NDJSON, an event a line, the same as in the pages", async () => {
    const reply = await admin.get(`${path}?type=CompetitorAdded`, { accept: "application/x-ndjson" });
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/x-ndjson"]);
    const lines = reply.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual(await eventsAt("?type=CompetitorAdded"));
  });

  test("owners and keys do not read it, and there is none of a business that never was", async () => {
    expect((await tenant.browser.get(path)).status).toBe(403);
    expect((await tenant.api.get(path)).status).toBe(401);
    const none = await admin.get("/api/admin/businesses/none/events");
    expect([none.status, none.json?.["code"]]).toEqual([404, "business_not_found"]);
  });
});
