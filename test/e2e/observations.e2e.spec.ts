/** Observations: every line on its own, the same one twice as once, an older one never over a newer fact. */
import { z } from "zod";
import { competitorView } from "../../read-api/competitors/competitor-view";
import { listCompetitors } from "../../read-api/competitors/list-competitors";
import { after, asking, byId, expectStatus, ndjson } from "../support/api";
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
    const add = (place_id: string, name: string) =>
      api.v1.post("/api/v1/competitors", { body: { name, place_id, rating: 4.4 } });
    await add("unseen-listed", 'Søstrene "Ø" \\ 😀\n');
    await add("seen-listed", "Fjord Coffee");
    const listing = { address: "Torget 1", rating: 4.123456789, reviewCount: 0, status: "permanently_closed" };
    const headers = after(await running.api.observe(sighting("seen-listed", now(), { listing })));
    const { competitors, count } = listed.parse(await api.v1.get("/api/v1/competitors", { headers }));
    expect([count, competitors.map((one) => Object.keys(one))]).toEqual([2, [viewed, viewed]]);
    for (const one of competitors)
      expect(await api.v1.get("/api/v1/competitors/{id}", { ...byId(one.id), headers })).toEqual({
        ...one,
        included: [],
      });
    const nobody = (await running.api.tenant()).api;
    expect(await nobody.v1.get("/api/v1/competitors")).toEqual({ competitors: [], count: 0 });
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
    expect((await api.v1.get("/api/v1/me", { headers: after(position) })).rating).toBe(4.9);
  });

  test("an older observation fills history and overwrites nothing newer", async () => {
    const { api } = await running.api.tenant({ business: { placeId: "older" } });
    const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000);
    await running.api.observe(sighting("older", now(), { listing: { rating: 4.5, phone: "+47 2" } }));
    const past = sighting("older", daysAgo(10), { listing: { rating: 2, phone: "+47 1", reviewCount: 5 } });
    const position = await running.api.observe(past);
    const profile = await api.v1.get("/api/v1/me", { headers: after(position) });
    expect(profile).toMatchObject({ rating: 4.5, phone: "+47 2", reviewCount: 5 });
    const { snapshots } = await api.v1.get("/api/v1/me/snapshots", asking({ days: 30 }));
    expect(snapshots.map(({ rating }) => rating)).toEqual([2, 4.5]);
  });

  test("own reviews and days are those of the linked place, and none without one", async () => {
    const { api } = await running.api.tenant();
    const reviews = [
      { id: "1", rating: 5, text: "Good", author: "Eva", publishedAt: now().toISOString(), ownerResponse: null },
    ];
    await running.api.observe(sighting("own-reviews", now(), { listing: { rating: 5 }, reviews }));
    expect(await api.v1.get("/api/v1/me/reviews")).toEqual({ reviews: [], nextCursor: null });
    expect((await api.v1.get("/api/v1/me/snapshots")).snapshots).toEqual([]);
    await api.v1.patch("/api/v1/me", { body: { placeId: "own-reviews" } });
    expect((await api.v1.get("/api/v1/me/reviews")).reviews).toMatchObject([{ author: "Eva" }]);
    expect((await api.v1.get("/api/v1/me/snapshots")).snapshots).toMatchObject([{ rating: 5 }]);
  });

  describe("the days and reviews of a place", () => {
    interface Asked {
      readonly days?: number;
      readonly from?: string;
      readonly to?: string;
      readonly limit?: number;
      readonly asOf?: string;
    }
    const snapshots = "/api/v1/me/snapshots";
    const reviews = "/api/v1/me/reviews";
    const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000);
    const dayOf = (days: number) => daysAgo(days).toISOString().slice(0, 10);
    const seenDays = [100, 9, 6, 3, 0];
    /** How many days ago each of what is told was. */
    const agoOf = (told: readonly { readonly reviewCount: number | null }[]) =>
      told.map(({ reviewCount }) => 200 - Number(reviewCount));
    const writtenAgo = (told: readonly { readonly author: string }[]) => told.map(({ author }) => Number(author));

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
      const other = (await running.api.tenant()).api;
      const body = { name: "The same", place_id: placeId };
      const { id } = (await other.v1.post("/api/v1/competitors", { body })).competitor;
      const everyTold = async (query: Asked) => {
        const own = asking(query, position);
        const theirs = { ...own, params: { path: { id }, query } };
        return [
          agoOf((await api.v1.get(snapshots, own)).snapshots),
          agoOf((await other.v1.get("/api/v1/competitors/{id}/snapshots", theirs)).snapshots),
          writtenAgo((await api.v1.get(reviews, own)).reviews).toReversed(),
          writtenAgo((await other.v1.get("/api/v1/competitors/{id}/reviews", theirs)).reviews).toReversed(),
        ];
      };
      return { api, position, everyTold };
    };

    test("are told by a number of days and by dates, the first and the last of them included", async () => {
      const { api, everyTold, position } = await lived("by-dates");
      const asked: readonly (readonly [Asked, readonly number[]])[] = [
        [{ from: dayOf(9) }, [9, 6, 3, 0]],
        [{ from: dayOf(8), to: dayOf(3) }, [6, 3]],
        [{ from: dayOf(6), to: dayOf(6) }, [6]],
        [{ days: 4, to: dayOf(6) }, [9, 6]],
        [{ days: 7 }, [6, 3, 0]],
        [{ days: 6 }, [3, 0]],
      ];
      for (const [query, ago] of asked)
        expect([query, ...(await everyTold(query))]).toEqual([query, ago, ago, ago, ago]);
      expect(await everyTold({ to: dayOf(6) })).toEqual([
        [9, 6],
        [9, 6],
        [100, 9, 6],
        [100, 9, 6],
      ]);
      expect(await everyTold({})).toEqual([[9, 6, 3, 0], [9, 6, 3, 0], seenDays, seenDays]);
      const counted = [{}, { to: dayOf(6) }, { days: 7 }, { from: dayOf(8), to: dayOf(3) }, { from: dayOf(9) }];
      const days = [];
      for (const query of counted) days.push((await api.v1.get(snapshots, asking(query, position))).days);
      expect(days).toEqual([90, 90, 7, 6, 10]);
    });

    test("come in pages that go on within the period, now and as of a moment", async () => {
      const { api, position } = await lived("by-pages");
      const pages = async (list: "snapshots" | "reviews", query: Asked) => {
        const found: number[][] = [];
        const asked = asking(query, position);
        if (list === "snapshots")
          for await (const page of api.v1.pages(snapshots, asked)) found.push(agoOf(page.snapshots));
        else for await (const page of api.v1.pages(reviews, asked)) found.push(writtenAgo(page.reviews));
        return found;
      };
      const period = { from: dayOf(100), to: dayOf(3) };
      const search = { limit: 2, ...period };
      const then = { ...search, asOf: String(position) };
      expect(await pages("snapshots", search)).toEqual([
        [100, 9],
        [6, 3],
      ]);
      expect(await pages("reviews", search)).toEqual([
        [3, 6],
        [9, 100],
      ]);
      const more = sighting("by-pages", daysAgo(4), { listing: { rating: 4, reviewCount: 196 } });
      const later = asking(period, await running.api.observe(more));
      expect((await api.v1.get(snapshots, later)).snapshots).toHaveLength(5);
      expect(await pages("snapshots", then)).toEqual([
        [100, 9],
        [6, 3],
      ]);
      expect(await pages("reviews", then)).toEqual([
        [3, 6],
        [9, 100],
      ]);
      const { nextCursor } = await api.v1.get(snapshots, asking({ limit: 1 }, position));
      expect((await api.get(`${reviews}?cursor=${String(nextCursor)}`)).status).toBe(400);
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
        "cursor=none": "query.cursor",
      };
      for (const path of [snapshots, reviews])
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
