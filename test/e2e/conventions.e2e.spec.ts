/** What every endpoint of the service promises beside its own job: repetition, reading one's own writes, tags, limits, errors. */
import { after, expectStatus, type KeyClient } from "../support/api";
import { describeService } from "./on-both-logs";

const fjord = (placeId: string) => ({ name: "Fjord Coffee", place_id: placeId });

describeService((running) => {
  const listed = async (api: KeyClient) => expectStatus(await api.get("/api/v1/competitors"), 200)["count"];

  test("a repeated request gives the first answer and does nothing, however often it meets itself", async () => {
    const { api } = await running.api.tenant();
    const headers = { "idempotency-key": "add-1" };
    const send = () => api.post("/api/v1/competitors", fjord("repeated"), headers);
    const first = await send();
    const again = await Promise.all([send(), send(), send()]);
    expect(again.map(({ status, text }) => [status, text])).toEqual(again.map(() => [201, first.text]));
    expect(again.map((reply) => reply.headers["idempotency-replayed"])).toEqual(["true", "true", "true"]);
    expect(await listed(api)).toBe(1);
  });

  test("requests that meet under one key at the same moment are one", async () => {
    const { api } = await running.api.tenant();
    const headers = { "idempotency-key": "add-2" };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => api.post("/api/v1/competitors", fjord("met"), headers)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const refused = replies.filter(({ status }) => status === 409);
    expect(new Set(refused.map(({ json }) => json?.["code"]))).toEqual(new Set(["idempotency_in_progress"]));
    expect(await listed(api)).toBe(1);
  });

  test("a key that was used for another request is refused, and another account may use the same key", async () => {
    const [mine, theirs] = [await running.api.tenant(), await running.api.tenant()];
    const headers = { "idempotency-key": "add-3" };
    expectStatus(await mine.api.post("/api/v1/competitors", fjord("one"), headers), 201);
    const other = await mine.api.post("/api/v1/competitors", fjord("two"), headers);
    expect([other.status, other.json?.["code"]]).toEqual([422, "idempotency_key_reused"]);
    expectStatus(await theirs.api.post("/api/v1/competitors", fjord("two"), headers), 201);
  });

  test("an answer is kept for a day, with the secrets in it sealed", async () => {
    const { browser } = await running.api.tenant();
    const headers = { "idempotency-key": "key-1" };
    const first = expectStatus(await browser.post("/api/keys", { name: "Sealed" }, headers), 201);
    running.service.clock.leap(23 * 3_600_000);
    expect((await browser.post("/api/keys", { name: "Sealed" }, headers)).json).toEqual(first);
    const { rows } = await running.service.database.pool.query<{ found: number }>(
      "SELECT count(*) AS found FROM operational.idempotency t WHERE t::text LIKE '%svc_live_%'",
    );
    expect(rows).toEqual([{ found: 0 }]);
  });

  test("a refused request is repeated as a refusal, also when it would be accepted by now", async () => {
    const { api, browser } = await running.api.tenant();
    const id = (
      expectStatus(await api.post("/api/v1/competitors", fjord("twice")), 201)["competitor"] as { id: string }
    ).id;
    const headers = { "idempotency-key": "add-4" };
    expect((await api.post("/api/v1/competitors", fjord("twice"), headers)).status).toBe(409);
    expectStatus(await browser.delete(`/api/competitors/${id}`), 204);
    const again = await api.post("/api/v1/competitors", fjord("twice"), headers);
    expect([again.status, again.headers["idempotency-replayed"]]).toEqual([409, "true"]);
  });

  test("whoever names a position reads what was written up to there, through any other client", async () => {
    const { api } = await running.api.tenant();
    const reader = running.api.withKey(api.key);
    for (let round = 1; round <= 20; round++) {
      const written = await api.post("/api/v1/competitors", fjord(`read-${round}`));
      const position = Number(written.headers["x-service-position"]);
      const read = expectStatus(await reader.get("/api/v1/competitors", after(position)), 200);
      expect(read["count"]).toBe(round);
    }
  });

  test("a browser reads its own writes by itself", async () => {
    const { browser } = await running.api.tenant();
    for (let round = 1; round <= 10; round++) {
      expectStatus(await browser.patch("/api/businesses/me", { name: `Name ${round}` }), 200);
      const cookie = browser.cookie();
      // Also where it asks for what somebody else wrote before.
      for (const more of [after(1), {}]) {
        const mine = await running.api.anonymous.get("/api/businesses/me", { cookie, ...more });
        expect(expectStatus(mine, 200)["business"]).toMatchObject({ name: `Name ${round}` });
      }
    }
  });

  test("a position that nobody has written yet is 503 with Retry-After, and nonsense is 400", async () => {
    const { api } = await running.api.tenant();
    const ahead = await api.get("/api/v1/competitors", after(9_000_000_000_000));
    expect([ahead.status, ahead.json?.["code"], ahead.headers["retry-after"]]).toEqual([
      503,
      "read_position_not_reached",
      "1",
    ]);
    expect((await api.get("/api/v1/competitors", { "x-service-min-position": "soon" })).status).toBe(400);
  });

  test("an unchanged answer is 304, a changed one is whole and has another tag", async () => {
    const { api } = await running.api.tenant();
    const first = await api.get("/api/v1/competitors");
    const etag = String(first.headers["etag"]);
    const same = await api.get("/api/v1/competitors", { "if-none-match": etag });
    expect([same.status, same.text, same.headers["etag"]]).toEqual([304, "", etag]);
    expectStatus(await api.post("/api/v1/competitors", fjord("tagged")), 201);
    const changed = await api.get("/api/v1/competitors", { "if-none-match": etag });
    expect([changed.status, changed.headers["etag"] === etag]).toEqual([200, false]);
  });

  test("an edit on the condition of a revision that is gone is 412 and changes nothing", async () => {
    const { api } = await running.api.tenant();
    const first = await api.patch("/api/v1/me", { name: "First" });
    const etag = String(first.headers["etag"]);
    expectStatus(await api.patch("/api/v1/me", { name: "Second" }, { "if-match": etag }), 200);
    const late = await api.patch("/api/v1/me", { name: "Third" }, { "if-match": etag });
    expect(late.status).toBe(412);
    expect(expectStatus(await api.get("/api/v1/me"), 200)["name"]).toBe("Second");
  });

  test("of ten edits on the same condition one is made", async () => {
    const { api } = await running.api.tenant();
    const etag = String((await api.patch("/api/v1/me", { name: "Start" })).headers["etag"]);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => api.patch("/api/v1/me", { name: `Edit ${at}` }, { "if-match": etag })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  });

  test("validateOnly checks everything and writes nothing", async () => {
    const { api, browser, businessId } = await running.api.tenant();
    const dry = async (path: string, body: unknown) => {
      const reply = await api.post(`${path}?validateOnly=true`, body, { "idempotency-key": "dry" });
      return [reply.status, reply.json?.["valid"] ?? reply.json?.["code"]];
    };
    const head = () => running.service.running.engines.log.head();
    const before = await head();
    expect(await dry("/api/v1/competitors", fjord("dry"))).toEqual([200, true]);
    expect(await dry("/api/v1/competitors", { name: "" })).toEqual([400, "invalid_request"]);
    const edited = await browser.patch("/api/businesses/me?validateOnly=true", { name: "Dry" });
    const deleted = await browser.delete("/api/businesses/me/delete?validateOnly=true");
    const created = await browser.post("/api/businesses?validateOnly=true", { name: "Dry" });
    expect([edited, deleted, created].map(({ status, json }) => [status, json])).toEqual(
      [edited, deleted, created].map(() => [200, { valid: true }]),
    );
    expect(await head()).toBe(before);
    expectStatus(await api.post("/api/v1/competitors", fjord("dry"), { "idempotency-key": "dry" }), 201);
    expect(await dry("/api/v1/competitors", fjord("dry"))).toEqual([409, "competitor_already_tracked"]);
    expect((await api.get("/api/v1/me")).json).toMatchObject({ id: businessId, name: "Harbour Café" });
  });

  test("an answer tells how much of the plan's allowance is left, and beyond it the key has to wait", async () => {
    const { api, browser } = await running.api.tenant();
    const first = await api.get("/api/v1/keys/current");
    const now = running.service.clock.now();
    const monthDays = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
    expect(String(first.headers["ratelimit-policy"])).toBe(
      `"requestsPerMinute";q=300;w=60, "requestsPerMonth";q=100000;w=${monthDays * 86_400}`,
    );
    expect(String(first.headers["ratelimit"])).toMatch(
      /^"requestsPerMinute";r=\d+;t=\d+, "requestsPerMonth";r=\d+;t=\d+$/,
    );
    let refused = first;
    for (let round = 0; round < 20 && refused.status !== 429; round++)
      refused = (await Promise.all(Array.from({ length: 40 }, () => api.get("/api/v1/keys/current")))).at(-1) ?? first;
    expect([refused.status, refused.json]).toMatchObject([
      429,
      { code: "rate_limited", quota: { name: "requestsPerMinute" } },
    ]);
    const other = await running.api.createKey(browser);
    expect((await other.get("/api/v1/keys/current")).status).toBe(200);
    running.service.clock.leap(Number(refused.headers["retry-after"]) * 1_000);
    expect((await api.get("/api/v1/keys/current")).status).toBe(200);
  });

  test("an error has one form, and the form of RFC 9457 for those who ask for it", async () => {
    const { api } = await running.api.tenant();
    const requestId = "request-of-mine";
    const plain = await api.get("/api/v1/competitors/none", { "x-request-id": requestId });
    expect(plain.json).toEqual({ error: "There is no such competitor.", code: "competitor_not_found", requestId });
    expect(plain.headers["x-request-id"]).toBe(requestId);
    const problem = await api.get("/api/v1/competitors/none", {
      "x-request-id": requestId,
      accept: "application/problem+json",
    });
    expect(problem.headers["content-type"]).toBe("application/problem+json");
    expect(problem.json).toEqual({
      ...plain.json,
      type: "about:blank",
      title: "Not Found",
      status: 404,
      detail: "There is no such competitor.",
    });
  });

  test("what goes wrong inside is 500 with the request's id alone", async () => {
    const { api } = await running.api.tenant();
    const { pool } = running.service.database;
    await pool.query("ALTER TABLE read_model.competitors RENAME COLUMN added_at TO added_at_away");
    const reply = await api.get("/api/v1/competitors", { "x-service-min-position": "0" });
    await pool.query("ALTER TABLE read_model.competitors RENAME COLUMN added_at_away TO added_at");
    expect(reply.status).toBe(500);
    expect(reply.json).toEqual({
      error: "Something went wrong on our side.",
      code: "internal_error",
      requestId: reply.headers["x-request-id"],
    });
  });

  test("every event carries the id of the request that caused it", async () => {
    const { api, businessId } = await running.api.tenant();
    const headers = { "x-request-id": "traced-request" };
    expectStatus(await api.post("/api/v1/competitors", fjord("traced"), headers), 201);
    const admin = await running.api.admin();
    const { events } = expectStatus(await admin.get(`/api/admin/businesses/${businessId}/events`), 200);
    const traced = (events as { type: string; correlationId: string }[]).filter(
      ({ correlationId }) => correlationId === "traced-request",
    );
    expect(traced).toMatchObject([{ type: "CompetitorAdded" }]);
  });

  test("an unknown address is 404 and a known one with another method 405, in the same form", async () => {
    const { anonymous } = running.api;
    const [nothing, method] = [await anonymous.get("/api/v1/nothing"), await anonymous.post("/healthz")];
    expect([nothing.status, nothing.json?.["code"]]).toEqual([404, "not_found"]);
    expect([method.status, method.json?.["code"], method.headers["allow"]]).toEqual([
      405,
      "method_not_allowed",
      expect.stringContaining("GET"),
    ]);
  });

  test("reading is no event", async () => {
    const { api } = await running.api.tenant();
    const head = () => running.service.running.engines.log.head();
    const before = await head();
    await Promise.all(["/api/v1/me", "/api/v1/competitors", "/api/v1/alerts"].map((path) => api.get(path)));
    expect(await head()).toBe(before);
  });

  test("where no messaging provider is chosen, nobody's signature is genuine", async () => {
    for (const path of ["/api/sms/inbound?business=b&number=n", "/api/compliance/status-callback"])
      for (const header of ["x-twilio-signature", "x-sandbox-signature"]) {
        const sent = { [header]: "signed", "content-type": "application/json" };
        const reply = await running.api.anonymous.post(path, "{}", sent);
        expect([reply.status, reply.json?.["code"]]).toEqual([401, "unauthenticated"]);
      }
  });
});
