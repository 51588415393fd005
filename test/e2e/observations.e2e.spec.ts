/** Observations: every line on its own, the same one twice as once, an older one never over a newer fact. */
import { after, expectStatus, ndjson } from "../support/api";
import { sighting } from "../support/sightings";
import { describeOnBothLogs } from "./on-both-logs";

describeOnBothLogs((running) => {
  const now = () => running.service.clock.now();
  const hand = (lines: string) => running.api.collector.send("POST", "/api/admin/observations", ndjson(lines));
  const line = (value: object) => `${JSON.stringify(value)}\n`;

  test("bad lines are told with their number and reason, and the good ones among them are taken in", async () => {
    const good = (placeId: string) => line(sighting(placeId, now(), { listing: { rating: 4 } }));
    const bad = [
      '{"id":"cut',
      line({ id: "no-place", observedAt: now().toISOString(), source: "tests" }),
      line(sighting("p", now(), { listing: { rating: 6 } })),
      line(sighting("p", now(), { surprising: 1 })),
      line(sighting("p", "yesterday", {})),
      `{"__proto__":{},"id":"polluted"}\n`,
    ];
    const [cut = "", ...rest] = bad;
    const lines = `${good("lines-1")}\n${cut}\n${rest.join("")}${good("lines-2")}`;
    const report = expectStatus(await hand(lines), 200);
    expect(report).toMatchObject({ received: 8, changed: 2, unchanged: 0, rejected: 6 });
    const rejections = report["rejections"] as { line: number; id: string | null; why: { path: string }[] }[];
    expect(rejections.map((one) => [one.line, one.id, one.why[0]?.path])).toEqual([
      [3, null, ""],
      [4, "no-place", "placeId"],
      [5, expect.any(String), "listing.rating"],
      [6, expect.any(String), ""],
      [7, expect.any(String), "observedAt"],
      [8, null, "__proto__"],
    ]);
  });

  test("only the first hundred rejections are shown, all are counted", async () => {
    const report = expectStatus(await hand("nonsense\n".repeat(250)), 200);
    expect(report).toMatchObject({ received: 250, rejected: 250 });
    expect(report["rejections"]).toHaveLength(100);
  });

  test("the same observation again changes nothing, and neither does one that says nothing new", async () => {
    const first = sighting("again", now(), { listing: { rating: 4, reviewCount: 10 } });
    const same = sighting("again", now(), { listing: { rating: 4, reviewCount: 10 } });
    const reports = [];
    for (const lines of [line(first), line(first), line(first) + line(first)])
      reports.push(expectStatus(await hand(lines), 200));
    expect(reports).toMatchObject([{ changed: 1 }, { changed: 0, unchanged: 1 }, { changed: 0, unchanged: 2 }]);
    const { changed } = expectStatus(await hand(line({ ...same, observedAt: first.observedAt })), 200);
    expect(changed).toBe(0);
  });

  test("one place's observations in one batch are decided in the order of the lines", async () => {
    const { api } = await running.api.tenant({ business: { placeId: "ordered" } });
    const seen = Array.from({ length: 50 }, (_, at) =>
      sighting("ordered", new Date(now().getTime() - (50 - at) * 1_000), { listing: { rating: at / 10 } }),
    );
    const position = await running.api.observe(...seen);
    expect(expectStatus(await api.get("/api/v1/me", after(position)), 200)["rating"]).toBe(4.9);
  });

  test("an older observation fills history and overwrites nothing newer", async () => {
    const { api } = await running.api.tenant({ business: { placeId: "older" } });
    const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000);
    await running.api.observe(sighting("older", now(), { listing: { rating: 4.5, phone: "+47 2" } }));
    const past = sighting("older", daysAgo(10), { listing: { rating: 2, phone: "+47 1", reviewCount: 5 } });
    const position = await running.api.observe(past);
    const profile = expectStatus(await api.get("/api/v1/me", after(position)), 200);
    expect(profile).toMatchObject({ rating: 4.5, phone: "+47 2", reviewCount: 5 });
    const { snapshots } = expectStatus(await api.get("/api/v1/me/snapshots?days=30"), 200);
    expect((snapshots as { rating: number }[]).map(({ rating }) => rating)).toEqual([2, 4.5]);
  });

  test("own reviews and days are those of the linked place, and none without one", async () => {
    const { api } = await running.api.tenant();
    const reviews = [
      { id: "1", rating: 5, text: "Good", author: "Eva", publishedAt: now().toISOString(), ownerResponse: null },
    ];
    await running.api.observe(sighting("own-reviews", now(), { listing: { rating: 5 }, reviews }));
    expect(expectStatus(await api.get("/api/v1/me/reviews"), 200)).toEqual({ reviews: [], nextCursor: null });
    expect(expectStatus(await api.get("/api/v1/me/snapshots"), 200)["snapshots"]).toEqual([]);
    expectStatus(await api.patch("/api/v1/me", { placeId: "own-reviews" }), 200);
    expect(expectStatus(await api.get("/api/v1/me/reviews"), 200)["reviews"]).toMatchObject([{ author: "Eva" }]);
    expect(expectStatus(await api.get("/api/v1/me/snapshots"), 200)["snapshots"]).toMatchObject([{ rating: 5 }]);
  });

  test("collectors and administrators hand in, nobody else", async () => {
    const body = ndjson(line(sighting("who", now(), { listing: { rating: 4 } })));
    const send = (client: { send: typeof running.api.anonymous.send }) =>
      client.send("POST", "/api/admin/observations", body);
    const { browser, api } = await running.api.tenant();
    const callers = [running.api.collector, await running.api.admin(), browser, api, running.api.anonymous];
    const statuses = [];
    for (const caller of callers) statuses.push((await send(caller)).status);
    expect(statuses).toEqual([200, 200, 403, 401, 401]);
  });

  test("a body of another media type is refused before it is read", async () => {
    const reply = await running.api.collector.send("POST", "/api/admin/observations", { body: "{}" });
    expect([reply.status, reply.json?.["code"]]).toEqual([415, "unsupported_media_type"]);
  });
});
