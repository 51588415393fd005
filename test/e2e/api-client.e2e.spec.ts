/** The whole life of an API client, by the client that its users are given. */
import { ApiError, createClient, isReceiptOf, verifyWebhook } from "local-business-intelligence-client";
import { eventually } from "../support/eventually";
import { describeWebhooks, freshPath, HOST, rate, receiving } from "./webhook-bench";

describeWebhooks((running) => {
  const clientOf = (apiKey: string, minPosition = 0) =>
    createClient({ baseUrl: running.service.url, apiKey, minPosition });
  const fjord = (placeId: string) => ({ name: "Fjord Coffee", place_id: placeId });

  /** What a call is refused with; fails where it is not. */
  async function refusal(call: Promise<unknown>): Promise<ApiError> {
    const error = await call.then(
      () => new Error("It was not refused."),
      (reason: unknown) => reason,
    );
    if (error instanceof ApiError) return error;
    throw error;
  }

  test("a key says what it is for, and is told what it lacks, and that it is revoked", async () => {
    const { api, browser } = await running.api.tenant();
    const { key, plan } = await clientOf(api.key).get("/api/v1/keys/current");
    expect([plan, key.scopes]).toEqual(["growth", expect.arrayContaining(["competitors:read"])]);
    const reader = await running.api.createKey(browser, { scopes: ["competitors:read"] });
    const reading = clientOf(reader.key);
    expect((await reading.get("/api/v1/competitors")).count).toBe(0);
    const refused = await refusal(reading.post("/api/v1/competitors", { body: fjord("lacking") }));
    expect([refused.status, refused.code, refused.body.requiredScope]).toEqual([
      403,
      "insufficient_scope",
      "competitors:write",
    ]);
    expect((await browser.delete(`/api/keys/${reader.keyId}`)).status).toBe(204);
    expect(await refusal(reading.get("/api/v1/competitors"))).toMatchObject({ status: 401, code: "unauthenticated" });
  });

  test("what a client wrote it reads, and so does another that is told how far it came", async () => {
    const { api } = await running.api.tenant();
    const client = clientOf(api.key);
    const dry = await client.post("/api/v1/competitors", {
      body: fjord("own-0"),
      params: { query: { validateOnly: "true" } },
    });
    expect(dry.valid).toBe(true);
    for (let count = 1; count <= 5; count++) {
      const { competitor } = await client.post("/api/v1/competitors", { body: fjord(`own-${count}`) });
      const params = { path: { id: competitor.id } };
      expect((await client.get("/api/v1/competitors/{id}", { params })).placeId).toBe(`own-${count}`);
      expect((await clientOf(api.key, client.position).get("/api/v1/competitors")).count).toBe(count);
    }
    expect(await client.get("/api/v1/conversations").then(isReceiptOf)).toBe(true);
    const { data: stream } = await client.raw.GET("/api/v1/export", { parseAs: "stream" });
    const lines = (await new Response(stream).text()).trimEnd().split("\n");
    expect(lines.filter((line) => line.includes('"own-3"')).length).toBeGreaterThan(0);
  });

  test("a mistake is told with the member that it is in, and a conflict by its name", async () => {
    const { api } = await running.api.tenant();
    const client = clientOf(api.key);
    const params = { header: { "X-Request-Id": "mistaken" } };
    const mistake = await refusal(client.post("/api/v1/competitors", { body: { name: "", place_id: "x" }, params }));
    expect(mistake).toMatchObject({ status: 400, code: "invalid_request", requestId: "mistaken" });
    expect(mistake.details).toEqual([{ path: "name", message: expect.any(String) as string }]);
    await client.post("/api/v1/competitors", { body: fjord("twice") });
    expect(await refusal(client.post("/api/v1/competitors", { body: fjord("twice") }))).toMatchObject({
      status: 409,
      code: "competitor_already_tracked",
    });
    const repeated = { header: { "Idempotency-Key": "one-contact" } };
    const add = () => client.post("/api/v1/competitors", { body: fjord("once"), params: repeated });
    expect(await add()).toEqual(await add());
  });

  test("a client that asks too much waits as long as it is told, and is answered", async () => {
    const { api } = await running.api.tenant();
    const waits: number[] = [];
    const wait = async (milliseconds: number): Promise<void> => {
      waits.push(milliseconds);
      running.service.clock.leap(milliseconds);
    };
    const client = createClient({ baseUrl: running.service.url, apiKey: api.key, wait, waitSecondsMax: 60 });
    const { competitor } = await client.post("/api/v1/competitors", { body: fjord("often") });
    // So that no new minute begins meanwhile.
    const { clock } = running.service;
    clock.leap(60_100 - (clock.now().getTime() % 60_000));
    // Each counts as ten.
    const past = { query: { asOf: String(client.position) } };
    for (let asked = 0; asked < 35 && waits.length === 0; asked++) {
      const { competitors } = await client.get("/api/v1/competitors", { params: past });
      expect(competitors.map(({ id }) => id)).toEqual([competitor.id]);
    }
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThan(0);
  });

  test("what happens is delivered, verified, paged and listed, and a secret is rotated under it", async () => {
    const tenant = await running.api.tenant();
    const client = clientOf(tenant.api.key);
    const path = freshPath();
    const endpoint = await client.post("/api/v1/webhooks", {
      body: { url: `https://${HOST}${path}`, events: ["competitor.rating_change"] },
    });
    const places = ["told-1", "told-2", "told-3"];
    for (const placeId of places) await client.post("/api/v1/competitors", { body: fjord(placeId) });
    for (const placeId of places) await rate(running, placeId, 4, 4.5);

    const verified = (secrets: readonly string[]) =>
      receiving.arrivalsAt(path).map(({ headers, rawBody: body }) => {
        return verifyWebhook({ headers, body, secrets, now: running.service.clock.now() });
      });
    const events = await eventually(() => {
      const told = verified([endpoint.secret]);
      expect(told).toHaveLength(places.length);
      return told;
    });
    const changed = events.flatMap((event) => (event.type === "competitor.rating_change" ? [event.data] : []));
    expect(changed.map(({ placeId, before, after }) => [placeId, before, after]).sort()).toEqual(
      places.map((placeId) => [placeId, 4, 4.5]),
    );

    const alerts: string[] = [];
    for await (const { id } of client.items("/api/v1/alerts", { params: { query: { limit: 2 } } })) alerts.push(id);
    expect([...alerts].sort()).toEqual(changed.map(({ alertId }) => alertId).sort());
    const listed: string[] = [];
    for await (const { id } of client.items("/api/v1/events", { params: { query: { limit: 1 } } })) listed.push(id);
    expect(listed).toEqual(expect.arrayContaining(events.map(({ id }) => id)));

    const params = { path: { id: endpoint.id } };
    const { secret } = await client.post("/api/v1/webhooks/{id}/rotate-secret", { params });
    await client.post("/api/v1/webhooks/{id}/test", { params, body: { eventType: "competitor.rating_change" } });
    await eventually(() => {
      expect(receiving.arrivalsAt(path)).toHaveLength(places.length + 1);
    });
    // Whoever knows one of the two can verify what is sent while both are valid.
    expect(verified([secret, endpoint.secret])).toHaveLength(places.length + 1);
    expect(verified([endpoint.secret])).toHaveLength(places.length + 1);
    expect(() => verified([secret])).toThrow("The signature is of another body, time or secret.");
    await client.delete("/api/v1/webhooks/{id}", { params });
    expect((await client.get("/api/v1/webhooks")).count).toBe(0);
  });
});
