/** An account takes all that is stored for it, whole or in pieces, and nothing of anybody else's. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { request as open, type IncomingMessage } from "node:http";
import { accountExportLines, type AccountExport, type ExportMark } from "../../read-api/account/account-export-lines";
import { exportedTables, PAGE_ROWS } from "../../read-api/account/account-export-tables";
import { asking, expectStatus, type Api, type KeyClient, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { sighting } from "../support/sightings";
import { describeService } from "./on-both-logs";
import { settled } from "./settled";

const EXPORT = "/api/v1/export";
const ALERTS = 220;
const LONG = "x".repeat(30_000);

type Line = Readonly<Record<string, unknown>>;
const linesOf = (text: string): readonly Line[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
/** As docs/export.md tells a reader to check a file. */
function digestOf(text: string): { readonly digest: string; readonly lines: number } {
  let [digest, lines] = ["", 0];
  for (const line of text.trimEnd().split("\n")) {
    if (["mark", "end"].includes(String((JSON.parse(line) as Line)["kind"]))) continue;
    digest = createHash("sha256").update(`${digest}${line}\n`).digest("hex");
    lines += 1;
  }
  return { digest, lines };
}

describeService(
  (running) => {
    let tenant: Tenant;
    let other: Tenant;
    let key: KeyClient;
    let text: string;

    const exporting = (api: Api, of: Tenant): Promise<KeyClient> => api.createKey(of.browser, { scopes: ["export"] });
    const take = ({ v1 }: KeyClient, after?: string): Promise<string> =>
      v1.get(EXPORT, { ...asking({ after }), parseAs: "text" });
    const raise = async (of: Tenant, count: number, title: string): Promise<void> => {
      const { log, ids, clock } = running.service.running.engines;
      const commandId = ids.next();
      const metadata = {
        ...({
          businessId: of.businessId,
          actor: { kind: "system", id: "tests" },
          commandId,
          correlationId: "r",
        } as const),
        ...{ causationId: "c", occurredAt: clock.now().toISOString(), schemaVersion: 2 },
      };
      const about = { businessId: of.businessId, accountId: of.accountId, competitorId: null, placeId: null };
      const events = Array.from({ length: count }, () => ({
        ...{ id: ids.next(), type: "AlertRaised", metadata },
        data: {
          ...about,
          alertId: ids.next(),
          type: "competitor.price_change",
          title,
          data: { before: null, after: 1 },
        },
      }));
      const stream = `alerts-${of.businessId}`;
      expect((await log.append({ stream, expected: "any", commandId, events })).kind).toBe("appended");
      await settled(running.service);
    };
    const partsOf = (of: Tenant, sign: (mark: ExportMark) => string = JSON.stringify): AccountExport => {
      const { read, log, clock } = running.service.running.engines;
      const whose = { accountId: of.accountId, businessId: of.businessId };
      return {
        ...whose,
        read,
        log,
        clock,
        sign,
        shown: () => ({ textsSince: "2000-01-01" }),
        stillAllowed: async () => {},
      };
    };
    const whole = async (lines: AsyncIterable<string>): Promise<string> => {
      let all = "";
      for await (const line of lines) all += line;
      return all;
    };

    beforeAll(async () => {
      const { api, service } = running;
      [tenant, other] = [await api.tenant({ business: { placeId: "own-place" } }), await api.tenant()];
      for (const one of [tenant, other]) {
        const placeId = one === tenant ? "tracked" : "of-others";
        await one.api.v1.post("/api/v1/competitors", { body: { name: `Claimed ${placeId}`, place_id: placeId } });
        const review = {
          id: "r1",
          rating: 5,
          text: `Said of ${placeId}`,
          author: "Kari",
          publishedAt: "2026-01-01T00:00:00Z",
        };
        const listing = { name: placeId, rating: 4.5, reviewCount: 12 };
        await api.observe(sighting(placeId, service.clock.now(), { listing, reviews: [review] }));
      }
      await tenant.api.v1.post("/api/v1/webhooks", {
        body: { url: "https://localhost:1/hook", events: ["api_key.suspended"] },
      });
      await raise(tenant, ALERTS, "Told");
      await raise(other, 3, "Told to others");
      key = await exporting(api, tenant);
      await settled(service);
      text = await take(key);
    }, 60_000);

    test("the file holds every stored row, with its kind and key, and an end that counts and binds them", async () => {
      const lines = linesOf(text);
      const [header, end] = [lines[0], lines.at(-1)];
      expect(header).toMatchObject({ kind: "header", format: "account-export/1", businessId: tenant.businessId });
      expect(end).toMatchObject({ kind: "end", ...digestOf(text), position: header?.["position"], changed: false });
      const counts = Object.fromEntries(
        exportedTables.map(({ table }) => [table, lines.filter(({ kind }) => kind === table).length]),
      );
      expect(end?.["counts"]).toEqual(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)));
      expect(counts).toMatchObject({
        ...{ accounts: 1, api_keys: 2, webhook_endpoints: 1, businesses: 1, competitors: 1, alerts: ALERTS },
        ...{ integration_events: 2 * ALERTS, places: 1, place_snapshots: 1, place_reviews: 1 },
      });
      const keys = lines.map(({ kind, key: named }) => JSON.stringify([kind, named]));
      const rows = keys.filter((_key, at) => !["header", "mark", "end"].includes(String(lines[at]?.["kind"])));
      expect(new Set(rows).size).toBe(rows.length);
      expect(lines.find(({ kind }) => kind === "place_reviews")).toMatchObject({
        key: { placeId: "tracked", reviewId: "r1" },
        data: { text: "Said of tracked", author: "Kari" },
      });
    });

    test("it holds nothing of another account, and no secrets", async () => {
      for (const foreign of [other.accountId, other.businessId, "of-others", "Told to others", "whsec_", key.key])
        expect(text).not.toContain(foreign);
      const { rows } = await running.service.database.pool.query<{ hash: string }>(
        "SELECT hash FROM read_model.api_keys",
      );
      expect(rows.filter(({ hash }) => text.includes(hash))).toEqual([]);
    });

    test("it goes on behind any mark, and the pieces together are the same file", async () => {
      const marks = linesOf(text).filter(({ kind }) => kind === "mark");
      expect(marks.length).toBeGreaterThanOrEqual(5);
      const asOne = (pieces: string): string =>
        pieces.replace(/^{"kind":"mark".*\n/gm, "").replace(/"endedAt":"[^"]*"/, "");
      for (const { after } of [marks[0], marks.at(-1)] as readonly Line[]) {
        const cut = text.indexOf("\n", text.indexOf(String(after))) + 1;
        const rest = await take(key, String(after));
        expect(asOne(text.slice(0, cut) + rest)).toBe(asOne(text));
      }
      const { position } = linesOf(text)[0] as { position: number };
      const inOne = await whole(accountExportLines(partsOf(tenant), { position }));
      for (const { after } of linesOf(inOne).filter(({ kind }) => kind === "mark")) {
        const cut = inOne.indexOf("\n", inOne.indexOf(JSON.stringify(after))) + 1;
        const rest = await whole(accountExportLines(partsOf(tenant), JSON.parse(String(after)) as ExportMark));
        expect(asOne(inOne.slice(0, cut) + rest)).toBe(asOne(inOne));
      }
    });

    test("a mark of another account, or one that was altered, leads nowhere", async () => {
      const [mark] = linesOf(text).filter(({ kind }) => kind === "mark");
      const foreign = await exporting(running.api, other);
      for (const [by, after] of [
        [foreign, mark?.["after"]],
        [key, `x${String(mark?.["after"])}`],
      ] as const)
        expect((await by.get(`${EXPORT}?after=${encodeURIComponent(String(after))}`)).status).toBe(400);
    });

    test("however much there is, a page of rows is held and no more, and the file says what changed meanwhile", async () => {
      const { read, log } = running.service.running.engines;
      const [position, asked] = [await log.head(), new Set(exportedTables.map(({ table }) => table))];
      let [inFlight, most, fetched] = [0, 0, 0];
      const count = (rows: readonly unknown[], { sql }: { sql: string }): void => {
        const table = /^select \* from "(\w+)"/.exec(sql)?.[1];
        if (table === undefined || !asked.has(table)) return;
        [inFlight, fetched] = [inFlight + rows.length, fetched + rows.length];
        most = Math.max(most, inFlight);
      };
      read.on("query-response", count);
      let [alerts, last]: [number, Line] = [0, {}];
      for await (const line of accountExportLines(partsOf(tenant), { position })) {
        last = JSON.parse(line) as Line;
        if (asked.has(String(last["kind"]))) inFlight -= 1;
        if (last["kind"] !== "alerts") continue;
        alerts += 1;
        if (alerts === 1) await raise(tenant, 1, "Told meanwhile");
      }
      read.removeListener("query-response", count);
      expect([most, inFlight]).toEqual([PAGE_ROWS, 0]);
      expect(fetched).toBeGreaterThan(3 * ALERTS);
      // What is added before the reader comes there is in it.
      expect([alerts, last["changed"]]).toEqual([ALERTS + 1, true]);
    });

    test.each(["has expired", "is of an account whose plan has no export any more"])(
      "the export of a key that meanwhile %s breaks off",
      async (what) => {
        const { api, service } = running;
        const leaving = await api.tenant();
        await raise(leaving, 200, LONG);
        const { key } = await api.createKey(leaving.browser, { scopes: ["export"], expiresInDays: 1 });
        const headers = { "x-service-key": key };
        const [answer] = (await once(open(`${service.url}${EXPORT}`, { headers }).end(), "response")) as [
          IncomingMessage,
        ];
        expect(answer.statusCode).toBe(200);
        if (what === "has expired") service.clock.leap(86_400_001);
        else await api.setPlan(leaving.accountId, "free");
        answer.on("error", () => undefined).resume();
        await eventually(() => expect(answer.destroyed).toBe(true));
        expect(answer.complete).toBe(false);
      },
    );

    test("a key has one export open at a time, and one that is revoked meanwhile breaks off", async () => {
      const { api, service } = running;
      await raise(tenant, 200, LONG);
      const [revoked, another] = [await exporting(api, tenant), await exporting(api, tenant)];
      const headers = { "x-service-key": revoked.key };
      const [answer] = (await once(open(`${service.url}${EXPORT}`, { headers }).end(), "response")) as [
        IncomingMessage,
      ];
      expect(answer.statusCode).toBe(200);
      const second = await revoked.get(EXPORT);
      expect([second.status, second.json?.["code"]]).toEqual([429, "too_many_streams"]);
      expect(linesOf(await take(another)).at(-1)?.["kind"]).toBe("end");
      expectStatus(await tenant.browser.delete(`/api/keys/${revoked.keyId}`), 204);
      let read = "";
      answer.on("error", () => undefined).on("data", (chunk: Buffer) => (read += chunk.toString()));
      await eventually(() => expect(answer.destroyed).toBe(true));
      expect(answer.complete).toBe(false);
      expect(read).toContain('"kind":"alerts"');
      expect(read).not.toContain('"kind":"places"');
    });
  },
  { settings: { WEBHOOK_ALLOWED_TARGETS: "localhost:1" } },
);
