/** What somebody who can write to the database cannot do unseen: insert where nobody looks, forge a removal, have the service sign it. */
import { isSigned, type PublishedKey } from "../../infra/attestation/attestor";
import { createLogger } from "../../infra/logging/logger";
import { checkExportedHistory } from "../../read-api/audit/check-exported-history";
import { createApi, expectStatus, type Api, type Browser, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { startTestService, type TestService } from "../support/service";
import { postgresFiles } from "../support/tampering";
import { settled } from "./settled";

const HOUR_MS = 3_600_000;

interface Verdict {
  readonly whole: boolean;
  readonly removed: { readonly signed: boolean } | null;
  readonly anchors: readonly unknown[];
  readonly fault: { readonly kind: string; readonly eventId: string | null } | null;
}

let service: TestService;
let api: Api;
let admin: Browser;
const lines: string[] = [];

beforeAll(async () => {
  const stream = { write: (line: string) => lines.push(line) > 0 } as unknown as NodeJS.WritableStream;
  service = await startTestService({ logger: createLogger({ level: "info", stream }) });
  api = createApi({
    get url() {
      return service.url;
    },
  });
  admin = await api.admin();
}, 60_000);
afterAll(() => service.close());

async function rows(sql: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> {
  return (await service.database.pool.query<Record<string, unknown>>(sql, [...values])).rows;
}
async function edited(tenant: Tenant, city: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  expectStatus(await tenant.browser.patch("/api/businesses/me", { city }, headers), 200);
}
async function lived(): Promise<Tenant> {
  const tenant = await api.tenant();
  for (const city of ["Oslo", "Bergen", "Tromsø"]) await edited(tenant, city);
  await settled(service);
  return tenant;
}
const proofOf = async ({ businessId }: Pick<Tenant, "businessId">): Promise<Verdict> =>
  expectStatus(await admin.get(`/api/admin/businesses/${businessId}/proof`), 200) as unknown as Verdict;
const anchorsOf = ({ businessId }: Tenant) =>
  rows("SELECT data, metadata FROM event_log.events WHERE stream = $1 ORDER BY position", [`anchors-${businessId}`]);

async function erased({ businessId }: Tenant): Promise<void> {
  expectStatus(await admin.post(`/api/admin/businesses/${businessId}/erasure`, { reason: "By letter" }), 202);
  await eventually(async () => {
    const left = "SELECT 1 FROM event_log.events WHERE stream = $1";
    expect(await rows(left, [`business-${businessId}`])).toEqual([]);
  });
  await settled(service);
}

describe("an event that nobody appended", () => {
  test("is found where its position lies beyond the end of the log", async () => {
    const tenant = await lived();
    const stream = `business-${tenant.businessId}`;
    const [forged] = await rows(
      `INSERT INTO event_log.events (position, stream, revision, id, type, data, metadata, business_id, recorded_at)
       SELECT 1000000000, stream, revision + 1, gen_random_uuid(), type, data, metadata, business_id, recorded_at
       FROM event_log.events WHERE stream = $1 ORDER BY revision DESC LIMIT 1 RETURNING id`,
      [stream],
    );
    const verdict = await proofOf(tenant);
    await rows("DELETE FROM event_log.events WHERE position = 1000000000");
    expect([verdict.whole, verdict.fault?.kind, verdict.fault?.eventId]).toEqual([false, "inserted", forged?.["id"]]);
    expect((await proofOf(tenant)).whole).toBe(true);
  });
});

describe("the record of a removal", () => {
  test("is signed, and whatever is altered in it is found", async () => {
    const tenant = await lived();
    await erased(tenant);
    expect(await proofOf(tenant)).toMatchObject({ whole: true, removed: { signed: true }, fault: null });
    const stream = `removal-${tenant.businessId}`;
    const [record] = (await rows("SELECT id, data FROM event_log.events WHERE stream = $1", [stream])) as [
      { id: string; data: object },
    ];
    const write = (data: object) =>
      rows("UPDATE event_log.events SET data = $2 WHERE stream = $1", [stream, JSON.stringify(data)]);
    for (const change of [
      { requestedBy: { kind: "admin", id: "another" } },
      { erasedEvents: 1 },
      { chainHead: "f".repeat(64) },
      { removedAt: "2020-01-01T00:00:00.000Z" },
      { signature: null, keyId: null },
    ]) {
      await write({ ...record.data, ...change });
      const { whole, fault } = await proofOf(tenant);
      expect([change, whole, fault?.kind, fault?.eventId]).toEqual([change, false, "removal_forged", record.id]);
    }
    await write(record.data);
    expect((await proofOf(tenant)).whole).toBe(true);
  });

  test("is no excuse for a business that vanished, whosever it was", async () => {
    const [gone, living] = [await lived(), await lived()];
    await erased(gone);
    const files = postgresFiles(service.database.pool);
    const log = await files.read();
    const record = log.find(({ stream }) => stream === `removal-${gone.businessId}`);
    const own = log.filter(({ stream }) => stream.endsWith(living.businessId));
    if (record === undefined || own[0] === undefined) throw new Error("Nothing was recorded.");
    const data = { ...(record.data as object), businessId: living.businessId, accountId: living.accountId };
    const id = "00000000-0000-4000-8000-000000000001";
    const forged = { ...record, id, stream: `removal-${living.businessId}`, position: own[0].position, data };
    const others = log.filter((event) => !own.includes(event));
    await files.write([...others, forged].sort((one, other) => one.position - other.position));
    const { whole, fault } = await proofOf(living);
    await files.write(log);
    expect([whole, fault?.kind, fault?.eventId]).toEqual([false, "removal_forged", id]);
  });
});

describe("an export", () => {
  test("of a history that is not whole says so under its signature", async () => {
    const tenant = await lived();
    const { keys } = expectStatus(await api.anonymous.get("/api/audit/keys"), 200) as { keys: readonly PublishedKey[] };
    const exported = async () => {
      const { text } = await admin.get(`/api/admin/businesses/${tenant.businessId}/export`);
      const chunks = async function* () {
        yield Buffer.from(text, "utf8");
      };
      return { text, verdict: await checkExportedHistory(chunks(), { isSigned, keys }) };
    };
    expect((await exported()).verdict).toMatchObject({ whole: true, fault: null });
    const framed = `UPDATE event_log.events SET metadata = jsonb_set(metadata, '{actor,id}', '"framed"')
      WHERE stream = $1 AND revision = 1 RETURNING id`;
    const [event] = await rows(framed, [`business-${tenant.businessId}`]);
    const { text, verdict } = await exported();
    expect(text).toContain('"framed"');
    expect(verdict.whole).toBe(false);
    expect(verdict.fault).toMatchObject({ kind: "not_whole", eventId: event?.["id"] });
    expect(verdict.fault?.message).toContain("altered");
  });
});

describe("the hourly anchor", () => {
  test("is not made of a history whose tables do not say what the log holds, and others get theirs", async () => {
    const [framed, retold, other] = [await lived(), await lived(), await lived()];
    for (const tenant of [framed, retold, other])
      expectStatus(await admin.post(`/api/admin/businesses/${tenant.businessId}/anchors`), 201);
    for (const tenant of [framed, retold, other]) await edited(tenant, "Bodø");
    await settled(service);
    const head = "UPDATE read_model.history_chains SET head = $2 WHERE business_id = $1";
    await rows(head, [framed.businessId, "ab".repeat(32)]);
    const city = `UPDATE event_log.events SET metadata = jsonb_set(metadata, '{actor,id}', '"framed"') WHERE position =
      (SELECT max(position) FROM event_log.events WHERE stream = $1)`;
    await rows(city, [`business-${retold.businessId}`]);
    service.clock.leap(HOUR_MS + 1);
    await eventually(async () => expect(await anchorsOf(other)).toHaveLength(2));
    await settled(service);
    expect([await anchorsOf(framed), await anchorsOf(retold)].map(({ length }) => length)).toEqual([1, 1]);
    const errors = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const told = new Set(errors.filter(({ level }) => level === "error").map((line) => line["businessId"]));
    expect([framed, retold, other].map(({ businessId }) => told.has(businessId))).toEqual([true, true, false]);
  });

  test("is written among the log's lines, as is the one that was asked for", async () => {
    const tenant = await lived();
    expectStatus(await admin.post(`/api/admin/businesses/${tenant.businessId}/anchors`), 201);
    await edited(tenant, "Bodø");
    await settled(service);
    service.clock.leap(HOUR_MS + 1);
    await eventually(async () => expect(await anchorsOf(tenant)).toHaveLength(2));
    const anchors = (await anchorsOf(tenant)).map(({ data }) => data as Record<string, unknown>);
    await eventually(() => {
      const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      const shown = said.filter(
        ({ businessId, signature }) => businessId === tenant.businessId && signature !== undefined,
      );
      expect(shown.map(({ count, head, signature }) => ({ count, head, signature }))).toEqual(
        anchors.map(({ count, head, signature }) => ({ count, head, signature })),
      );
    });
  });

  test("names no request of another business, whose words go with its erasure", async () => {
    for (let waits = true; waits;) {
      service.clock.leap(HOUR_MS + 1);
      await settled(service);
      const timer = "SELECT 1 FROM operational.process_timers WHERE manager = 'history-anchors'";
      waits = (await rows(timer)).length > 0;
    }
    const [one, other] = [await api.signUp(), await api.tenant()];
    await settled(service);
    service.clock.leap(HOUR_MS + 1);
    await eventually(async () => expect(await anchorsOf(other)).toHaveLength(1));
    await settled(service);
    const words = "ada.lovelace-of-another-business";
    const made = expectStatus(await one.post("/api/businesses", { name: "A" }, { "x-request-id": words }), 201);
    const { id: businessId } = made["business"] as { id: string };
    await settled(service);
    const kept = `SELECT (t::text || i::text) AS text FROM operational.process_timers t
      JOIN operational.process_instances i USING (manager, instance) WHERE manager = 'history-anchors'`;
    const shared = String((await rows(kept))[0]?.["text"]);
    expect([shared.includes("anchor"), shared.includes(words), shared.includes(businessId)]).toEqual([
      true,
      false,
      false,
    ]);
    await edited(other, "Bodø");
    await settled(service);
    service.clock.leap(HOUR_MS + 1);
    await eventually(async () => expect(await anchorsOf(other)).toHaveLength(2));
    admin = await api.admin();
    const history = (await other.browser.get("/api/businesses/me/history?limit=1000")).text;
    expect([history.includes("HistoryAnchored"), history.includes(words)]).toEqual([true, false]);
    await erased({ browser: one, businessId } as Tenant);
    const left =
      "SELECT stream FROM event_log.events WHERE metadata->>'correlationId' = $1 AND stream NOT LIKE 'account-%'";
    expect(await rows(left, [words])).toEqual([]);
  });
});
