/** Businesses and their profiles, on the dashboard and through the public API. */
import { accounts, takeBusinessSlot } from "../../domain/accounts";
import { after, expectStatus } from "../support/api";
import { describeService } from "./on-both-logs";

describeService((running) => {
  test("a created business is the active one, with null for everything that was not said", async () => {
    const browser = await running.api.signUp();
    const created = expectStatus(await browser.post("/api/businesses", { name: "Harbour Café", city: "Oslo" }), 201);
    const { business } = expectStatus(await browser.get("/api/businesses/me"), 200);
    expect(business).toEqual(created["business"]);
    expect(business).toMatchObject({
      name: "Harbour Café",
      city: "Oslo",
      website: null,
      placeId: null,
      status: "active",
    });
    const session = expectStatus(await browser.get("/api/auth/session"), 200);
    expect(session["business"]).toMatchObject({ name: "Harbour Café" });
  });

  test("without an active business there is nothing to act on", async () => {
    const browser = await running.api.signUp();
    const replies = await Promise.all([browser.get("/api/businesses/me"), browser.get("/api/competitors")]);
    expect(replies.map(({ status, json }) => [status, json?.["code"]])).toEqual([
      [404, "no_active_business"],
      [404, "no_active_business"],
    ]);
  });

  test("the plan bounds how many businesses an account has, also when they are created at the same moment", async () => {
    const browser = await running.api.signUp();
    await running.api.setPlan(browser.accountId, "growth");
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => browser.post("/api/businesses", { name: `Branch ${at}` })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403, 403, 403]);
    const refused = replies.find(({ status }) => status === 403);
    expect(refused?.json).toMatchObject({
      code: "business_quota_reached",
      quota: { name: "businesses", limit: 3, used: 3 },
    });
    expect(expectStatus(await browser.get("/api/businesses"), 200)["count"]).toBe(3);
  });

  test("keys and browsers act on the business that was activated last", async () => {
    const { browser, api, businessId } = await running.api.tenant();
    const second = expectStatus(await browser.post("/api/businesses", { name: "Second" }), 201);
    expect((await api.v1.get("/api/v1/me")).name).toBe("Second");
    expectStatus(await browser.post(`/api/businesses/${businessId}/activate`), 200);
    expect((await api.v1.get("/api/v1/me")).id).toBe(businessId);
    const { businesses, activeBusinessId } = expectStatus(await browser.get("/api/businesses"), 200);
    expect(activeBusinessId).toBe(businessId);
    expect((businesses as { id: string }[]).map(({ id }) => id)).toEqual([
      businessId,
      (second["business"] as { id: string }).id,
    ]);
  });

  test("a creation that broke off leaves its place in the quota to the next one", async () => {
    const browser = await running.api.signUp();
    const { runner, ids } = running.service.running.engines;
    const [commandId, businessId] = [ids.next(), ids.next()];
    const actor = { kind: "user", id: browser.accountId } as const;
    const context = { commandId, correlationId: commandId, causationId: commandId, actor };
    await runner.execute(accounts, browser.accountId, takeBusinessSlot(browser.accountId, businessId), context);
    const { business } = expectStatus(await browser.post("/api/businesses", { name: "Own" }), 201);
    expect(business).toMatchObject({ id: businessId, name: "Own" });
    const beyond = await browser.post("/api/businesses", { name: "Another" });
    expect([beyond.status, beyond.json?.["code"]]).toEqual([403, "business_quota_reached"]);
  });

  test("another account's business can be neither activated nor restored nor seen", async () => {
    const [mine, theirs] = [await running.api.tenant(), await running.api.tenant()];
    const tried = [
      await mine.browser.post(`/api/businesses/${theirs.businessId}/activate`),
      await mine.browser.post("/api/businesses/me/restore", { businessId: theirs.businessId }),
    ];
    expect(tried.map(({ status, json }) => [status, json?.["code"]])).toEqual([
      [404, "business_not_found"],
      [404, "business_not_found"],
    ]);
    expect((await mine.browser.get("/api/businesses")).text).not.toContain(theirs.businessId);
  });

  test("an edit changes what it names and nothing else, on both surfaces", async () => {
    const { browser, api } = await running.api.tenant({ business: { city: "Oslo", category: "cafe" } });
    expectStatus(await browser.patch("/api/businesses/me", { category: "bakery", targetCustomer: "Commuters" }), 200);
    await api.v1.patch("/api/v1/me", { body: { website: "https://harbour.example/" } });
    const headers = after(api.v1.position);
    const { business } = expectStatus(await browser.get("/api/businesses/me", headers), 200);
    expect(business).toMatchObject({
      name: "Harbour Café",
      city: "Oslo",
      category: "bakery",
      targetCustomer: "Commuters",
      website: "https://harbour.example/",
    });
    expect(await api.v1.get("/api/v1/me")).toMatchObject({
      category: "bakery",
      targetCustomer: "Commuters",
      differentiator: null,
    });
    expect((await browser.patch("/api/businesses/me", {})).json).toMatchObject({
      details: [{ path: "", message: "At least one member is needed." }],
    });
  });

  test("the profile shows the facts of the linked place, and none once it is unlinked", async () => {
    const { api } = await running.api.tenant();
    const placeId = "own-place";
    const listing = { rating: 4.5, reviewCount: 120, address: "Kai 1", category: "cafe", phone: "+47 1" };
    const observedAt = running.service.clock.now().toISOString();
    const position = await running.api.observe({ id: "own-1", placeId, observedAt, source: "tests", listing });
    await api.v1.patch("/api/v1/me", { body: { placeId } });
    const linked = await api.v1.get("/api/v1/me");
    expect(position).toBeGreaterThan(0);
    expect(linked).toMatchObject({ placeId, ...listing, lastCheckedAt: observedAt, permanentlyClosed: false });
    await api.v1.patch("/api/v1/me", { body: { placeId: null } });
    expect(await api.v1.get("/api/v1/me")).toMatchObject({ placeId: null, rating: null, phone: null });
  });
});
