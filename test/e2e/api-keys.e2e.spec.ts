/** API keys: what they open, and from when on they open nothing. */
import { allScopes, expectStatus } from "../support/api";
import { eventually } from "../support/eventually";
import { describeService } from "./on-both-logs";

describeService((running) => {
  test("a key is shown once, has the promised form, and is listed without itself", async () => {
    const { browser, api } = await running.api.tenant();
    expect(api.key).toMatch(/^svc_live_[0-9a-f]{48}$/);
    const list = await browser.get("/api/keys");
    const [key] = expectStatus(list, 200)["keys"] as { id: string; prefix: string; status: string }[];
    expect(key).toMatchObject({ id: api.keyId, status: "active", prefix: api.key.slice(0, 17) });
    expect(list.text).not.toContain(api.key);
  });

  test("the key itself is stored nowhere", async () => {
    const { api } = await running.api.tenant();
    const { rows } = await running.service.database.pool.query<{ found: number }>(
      `SELECT (SELECT count(*) FROM read_model.api_keys t WHERE t::text LIKE '%' || $1 || '%')
            + (SELECT count(*) FROM event_log.events t WHERE t::text LIKE '%' || $1 || '%')
            + (SELECT count(*) FROM operational.idempotency t WHERE t::text LIKE '%' || $1 || '%') AS found`,
      [api.key.slice("svc_live_".length)],
    );
    expect(rows).toEqual([{ found: 0 }]);
  });

  test("both headers are accepted, and a key in another spelling is not", async () => {
    const { api } = await running.api.tenant();
    const { anonymous } = running.api;
    expect((await anonymous.get("/api/v1/me", { authorization: `Bearer ${api.key}` })).status).toBe(200);
    expect((await anonymous.get("/api/v1/me", { "x-service-key": api.key })).status).toBe(200);
    expect((await anonymous.get("/api/v1/me", { "x-service-key": api.key.toUpperCase() })).status).toBe(401);
    expect((await anonymous.get("/api/v1/me", { "x-service-key": `${api.key}0` })).status).toBe(401);
  });

  test("the free plan has no API: no key can be made, and those that exist open nothing until the plan is back", async () => {
    const { browser, api, accountId } = await running.api.tenant();
    await running.api.setPlan(accountId, "free");
    const replies = [await api.get("/api/v1/me"), await browser.post("/api/keys", { name: "Another" })];
    expect(replies.map(({ status, json }) => [status, json?.["code"], json?.["requiredPlan"]])).toEqual([
      [403, "insufficient_plan", "growth"],
      [403, "insufficient_plan", "growth"],
    ]);
    await running.api.setPlan(accountId, "growth");
    expect((await api.v1.get("/api/v1/me")).name).toBe("Harbour Café");
  });

  test("a key without a list of scopes may read and do nothing else", async () => {
    const { browser } = await running.api.tenant();
    const key = await running.api.createKey(browser, { scopes: undefined });
    expect((await key.v1.get("/api/v1/competitors")).count).toBe(0);
    const reply = await key.post("/api/v1/competitors", { name: "Fjord", place_id: "p" });
    expect([reply.status, reply.json?.["requiredScope"]]).toEqual([403, "competitors:write"]);
  });

  test("the plan bounds the keys, revoked ones do not count", async () => {
    const { browser, api } = await running.api.tenant();
    const replies = await Promise.all(
      Array.from({ length: 14 }, (_, at) => browser.post("/api/keys", { name: `Key ${at}` })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(replies.filter(({ json }) => json?.["code"] === "api_key_quota_reached")).toHaveLength(5);
    expectStatus(await browser.delete(`/api/keys/${api.keyId}`), 204);
    expect((await browser.post("/api/keys", { name: "In its place" })).status).toBe(201);
  });

  test("a revoked key opens nothing from the answer on, and stays revoked for everyone", async () => {
    const { browser, api } = await running.api.tenant();
    expectStatus(await browser.delete(`/api/keys/${api.keyId}`), 204);
    expect((await api.get("/api/v1/me")).status).toBe(401);
    const admin = await running.api.admin();
    const reactivated = await admin.post(`/api/admin/api-keys/${api.keyId}/reactivate`);
    expect([reactivated.status, reactivated.json?.["code"]]).toEqual([409, "api_key_already_revoked"]);
  });

  test("a request that is under way when its key is revoked is answered 401", async () => {
    const { browser, api } = await running.api.tenant();
    const holder = await running.service.database.pool.connect();
    await holder.query("BEGIN; LOCK TABLE read_model.alerts IN ACCESS EXCLUSIVE MODE");
    const underWay = api.get("/api/v1/alerts");
    // It waits for the lock, so it has passed the check of its key.
    await waitingFor(holder, "alerts");
    expectStatus(await browser.delete(`/api/keys/${api.keyId}`), 204);
    await holder.query("COMMIT");
    holder.release();
    const reply = await underWay;
    expect([reply.status, reply.json?.["code"], reply.text.includes("alerts")]).toEqual([
      401,
      "unauthenticated",
      false,
    ]);
  });

  test("administrators suspend, reactivate and revoke keys, and it holds at once", async () => {
    const { api, accountId } = await running.api.tenant();
    const admin = await running.api.admin();
    const act = async (what: string) => {
      const body = what === "reactivate" ? undefined : { reason: "Unusual traffic" };
      return expectStatus(await admin.post(`/api/admin/api-keys/${api.keyId}/${what}`, body), 200);
    };
    expect(await act("suspend")).toEqual({ id: api.keyId, accountId, status: "suspended" });
    expect((await api.get("/api/v1/me")).status).toBe(401);
    expect(await act("suspend")).toMatchObject({ status: "suspended" });
    expect(await act("reactivate")).toMatchObject({ status: "active" });
    expect((await api.v1.get("/api/v1/me")).name).toBe("Harbour Café");
    expect(await act("revoke")).toMatchObject({ status: "revoked" });
    expect((await api.get("/api/v1/me")).status).toBe(401);
  });

  test("a key expires by itself", async () => {
    const { browser } = await running.api.tenant();
    const key = await running.api.createKey(browser, { expiresInDays: 3 });
    running.service.clock.leap(3 * 86_400_000 - 60_000);
    expect((await key.v1.get("/api/v1/me")).name).toBe("Harbour Café");
    running.service.clock.leap(60_000);
    expect((await key.get("/api/v1/me")).status).toBe(401);
  });

  test("a key that is bound to addresses opens nothing elsewhere, whatever the caller claims of itself", async () => {
    const { browser } = await running.api.tenant();
    const allowedAddresses = ["192.0.2.7", "2001:db8::/32"];
    const key = await running.api.createKey(browser, { allowedAddresses });
    const statusFrom = async (address: string) => (await key.get("/api/v1/me", { "x-forwarded-for": address })).status;
    expect(await statusFrom("192.0.2.7")).toBe(200);
    expect(await statusFrom("2001:db8::9")).toBe(200);
    expect(await statusFrom("192.0.2.8")).toBe(401);
    // Only the address that our own proxy appended counts.
    expect(await statusFrom("192.0.2.7, 192.0.2.8")).toBe(401);
  });

  test("a key tells about itself, and when it was used last", async () => {
    const { browser, api } = await running.api.tenant();
    const { key, plan, limits } = await api.v1.get("/api/v1/keys/current");
    expect([key, plan, limits]).toMatchObject([
      { id: api.keyId, scopes: allScopes, status: "active" },
      "growth",
      { requestsPerMinute: 300, requestsPerMonth: 100_000 },
    ]);
    await eventually(async () => {
      const [listed] = expectStatus(await browser.get("/api/keys"), 200)["keys"] as { lastUsedAt: string | null }[];
      expect(listed?.lastUsedAt).toMatch(/T\d\d:\d\d:/);
    });
  });

  test("another tenant's key can be neither revoked nor seen", async () => {
    const [mine, theirs] = [await running.api.tenant(), await running.api.tenant()];
    expect((await mine.browser.delete(`/api/keys/${theirs.api.keyId}`)).status).toBe(404);
    expect((await mine.browser.get("/api/keys")).text).not.toContain(theirs.api.keyId);
    expect((await theirs.api.v1.get("/api/v1/me")).id).toBe(theirs.businessId);
  });
});

/** Resolves once somebody waits for a lock on the table. */
async function waitingFor(client: { query(text: string): Promise<{ rows: unknown[] }> }, table: string): Promise<void> {
  await eventually(async () => {
    const { rows } = await client.query(
      `SELECT 1 FROM pg_locks l JOIN pg_class c ON c.oid = l.relation WHERE NOT l.granted AND c.relname = '${table}'`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });
}
