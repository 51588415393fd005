/** Observations: every line on its own, the same one twice as once, an older one never over a newer fact. */
import { z } from "zod";
import { competitorView } from "../../read-api/competitors/competitor-view";
import { listCompetitors } from "../../read-api/competitors/list-competitors";
import { after, expectStatus, ndjson } from "../support/api";
import { sighting } from "../support/sightings";
import { describeService } from "./on-both-logs";

const listed = listCompetitors.responds.body ?? z.never();
const viewed = Object.keys(competitorView.shape);

describeService((running) => {
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

  test("the list that the database writes is what its schema declares, and tells what each competitor's own answer tells", async () => {
    const { api } = await running.api.tenant();
    const add = async (place_id: string, name: string) =>
      expectStatus(await api.post("/api/v1/competitors", { name, place_id, rating: 4.4 }), 201);
    await add("unseen-listed", 'Søstrene "Ø" \\ 😀\n');
    await add("seen-listed", "Fjord Coffee");
    const listing = { address: "Torget 1", rating: 4.123456789, reviewCount: 0, status: "permanently_closed" };
    const seen = after(await running.api.observe(sighting("seen-listed", now(), { listing })));
    const { competitors, count } = listed.parse(expectStatus(await api.get("/api/v1/competitors", seen), 200));
    expect([count, competitors.map((one) => Object.keys(one))]).toEqual([2, [viewed, viewed]]);
    for (const one of competitors)
      expect(expectStatus(await api.get(`/api/v1/competitors/${one.id}`, seen), 200)).toEqual({ ...one, included: [] });
    const nobody = await (await running.api.tenant()).api.get("/api/v1/competitors");
    expect(expectStatus(nobody, 200)).toEqual({ competitors: [], count: 0 });
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

  describe("the days and reviews of a place", () => {
    const own = ["/api/v1/me/snapshots", "/api/v1/me/reviews"] as const;
    const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000);
    const dayOf = (days: number) => daysAgo(days).toISOString().slice(0, 10);
    const seenDays = [100, 9, 6, 3, 0];

    /** A place with a day and a review of each of `seenDays`, as its owner and one who tracks it. */
    const lived = async (placeId: string) => {
      const { api } = await running.api.tenant({ business: { placeId } });
      const review = (days: number) => ({
        ...{ id: `r${days}`, rating: 5, text: null, author: `${days}`, ownerResponse: null },
        publishedAt: daysAgo(days).toISOString(),
      });
      const sightings = seenDays.map((days) =>
        sighting(placeId, daysAgo(days), { listing: { rating: 4, reviewCount: 200 - days }, reviews: [review(days)] }),
      );
      const position = await running.api.observe(...sightings);
      const other = await running.api.tenant();
      const body = { name: "The same", place_id: placeId };
      const { competitor } = expectStatus(await other.api.post("/api/v1/competitors", body), 201);
      const path = `/api/v1/competitors/${(competitor as { id: string }).id}`;
      /** How many days ago each of what is told was. */
      const told = async (list: "snapshots" | "reviews", search: string, client = api, of = "/api/v1/me") => {
        const answer = expectStatus(await client.get(`${of}/${list}?${search}`, after(position)), 200);
        const rows = answer[list] as { reviewCount?: number; author?: string }[];
        const ago = rows.map(({ reviewCount = 0, author }) =>
          author === undefined ? 200 - reviewCount : Number(author),
        );
        return { ago, days: answer["days"], nextCursor: answer["nextCursor"] as string | null };
      };
      const everyTold = async (search: string) => [
        (await told("snapshots", search)).ago,
        (await told("snapshots", search, other.api, path)).ago,
        (await told("reviews", search)).ago.toReversed(),
        (await told("reviews", search, other.api, path)).ago.toReversed(),
      ];
      return { api, position, told, everyTold };
    };

    test("are told by a number of days and by dates, the first and the last of them included", async () => {
      const { everyTold, told } = await lived("by-dates");
      const asked = {
        [`from=${dayOf(9)}`]: [9, 6, 3, 0],
        [`from=${dayOf(8)}&to=${dayOf(3)}`]: [6, 3],
        [`from=${dayOf(6)}&to=${dayOf(6)}`]: [6],
        [`days=4&to=${dayOf(6)}`]: [9, 6],
        "days=7": [6, 3, 0],
        "days=6": [3, 0],
      };
      for (const [search, ago] of Object.entries(asked))
        expect([search, ...(await everyTold(search))]).toEqual([search, ago, ago, ago, ago]);
      expect(await everyTold(`to=${dayOf(6)}`)).toEqual([
        [9, 6],
        [9, 6],
        [100, 9, 6],
        [100, 9, 6],
      ]);
      expect(await everyTold("")).toEqual([[9, 6, 3, 0], [9, 6, 3, 0], seenDays, seenDays]);
      const counted = ["", `to=${dayOf(6)}`, "days=7", `from=${dayOf(8)}&to=${dayOf(3)}`, `from=${dayOf(9)}`];
      const days = [];
      for (const search of counted) days.push((await told("snapshots", search)).days);
      expect(days).toEqual([90, 90, 7, 6, 10]);
    });

    test("come in pages that go on within the period, now and as of a moment", async () => {
      const { api, position, told } = await lived("by-pages");
      const pages = async (list: "snapshots" | "reviews", search: string) => {
        const found: number[][] = [];
        for (let cursor: string | null = ""; cursor !== null;) {
          const next: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
          const { ago, nextCursor } = await told(list, `${search}${next}`);
          found.push(ago);
          cursor = nextCursor;
        }
        return found;
      };
      const period = `from=${dayOf(100)}&to=${dayOf(3)}`;
      const search = `limit=2&${period}`;
      const then = `${search}&asOf=${position}`;
      expect(await pages("snapshots", search)).toEqual([
        [100, 9],
        [6, 3],
      ]);
      expect(await pages("reviews", search)).toEqual([
        [3, 6],
        [9, 100],
      ]);
      const more = sighting("by-pages", daysAgo(4), { listing: { rating: 4, reviewCount: 196 } });
      const later = after(await running.api.observe(more));
      const { snapshots } = expectStatus(await api.get(`/api/v1/me/snapshots?${period}`, later), 200);
      expect(snapshots).toHaveLength(5);
      expect(await pages("snapshots", then)).toEqual([
        [100, 9],
        [6, 3],
      ]);
      expect(await pages("reviews", then)).toEqual([
        [3, 6],
        [9, 100],
      ]);
      const { nextCursor } = await told("snapshots", "limit=1");
      expect((await api.get(`/api/v1/me/reviews?cursor=${String(nextCursor)}`)).status).toBe(400);
    });

    test("are refused for a period that cannot be, by the name of what is wrong", async () => {
      const { api } = await running.api.tenant();
      const refused = {
        "days=0": "query.days",
        "days=3661": "query.days",
        [`days=3&from=${dayOf(3)}`]: "query.days",
        "from=2026-02-30": "query.from",
        "from=0000-01-01": "query.from",
        [`from=${dayOf(2)}&to=${dayOf(3)}`]: "query.from",
        [`from=${dayOf(-1)}`]: "query.from",
        "to=yesterday": "query.to",
        "to=9999-12-31": "query.to",
        "limit=0": "query.limit",
        "cursor=none": "cursor",
      };
      for (const path of own)
        for (const [search, named] of Object.entries(refused)) {
          const { status, json } = await api.get(`${path}?${search}`);
          const [detail] = (json?.["details"] ?? []) as { path: string }[];
          expect([path, search, status, detail?.path]).toEqual([path, search, 400, named]);
        }
    });
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
