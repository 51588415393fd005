/** Drafts by key: written from stored facts and a page, refined, counted to the unit, and listed; and nothing of any review in them. */
import type { Answer } from "local-business-intelligence-client";
import { quotas } from "../../domain/plans";
import { secondsToMidnight } from "../../domain/utc-day";
import { contentForms } from "../../domain/content/forms";
import { contentTypes } from "../../domain/content/choices";
import { asking, expectStatus } from "../support/api";
import { create, list, PATH } from "./drafting";
import { foundInLog, foundInTables } from "../support/markers";
import { newMarker } from "../support/planting";
import { sighting } from "../support/sightings";
import { usedToday } from "../support/used-today";
import { htmlPage, startWebSite, type WebSite } from "../support/web-site";
import { describeService, type Running } from "./on-both-logs";
import { settled } from "./settled";

let site: WebSite;
beforeAll(async () => {
  site = await startWebSite();
});
afterAll(() => site.close());

type Item = Answer<typeof PATH, "post">["generation"];
/** Of a post for the business's listing. */
const summaryOf = (item: Item): string => (item.type === "gbp_post" ? item.content.summary : "");

describeService(
  (running: Running) => {
    test("drafts are written from the stored facts, say which there were, and hold nothing that a review says", async () => {
      const { api } = await running.api.tenant({ business: { placeId: "content-own", city: "Oslo" } });
      const said = newMarker();
      const day = running.service.clock.now();
      const reviews = [{ id: "r1", rating: 5, text: `Loved ${said}`, author: "Eva", publishedAt: day.toISOString() }];
      await running.api.observe(
        sighting("content-own", day, { listing: { category: "Cafe", rating: 4.7, reviewCount: 31 }, reviews }),
      );
      for (const type of contentTypes) {
        const created = await create(api, { type, topic: "Autumn menu", variationCount: 2 });
        expect(created).toMatchObject({ connected: true, provider: "local-composer", model: null, variationCount: 2 });
        expect(created.dataCoverage).toMatchObject({ listing: true, rating: true, recentReviews: 1, snapshots: 1 });
        expect(created.generation).toEqual(created.generations[0]);
        expect(new Set(created.generations.map(({ content }) => JSON.stringify(content))).size).toBe(2);
        for (const [index, { content, sourceSummary, ...item }] of created.generations.entries()) {
          expect(item).toMatchObject({ provider: "local-composer", model: null });
          expect(contentForms[type].parse(content)).toEqual(content);
          expect(JSON.stringify(content)).toMatch(/autumn ?menu/i);
          expect(sourceSummary).toEqual({ batch: { requested: 2, index, total: 2 } });
        }
      }
      const { engines } = running.service.running;
      const inTables = (await foundInTables(running.service.database.pool, [said])).get(said);
      expect(inTables).toContain("read_model.place_reviews");
      expect(inTables).not.toContain("read_model.content");
      expect([...(await foundInLog(engines.log, [said])).values()]).toEqual([new Set(["PlaceReviewsCollected"])]);
    });

    test("a preset stands for a type, and the history is paged, the newest first, by type and preset", async () => {
      const { api } = await running.api.tenant();
      const first = await create(api, { presetCategory: "ecommerce", variationCount: 3 });
      const position = await running.service.running.engines.log.head();
      const second = await create(api, { type: "faq" });
      expect(first.generation.type).toBe("social_post");
      const ids = [...second.generations, ...first.generations].map(({ id }) => id);
      const whole = await list(api);
      expect(whole).toMatchObject({ connected: false, businessName: "Harbour Café", count: 4, nextCursor: null });
      expect(whole.generations).toEqual([...second.generations, ...first.generations]);
      const paged: string[] = [];
      for await (const page of api.v1.pages(PATH, asking({ limit: 3 }))) {
        paged.push(...page.generations.map(({ id }) => id));
        if (paged.length === 3) await create(api);
      }
      expect(paged).toEqual(ids);
      expect((await list(api, { asOf: String(position) })).generations).toEqual(first.generations);
      expect((await list(api, { type: "faq" })).generations).toEqual(second.generations);
      expect((await list(api, { presetCategory: "ecommerce", limit: 100 })).count).toBe(3);
      const other = await running.api.tenant();
      expect((await list(other.api)).generations).toEqual([]);
    });

    test("the scopes of content and of competitors both read the history, and neither writes", async () => {
      const { browser } = await running.api.tenant();
      for (const scope of ["content:read", "competitors:read"]) {
        const key = await running.api.createKey(browser, { scopes: [scope] });
        expect((await list(key)).count).toBe(0);
        expect(expectStatus(await key.post(PATH, {}), 403)).toMatchObject({ requiredScope: "content:write" });
      }
    });

    test("a hundred requests at once get the ten drafts that the day has left, and each refusal says when the next begins", async () => {
      const { api } = await running.api.tenant();
      for (let at = 0; at < 8; at += 1) await create(api, { variationCount: 5 });
      const dry = { params: { query: { validateOnly: "true" } }, body: { variationCount: 5 } } as const;
      expect((await api.v1.post(PATH, dry)).valid).toBe(true);
      const replies = await Promise.all(Array.from({ length: 100 }, () => api.post(PATH, { type: "gbp_post" })));
      const refused = replies.filter(({ status }) => status === 429);
      expect([replies.filter(({ status }) => status === 201).length, refused.length]).toEqual([10, 90]);
      expect(refused[0]?.json).toMatchObject({
        code: "content_limit_reached",
        quota: { name: "contentStudioDaily", limit: 50, used: 50 },
      });
      expect((await list(api, { limit: 100 })).count).toBe(50);
      const seconds = Number(refused[0]?.headers["retry-after"]);
      expect(Math.abs(secondsToMidnight(running.service.clock.now().toISOString()) - seconds)).toBeLessThan(60);
      running.service.clock.leap(seconds * 1_000);
      expect((await create(api)).usage).toEqual({ used: 1, limit: 50 });
    });

    test("three refinements of each own draft are free, and a repetition under an Idempotency-Key costs nothing", async () => {
      const { api } = await running.api.tenant();
      const { generation } = await create(api, { type: "gbp_post", length: "long" });
      const refine = {
        refinementFeedback: "Shorter, mention the terrace. In Norwegian",
        previousOutput: generation.content,
      };
      const refined = await create(api, {
        ...refine,
        type: "gbp_post",
        length: "long",
        sourceGenerationId: generation.id,
        variationCount: 2,
      });
      expect(refined).toMatchObject({ freeRegenerationsApplied: 2, usage: { used: 1, limit: 50 } });
      const { content, sourceSummary } = refined.generation;
      expect(summaryOf(refined.generation).length).toBeLessThan(summaryOf(generation).length);
      expect(summaryOf(refined.generation)).toContain("The terrace.");
      expect(content.note).toContain("In Norwegian");
      expect(sourceSummary.refinement).toEqual({
        ...{ requested: true, previousOutputProvided: true, feedbackLength: 42, sourceGenerationId: generation.id },
      });
      const third = { ...refine, sourceGenerationId: generation.id, variationCount: 3 };
      const once = await create(api, third, "once");
      expect(once).toMatchObject({ freeRegenerationsApplied: 1, usage: { used: 3 } });
      expect(await create(api, third, "once")).toEqual(once);
      const stranger = await running.api.tenant();
      const foreign = await create(stranger.api, third);
      expect(foreign).toMatchObject({ freeRegenerationsApplied: 0, usage: { used: 3 } });
      // The first answer is lost with the process that gave it.
      const { pool } = running.service.database;
      await pool.query(
        "UPDATE operational.idempotency SET sealed_answer = NULL, lease_until = clock_timestamp() WHERE key = 'once'",
      );
      const again = await create(api, third, "once");
      expect(again).toEqual({ ...once, usage: { used: 3, limit: 50 } });
      expect((await list(api)).count).toBe(6);
    });

    test("a chain of refinements has three free ones in all, also where each refines the one before", async () => {
      const { api } = await running.api.tenant();
      const { generation: first } = await create(api);
      const free: number[] = [];
      for (let [at, source] = [0, first]; at < 5; at += 1) {
        const refine = { refinementFeedback: "Shorter", previousOutput: source.content, sourceGenerationId: source.id };
        const refined = await create(api, refine);
        free.push(refined.freeRegenerationsApplied);
        source = refined.generation;
      }
      expect([free, (await list(api)).count]).toEqual([[1, 1, 1, 0, 0], 6]);
      // What memory has lost is known from there.
      const { rows } = await running.service.database.pool.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM read_model.content WHERE root_id = $1",
        [first.id],
      );
      expect(rows).toEqual([{ n: 6 }]);
    });

    test("a draft that memory has lost is of the chain that its table says, and one of another business is of none", async () => {
      const { api } = await running.api.tenant();
      const { generation: first } = await create(api);
      const lost = running.service.running.engines.ids.next();
      await settled(running.service);
      await running.service.database.pool.query(
        `INSERT INTO read_model.content
         SELECT (json_populate_record(known, json_build_object('generation_id', $2::text))).*
         FROM read_model.content AS known WHERE generation_id = $1`,
        [first.id, lost],
      );
      const refine = { refinementFeedback: "Shorter", previousOutput: first.content, variationCount: 2 };
      const freeOf = async (sourceGenerationId: string, by = api) =>
        (await create(by, { ...refine, sourceGenerationId })).freeRegenerationsApplied;
      expect(await freeOf(lost, (await running.api.tenant()).api)).toBe(0);
      expect([await freeOf(lost), await freeOf(first.id), await freeOf(lost)]).toEqual([2, 1, 0]);
    });

    test.each([
      ["feedback without the draft", { refinementFeedback: "Shorter" }, "previousOutput"],
      ["a draft without feedback", { previousOutput: "Text" }, "refinementFeedback"],
      [
        "a draft of more than 50 KB",
        { refinementFeedback: "x", previousOutput: { a: "é".repeat(26_000) } },
        "previousOutput",
      ],
      ["a long topic", { topic: "t".repeat(181) }, "topic"],
      ["six variations", { variationCount: 6 }, "variationCount"],
      ["a source that is no id", { sourceGenerationId: "one" }, "sourceGenerationId"],
    ])("%s is refused with the place of the fault", async (_what, body, path) => {
      const { api } = await running.api.tenant();
      const { details } = expectStatus(await api.post(PATH, body), 400) as { details: { path: string }[] };
      expect(details.map((detail) => detail.path)).toEqual([path]);
    });

    test("a page is read by the rules of its site, as text alone, and told of in what is kept", async () => {
      const { api } = await running.api.tenant();
      const [hidden, script] = [newMarker(), newMarker()];
      site.put("/robots.txt", { body: "User-agent: *\nDisallow: /private\n" });
      site.put("/moved", { status: 302, headers: { location: "/menu#today" } });
      site.put(
        "/menu",
        htmlPage(
          `<html><head><title>Our   menu</title><meta name="Description" content="Buns &amp; coffee">
           <script>${script}</script><style>.x{}</style></head><body><h1>Menu</h1><p hidden>${hidden}</p><p>Cinnamon<b>buns</b></p></body></html>`,
        ),
      );
      const created = await create(api, { type: "landing_page", length: "long", sourceUrl: `${site.url}/moved` });
      expect(created.generation.sourceSummary.sourcePage).toEqual({
        ...{ url: `${site.url}/menu`, title: "Our menu", description: "Buns & coffee" },
        ...{ wordCount: 3, excerptPreview: "Menu Cinnamon buns" },
      });
      expect(JSON.stringify(created.generation.content)).toContain("Buns & coffee.");
      expect(JSON.stringify(created)).not.toContain(hidden);
      expect(JSON.stringify(created)).not.toContain(script);
      expect(created.dataCoverage.sourcePage).toBe(true);
      expect(site.asked.map(({ path }) => path)).toEqual(["/robots.txt", "/moved", "/menu"]);
      expect(site.asked[0]?.userAgent).toBe("LocalBusinessIntelligence-Reader/1");
    });

    test("a page that may not be read, or cannot be, is said so of sourceUrl, and costs nothing", async () => {
      const { api } = await running.api.tenant();
      site.put("/robots.txt", { body: "User-agent: *\nDisallow: /private\n" });
      site.put("/to-private", { status: 301, headers: { location: "/private/page" } });
      site.put("/to-inside", { status: 301, headers: { location: "http://169.254.169.254/latest" } });
      site.put("/round", { status: 301, headers: { location: "/round" } });
      site.put("/private/page", htmlPage("Private"));
      site.put("/data", { body: "{}", headers: { "content-type": "application/json" } });
      site.put("/big", htmlPage("x".repeat(600 * 1_024)));
      const told: Record<string, unknown> = {};
      const told400 = async (sourceUrl: string) => {
        const { details } = expectStatus(await api.post(PATH, { sourceUrl, variationCount: 5 }), 400);
        told[sourceUrl.replace(site.url, "")] = details;
      };
      for (const url of ["https://10.0.0.1/", "http://localhost:1/", "menu"]) await told400(url);
      for (const path of ["/private/page", "/to-private", "/to-inside", "/data", "/big", "/missing", "/round"])
        await told400(`${site.url}${path}`);
      const of = (words: string) => [{ path: "sourceUrl", message: expect.stringContaining(words) as string }];
      const notPublic = of("does not lead to a public");
      expect(told).toEqual({
        ...{ "https://10.0.0.1/": notPublic, "http://localhost:1/": notPublic, menu: notPublic },
        ...{ "/private/page": of("robots.txt"), "/to-private": of("robots.txt"), "/to-inside": notPublic },
        ...{
          "/data": of("HTML"),
          "/big": of("512 KB"),
          "/missing": of("could not be had"),
          "/round": of("could not be had"),
        },
      });
      expect((await create(api)).usage.used).toBe(1);
    });

    test("a page that cannot be read reserves nothing, and each attempt is one of the account's pages of the day", async () => {
      const { api, accountId, businessId } = await running.api.tenant();
      const { clock } = running.service;
      const { sourcePagesPerDay: limit } = quotas.growth;
      await usedToday(running.service, accountId, "sourcePagesPerDay", limit - 2);
      const ask = (more: object = {}) => api.post(PATH, { sourceUrl: `${site.url}/missing`, ...more });
      const dry = { params: { query: { validateOnly: "true" } }, body: { sourceUrl: `${site.url}/missing` } } as const;
      expect((await api.v1.post(PATH, dry)).valid).toBe(true);
      for (let at = 0; at < 2; at += 1) expectStatus(await ask(), 400);
      const asked = site.asked.length;
      expect(expectStatus(await ask(), 429)).toMatchObject({
        ...{ code: "rate_limited", quota: { name: "sourcePagesPerDay", limit, used: limit } },
      });
      expect(site.asked).toHaveLength(asked);
      expect(await running.service.running.engines.log.readStream(`content-${businessId}`)).toEqual([]);
      for (let at = 0; at < 10; at += 1) await create(api, { variationCount: 5 });
      // Where nothing more is written today, nothing is read.
      expect(expectStatus(await ask(), 429)).toMatchObject({ code: "content_limit_reached" });
      clock.leap(secondsToMidnight(clock.now().toISOString()) * 1_000 + 1_000);
      expectStatus(await ask(), 400);
    });

    test("a site whose robots.txt cannot be had is left alone", async () => {
      const { api } = await running.api.tenant();
      site.put("/robots.txt", { status: 503 });
      const reply = await api.post(PATH, { sourceUrl: `${site.url}/menu` });
      expect(reply.json).toMatchObject({ details: [{ message: expect.stringContaining("at the moment") as string }] });
    });
  },
  {
    get settings() {
      return { WEBHOOK_ALLOWED_TARGETS: site.host };
    },
  },
);
