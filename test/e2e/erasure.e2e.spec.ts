/** An erased business: of everything that anybody ever said about it, nothing is left anywhere but that it was removed. */
import { EventStoreDBClient, StreamDeletedError } from "@eventstore/db-client";
import { businesses } from "../../domain/businesses";
import { ownStreams } from "../../domain/business-streams";
import { createPostgresQueue } from "../../infra/collection-queue/postgres-queue";
import { endpoints } from "../../infra/composition/catalogue/endpoints";
import { createLogger } from "../../infra/logging/logger";
import { startAnswering, type Answering } from "../support/answering";
import { expectStatus, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { covered, lived } from "../support/marked-life";
import { ask, endpointCalled } from "../support/marked-requests";
import { foundInLog, foundInTables } from "../support/markers";
import { concernsBusiness, newMarker, ofOthers, textFields, unknownTexts } from "../support/planting";
import { describeOnBothLogs, type Running } from "./on-both-logs";
import { settled } from "./settled";

const WINDOW_MS = 30 * 86_400_000;

test("of every text that the API takes for a business it is known how to plant a marker in it, or why none can be", () => {
  expect(covered.length).toBeGreaterThan(30);
  expect(covered.flatMap(unknownTexts)).toEqual([]);
});

test("of every other text that the API takes it is known why it is nothing that a business is erased with", () => {
  const others = endpoints.filter((endpoint) => !concernsBusiness(endpoint) && textFields(endpoint).length > 0);
  expect(others.map(({ id }) => id).sort()).toEqual(Object.keys(ofOthers).sort());
});

let answering: Answering;
const lines: string[] = [];
const written = { write: (line: string) => lines.push(line) > 0 } as unknown as NodeJS.WritableStream;
beforeAll(async () => {
  answering = await startAnswering();
});
afterAll(() => answering.close());

/** What a collector is asked for on behalf of a business that has just been deleted. */
async function requestedLate({ service }: Running, { businessId, accountId }: Tenant): Promise<void> {
  const queue = createPostgresQueue({ pool: service.running.engines.pool, clock: service.clock });
  const wanted = { requestId: newMarker(), placeId: "late", sections: ["listing"] };
  const [requestedAt, expiresAt] = [service.clock.now(), new Date(service.clock.now().getTime() + 2 * WINDOW_MS)];
  const times = { requestedAt: requestedAt.toISOString(), expiresAt: expiresAt.toISOString() };
  await queue.publish({ ...wanted, ...times }, { businessId, accountId });
}

interface Remains {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
async function remainsOf({ api }: Running, { businessId }: Tenant): Promise<Remains> {
  const admin = await api.admin();
  return eventually(
    async () => {
      const { events } = expectStatus(await admin.get(`/api/admin/businesses/${businessId}/events`), 200);
      expect((events as Remains[]).map(({ type }) => type)).toEqual(["BusinessRemoved"]);
      return (events as [Remains])[0];
    },
    { timeoutMs: 15_000 },
  );
}

/** Where each marker is found, by what it was planted in. */
async function found({ service }: Running, markers: ReadonlyMap<string, string>) {
  const texts = [...markers.values()];
  const inTables = await foundInTables(service.database.pool, texts);
  const inLog = await foundInLog(service.running.engines.log, texts);
  return Object.fromEntries(
    [...markers].flatMap(([where, marker]) => {
      const places = [...(inTables.get(marker) ?? []), ...(inLog.get(marker) ?? [])];
      return places.length === 0 ? [] : [[where, places]];
    }),
  );
}

describeOnBothLogs(
  (running, store) => {
    test.each([
      ["thirty days after its owner deleted it", "restore_window_elapsed"],
      ["at once where an administrator orders it", "erasure_ordered"],
    ])(
      "a business is erased everywhere %s",
      async (_when, reason) => {
        const { api, service } = running;
        const { pool } = service.database;
        const life = await lived({ api, pool, now: () => service.clock.now(), answering });
        const { tenant, markers, requestIds } = life;
        // Another business competes in the same city and category.
        const segment = { city: "Oslo", category: "cafe" };
        await api.tenant({ business: segment });
        expectStatus(await tenant.browser.patch("/api/businesses/me", { ...segment, country: null }), 200);
        await settled(service);
        const { businessId, accountId } = tenant;
        const everything = new Map([...markers, ...requestIds, ["the business's id", businessId]]);
        const before = await found(running, everything);
        expect(unseen(everything, before)).toEqual([]);

        const admin = await running.api.admin();
        if (reason === "erasure_ordered") {
          await ask(life, endpointCalled("order-erasure"), admin, { id: businessId });
        } else {
          await ask(life, endpointCalled("delete-business"), tenant.browser);
          await settled(service);
          await requestedLate(running, tenant);
          service.clock.leap(WINDOW_MS);
        }
        const { data } = await remainsOf(running, tenant);
        await settled(running.service);

        const asker =
          reason === "erasure_ordered" ? { kind: "admin", id: admin.accountId } : { kind: "user", id: accountId };
        expect(data).toMatchObject({ businessId, accountId, reason, requestedBy: asker });
        expect(data["chainHead"]).toMatch(/^[0-9a-f]{64}$/);
        expect(await found(running, new Map([...markers, ...requestIds]))).toEqual({});
        expect([...markers].filter(([, marker]) => lines.some((line) => line.includes(marker)))).toEqual([]);
        expect([...((await found(running, new Map([["id", businessId]])))["id"] ?? [])].sort()).toEqual([
          ...["BusinessActivated", "BusinessRemoved", "BusinessSlotFreed", "BusinessSlotTaken", "RemainsViewed"],
          ...(store === "postgres" ? ["event_log.erased_streams", "event_log.events"] : []),
          "operational.data_keys",
        ]);

        const { runner, dataKeys, log } = running.service.running.engines;
        const reading = jest.spyOn(log, "readStream");
        expect((await runner.load(businesses, businessId)).state).toEqual({ status: "unknown" });
        // A runner that remembered the stream would first look whether it is still there.
        expect(reading.mock.calls.map(([, options]) => options?.from)).toEqual([0]);
        reading.mockRestore();
        expect(await dataKeys.openingKey(`business:${businessId}`)).toBe("destroyed");
        if (store === "eventstoredb") await expectDeleted(running, ownStreams(businessId));
        // A life with everything in it that a business can say takes a while to live.
      },
      60_000,
    );

    test("from the order on a business is of no use to anybody, deleted or not, and ordering again changes nothing", async () => {
      const admin = await running.api.admin();
      const tenant = await running.api.tenant();
      const path = `/api/admin/businesses/${tenant.businessId}/erasure`;
      expect(await admin.post(`/api/admin/businesses/nobody/erasure`, { reason: "None" })).toMatchObject({
        status: 404,
      });
      expectStatus(await tenant.browser.post(path, { reason: "By its owner" }), 403);
      expectStatus(await admin.post(path, { reason: "By letter" }), 202);
      const refused = await Promise.all([
        tenant.api.get("/api/v1/me"),
        tenant.api.get("/api/v1/competitors"),
        tenant.browser.patch("/api/businesses/me", { name: "Another" }),
        tenant.browser.delete("/api/businesses/me/delete"),
      ]);
      expect(refused.map(({ status, json }) => [status, json?.["code"]])).toEqual(
        refused.map(() => [404, "no_active_business"]),
      );
      const { businessId } = tenant;
      const back = await tenant.browser.post("/api/businesses/me/restore", { businessId });
      // Which of them depends on how far the removal is by then.
      const refusals = ["business_erasure_ordered", "restore_window_elapsed", "business_not_found"];
      expect(refusals).toContain(back.json?.["code"]);
      const activate = () => tenant.browser.post(`/api/businesses/${businessId}/activate`);
      expect(["business_deleted", "business_not_found"]).toContain((await activate()).json?.["code"]);
      expect((await tenant.browser.get("/api/businesses")).json).toMatchObject({ count: 0, activeBusinessId: null });
      expectStatus(await admin.post(path, { reason: "By letter, again" }), 202);
      await remainsOf(running, tenant);
      expect(expectStatus(await activate(), 404)).toMatchObject({ code: "business_not_found" });
      const again = expectStatus(await admin.post(path, { reason: "And again" }), 202);
      expect(again).toEqual({ businessId, status: "erased" });
      const other = await running.api.tenant();
      expectStatus(await other.browser.delete("/api/businesses/me/delete"), 200);
      expectStatus(await admin.post(`/api/admin/businesses/${other.businessId}/erasure`, { reason: "Sooner" }), 202);
      expect((await remainsOf(running, other)).data).toMatchObject({ reason: "erasure_ordered" });
    });
  },
  {
    get settings() {
      return { SMS_PROVIDER: "sandbox", WEBHOOK_ALLOWED_TARGETS: `localhost:${answering.port}` };
    },
    logger: createLogger({ level: "debug", stream: written }),
  },
);

/** What a read looks for is kept nowhere, unless an auditor looks. A request that changes nothing leaves no trace of its id. */
const notKept: ReadonlySet<string> = new Set([
  "get-ai-visibility query.location",
  // Answers are told apart by ids of their own.
  "record-ai-answers Idempotency-Key 0",
  "list-competitor-suggestions query.category",
  // Words of their own take the place of those that greet by name.
  "request-review body.name",
  "get-market-density query.category",
  ...[
    "get-market",
    "get-market-saturation",
    "list-market-leaders",
    "list-market-signals",
    "list-market-trends",
  ].flatMap((id) => ["city", "category", "country"].map((name) => `${id} query.${name}`)),
  "list-my-business-history query.type",
  "list-my-business-history query.actor",
]);
function unseen(all: ReadonlyMap<string, string>, seen: Readonly<Record<string, unknown>>): readonly string[] {
  return [...all.keys()].filter((where) => !(where in seen) && !notKept.has(where) && !where.includes("X-Request-Id"));
}

/** What the protocol hands out of these streams: that they are deleted. */
async function expectDeleted({ service }: Running, streams: readonly string[]): Promise<void> {
  const client = EventStoreDBClient.connectionString(service.eventstoredbUrl ?? "");
  for (const stream of streams) {
    const read = async () => {
      await client.readStream(stream)[Symbol.asyncIterator]().next();
    };
    await expect(read()).rejects.toBeInstanceOf(StreamDeletedError);
  }
  await client.dispose();
}
