/** `npm run migrate-log`: the log moves to the other engine and back, and nobody can tell but by the positions. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPostgresSide } from "../../infra/event-log/migration/postgres-side";
import { allOf, comparable } from "../infra/event-log/migration/moving-logs";
import { createApi, expectStatus, type Api, type Browser, type Tenant } from "../support/api";
import { startPeer, type PeerControl } from "../support/eventstoredb-peer-control";
import { eventually } from "../support/eventually";
import { createReceiving } from "../support/receiving";
import { masterKey, startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";
import { settled } from "./settled";
import { WITH_TYPESCRIPT } from "../support/with-typescript";

const PROJECT = join(__dirname, "../..");
const DAY_MS = 86_400_000;
const PATH_OF_HOOK = "/ok/moving";

interface Ended {
  readonly code: number;
  readonly said: string;
}

let service: TestService;
let peer: PeerControl;
/** Holds no log. */
let other: PeerControl;
let api: Api;
let admin: Browser;
let tenant: Tenant;
let leaving: Tenant;
let gone: Tenant;
let folder: string;
const receiving = createReceiving();

beforeAll(async () => {
  await receiving.open();
  folder = await mkdtemp(join(tmpdir(), "lbi-moving-"));
  [service, peer, other] = await Promise.all([
    startTestService({ outbound: receiving.outbound }),
    startPeer(),
    startPeer(),
  ]);
  api = createApi({
    get url() {
      return service.url;
    },
  });
  admin = await api.admin();
  tenant = await api.tenant({ plan: "agency" });
  leaving = await api.tenant();
  gone = await api.tenant();
  expectStatus(await tenant.api.post("/api/v1/competitors", { name: "Fjord Coffee", place_id: "place-1" }), 201);
  const hook = { url: `https://hooks.receiver.test${PATH_OF_HOOK}`, events: ["competitor.rating_change"] };
  receiving.secrets.add(String(expectStatus(await tenant.api.post("/api/v1/webhooks", hook), 201)["secret"]));
  await rate(4.1, 4.2, 4.3);
  await anchored();
  expectStatus(await admin.post(`/api/admin/businesses/${gone.businessId}/erasure`, { reason: "By letter" }), 202);
  await removed(gone);
  expectStatus(await leaving.browser.delete("/api/businesses/me/delete"), 200);
  await arrived(2);
  await settled(service);
}, 60_000);
afterAll(async () => {
  await service.close();
  await peer.stop();
  await other.stop();
  await receiving.close();
  await rm(folder, { recursive: true, force: true });
});

const rate = async (...ratings: readonly number[]): Promise<void> => {
  for (const rating of ratings) await api.observe(sighting("place-1", service.clock.now(), { listing: { rating } }));
};
const anchored = async () => expectStatus(await admin.post(`/api/admin/businesses/${tenant.businessId}/anchors`), 201);
const arrived = (count: number) =>
  eventually(() => expect(receiving.bodiesAt(PATH_OF_HOOK)).toHaveLength(count), { timeoutMs: 10_000 });
const removed = ({ businessId }: Tenant) =>
  eventually(
    async () => {
      // A session does not outlive the window of a removal.
      const { events } = expectStatus(await (await api.admin()).get(`/api/admin/businesses/${businessId}/events`), 200);
      expect((events as { type: string }[]).map(({ type }) => type)).toEqual(["BusinessRemoved"]);
    },
    { timeoutMs: 15_000 },
  );

function run(program: string, ...words: readonly string[]): Promise<Ended> {
  const { PATH = "", HOME = "" } = process.env;
  const key = masterKey.toString("base64");
  const database = { DATABASE_URL: service.database.url, MASTER_KEY: key, DATA_DIR: join(folder, "data") };
  const env = { PATH, HOME, ...database, EVENTSTOREDB_URL: peer.connectionString };
  return new Promise((resolve) => {
    execFile(process.execPath, [...WITH_TYPESCRIPT, program, ...words], { cwd: PROJECT, env }, (error, out, errors) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, said: out + errors });
    });
  });
}
const migrateLog = (from: string, to: string, ...more: readonly string[]) =>
  run("infra/cli/migrate-log.ts", "--from", from, "--to", to, ...more);
const there = () => migrateLog("postgres", "eventstoredb");
const back = () => migrateLog("eventstoredb", "postgres");
const startThere = () => service.start({ EVENTSTOREDB_URL: peer.connectionString });

/** What clients read of the business, without what says where it stands in the log. */
async function reads(): Promise<unknown> {
  const paths = ["competitors", "alerts", "webhooks", "events", "businesses/me", "reviews", "usage"];
  const bodies: unknown[] = [];
  for (const path of paths) {
    const { status, json } = await tenant.api.get(`/api/v1/${path}`);
    bodies.push([path, status, withoutPlaces(json)]);
  }
  const history = await admin.get(`/api/admin/businesses/${tenant.businessId}/events?limit=200`);
  return [...bodies, withoutPlaces(history.json)];
}

/** Calls are counted, requests have ids, and a minute may end between two looks. */
const PASSING = new Set([
  "position",
  "nextCursor",
  "requestId",
  "used",
  "remaining",
  "requests",
  "lastUsedAt",
  "resetsAt",
]);
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !PASSING.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutPlaces(member)]));
}

const proof = async (): Promise<Readonly<Record<string, unknown>>> =>
  expectStatus(await admin.get(`/api/admin/businesses/${tenant.businessId}/proof`), 200);

test("there and back: all reads, proofs, webhooks and timers go on as if nothing had happened", async () => {
  const [before, proven] = [await reads(), await proof()];
  const exported = await admin.get(`/api/admin/businesses/${tenant.businessId}/export`);
  const feed = String(expectStatus(await tenant.api.get("/api/v1/events"), 200)["nextCursor"]);
  const goingOn = `/api/v1/alerts?limit=1&cursor=${await markOfAlerts()}`;
  expectStatus(await tenant.api.get(goingOn), 200);
  expect(proven).toMatchObject({ whole: true });
  const running = await there();
  expect([running.code, running.said]).toEqual([2, expect.stringMatching(/The service is running/)]);
  await service.stop();
  const beginning = comparable(await allOf(createPostgresSide(service.database.pool)));

  await expect(startThere()).rejects.toThrow(/The log of this database is in PostgreSQL/);
  const moved = await there();
  expect([moved.code, moved.said]).toEqual([0, expect.stringMatching(/The log is in EventStoreDB now/)]);
  await expect(service.start()).rejects.toThrow(/The log of this database is in EventStoreDB/);
  await expect(service.start({ EVENTSTOREDB_URL: other.connectionString })).rejects.toThrow(
    /^The log of this database is .+, but the EventStoreDB that EVENTSTOREDB_URL names holds none/,
  );
  await startThere();
  await settled(service);
  expect(await reads()).toEqual(before);
  // A place in the log that was left would be some other place in this one.
  expect(expectStatus(await tenant.api.get(goingOn), 400)).toMatchObject({ details: [{ path: "query.cursor" }] });
  expectStatus(await tenant.api.get(`/api/v1/alerts?limit=1&cursor=${await markOfAlerts()}`), 200);
  expect(await proof()).toMatchObject({ whole: true, events: proven["events"], head: proven["head"] });
  await holds(exported.text);
  const exportedThere = await admin.get(`/api/admin/businesses/${tenant.businessId}/export`);
  await holds(exportedThere.text);
  expect(linesOf(exportedThere.text)).toEqual(linesOf(exported.text));
  await removed(gone);

  // What was sent is not sent again, and what is new is sent once, next in order.
  expect(receiving.bodiesAt(PATH_OF_HOOK)).toHaveLength(2);
  await rate(4.4);
  await arrived(3);
  expect(receiving.bodiesAt(PATH_OF_HOOK).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  const { data: news } = expectStatus(await tenant.api.get(`/api/v1/events?after=${encodeURIComponent(feed)}`), 200);
  expect((news as { type: string }[]).map(({ type }) => type).sort()).toEqual([
    "alert.created",
    "competitor.rating_change",
  ]);
  await anchored();
  service.clock.leap(31 * DAY_MS);
  await removed(leaving);
  await settled(service);
  expectStatus(await tenant.browser.post("/api/auth/sign-in", signIn(tenant)), 200);
  const [after, provenThere] = [await reads(), await proof()];
  expect(provenThere).toMatchObject({ whole: true });
  await service.stop();
  const foreign = await run("infra/cli/migrate-log.ts", "--from", "eventstoredb", ...toPostgres(other));
  expect([foreign.code, foreign.said]).toEqual([2, expect.stringMatching(/names holds none: it was emptied/)]);

  const returned = await back();
  expect([returned.code, returned.said]).toEqual([0, expect.stringMatching(/The log is in PostgreSQL now/)]);
  const ending = comparable(await allOf(createPostgresSide(service.database.pool)));
  const remaining = ofOthers(beginning, leaving);
  expect(ending.slice(0, remaining.length)).toEqual(remaining);
  expect(ending.length).toBeGreaterThan(remaining.length);
  await service.start();
  await settled(service);
  expect(await reads()).toEqual(after);
  expect(await proof()).toMatchObject({ whole: true, events: provenThere["events"], head: provenThere["head"] });
  await rate(4.5);
  await arrived(4);
  await feedAfterErasure(feed);
  const { code, said } = await migrateLog("postgres", "eventstoredb", "--check");
  expect([code, said]).toEqual([1, expect.stringMatching(/is not in EventStoreDB/)]);
  expect((await run("infra/cli/audit.ts", "verify", tenant.businessId)).said).toMatch(/The log of this database is in/);
}, 120_000);

const toPostgres = ({ connectionString }: PeerControl) => ["--to", "postgres", "--eventstoredb", connectionString];
const markOfAlerts = async (): Promise<string> => {
  const { nextCursor } = expectStatus(await tenant.api.get("/api/v1/alerts?limit=1"), 200);
  return encodeURIComponent(String(nextCursor));
};

/** What a cursor from before the moves names is gone: everything is told again, rather than too little. */
async function feedAfterErasure(feed: string): Promise<void> {
  const all = expectStatus(await tenant.api.get("/api/v1/events"), 200)["data"];
  const after = () => tenant.api.get(`/api/v1/events?after=${encodeURIComponent(feed)}`);
  expect((expectStatus(await after(), 200)["data"] as unknown[]).length).toBeLessThan((all as unknown[]).length);
  const { mark } = JSON.parse(Buffer.from(feed.split(".")[0] ?? "", "base64url").toString("utf8")) as {
    mark: { id: string };
  };
  const { id } = mark;
  await service.database.pool.query("DELETE FROM read_model.integration_events WHERE id = $1", [id]);
  const { data } = expectStatus(await after(), 200);
  expect(data).toEqual((all as { id: string }[]).filter((event) => event.id !== id));
}

const signIn = ({ browser: { email } }: Tenant) => ({ email, password: "correct horse battery" });

/** The file is whole by itself, and its anchors are those that the service has. */
async function holds(exported: string): Promise<void> {
  const file = join(folder, "exported.ndjson");
  const keys = join(folder, "keys.json");
  await writeFile(file, exported);
  await writeFile(keys, (await api.anonymous.get("/api/audit/keys")).text);
  const { code, said } = await run("infra/cli/audit.ts", "verify", "--file", file, "--key", keys);
  expect([code, said]).toEqual([0, expect.anything()]);
}

/** What follows from positions in the log and from the moment of an export. */
const ITS_OWN = new Set("position before exportedAt firstPosition lastPosition digest signature".split(" "));
const linesOf = (exported: string): readonly unknown[] =>
  exported
    .trimEnd()
    .split("\n")
    .map((line) => Object.entries(JSON.parse(line) as object).filter(([name]) => !ITS_OWN.has(name)));

/** Without the streams that are erased with a business. */
const ofOthers = (events: readonly unknown[], { businessId }: Tenant): readonly unknown[] =>
  (events as { stream: string }[]).filter(
    ({ stream }) => !stream.includes(businessId) || stream.startsWith("removals-"),
  );
