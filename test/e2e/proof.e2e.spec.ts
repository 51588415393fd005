/** The proof of a history: whole while nobody was at the log's files, and the right event named after whatever was done to them. */
import { anchorText, type Anchor } from "../../domain/anchors";
import { chainedStreams } from "../../domain/business-streams";
import type { Recorded } from "../../domain/fold/event";
import { canonicalJson, chained, eventDigest, GENESIS } from "../../domain/fold/event-digest";
import { isSigned, type PublishedKey } from "../../infra/attestation/attestor";
import { createApi, expectStatus, type Api, type Browser, type Tenant } from "../support/api";
import { startPeer, type PeerControl } from "../support/eventstoredb-peer-control";
import { logStores, startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";
import { peerFiles, postgresFiles, withInserted, type LogFiles } from "../support/tampering";
import { settled } from "./settled";

interface Verdict {
  readonly whole: boolean;
  readonly events: number;
  readonly head: string;
  readonly anchors: readonly { readonly count: number; readonly valid: boolean }[];
  readonly anchored: { readonly count: number } | null;
  readonly publicKey: PublishedKey;
  readonly removed: unknown;
  readonly fault: { readonly kind: string; readonly eventId: string | null; readonly index: number } | null;
}

const MANY_MS = 60_000;

describe.each(logStores)("with the log in %s", (store) => {
  let service: TestService;
  let peer: PeerControl | undefined;
  let files: LogFiles;
  let api: Api;
  let admin: Browser;
  let tenant: Tenant;
  let businessId: string;

  beforeAll(async () => {
    if (store === "eventstoredb") peer = await startPeer();
    const settings: Readonly<Record<string, string>> =
      peer === undefined ? {} : { EVENTSTOREDB_URL: peer.connectionString };
    service = await startTestService({ settings });
    files = peer === undefined ? postgresFiles(service.database.pool) : peerFiles(peer);
    api = createApi({
      get url() {
        return service.url;
      },
    });
    admin = await api.admin();
    tenant = await api.tenant({ business: { website: "https://harbour.example" } });
    ({ businessId } = tenant);
    await happen();
    expectStatus(await admin.post(`/api/admin/businesses/${businessId}/anchors`), 201);
    await happen();
    expectStatus(await admin.post(`/api/admin/businesses/${businessId}/anchors`), 201);
    expectStatus(await tenant.browser.patch("/api/businesses/me", { city: "Bergen" }), 200);
    // What is last in the log belongs to no history, so that shifting it tells the tables nothing new.
    await api.setPlan(tenant.accountId, "growth");
    await settled(service);
  }, MANY_MS);
  afterAll(async () => {
    await service.close();
    await peer?.stop();
  });

  let places = 0;
  async function happen(): Promise<void> {
    places += 1;
    const place = { name: "Fjord Coffee", place_id: `proven-${places}` };
    const { competitor } = await tenant.api.v1.post("/api/v1/competitors", { body: place });
    const now = service.clock.now();
    for (const rating of [4, 3]) await api.observe(sighting(place.place_id, now, { listing: { rating } }));
    await settled(service);
    expectStatus(await tenant.browser.patch("/api/businesses/me", { city: `Oslo ${places}` }), 200);
    expectStatus(await tenant.browser.delete(`/api/competitors/${competitor.id}`), 204);
  }

  const ownVerdict = async (): Promise<Verdict> =>
    expectStatus(await tenant.browser.get("/api/businesses/me/history/proof"), 200) as unknown as Verdict;
  const adminVerdict = async (): Promise<Verdict> =>
    expectStatus(await admin.get(`/api/admin/businesses/${businessId}/proof`), 200) as unknown as Verdict;
  const historyIn = (log: readonly Recorded[]) =>
    log.filter(({ stream }) => chainedStreams(businessId).includes(stream));

  /** The verdict over other files; afterwards everything is as it was. */
  async function verdictOver(forge: (log: readonly Recorded[]) => readonly Recorded[], tablesToo = false) {
    const log = await files.read();
    const forged = forge(log);
    await files.write(forged);
    if (tablesToo) await writeTables(historyIn(forged));
    try {
      return await ownVerdict();
    } finally {
      await files.write(log);
      if (tablesToo) await writeTables(historyIn(log));
    }
  }
  async function writeTables(history: readonly Recorded[]): Promise<void> {
    const { pool } = service.database;
    let head = GENESIS;
    await pool.query("DELETE FROM read_model.history_events WHERE business_id = $1", [businessId]);
    for (const event of history) {
      const digest = eventDigest(event);
      head = chained(head, digest);
      await pool.query("INSERT INTO read_model.history_events VALUES ($1, $2, $3, $4, $5, $6, $7)", [
        ...[businessId, event.position, event.id, event.type, event.stream, event.revision, digest],
      ]);
    }
    const values = [businessId, history.length, head, history.at(-1)?.position];
    await pool.query(
      "UPDATE read_model.history_chains SET events = $2, head = $3, position = $4 WHERE business_id = $1",
      [...values],
    );
  }
  const faultOf = ({ whole, fault }: Verdict) => [whole, fault?.kind, fault?.eventId];
  const found = (kind: string, { id }: Pick<Recorded, "id">) => [false, kind, id];
  const replaced = (was: Recorded, is: Recorded) => (log: readonly Recorded[]) =>
    log
      .map((one) => (one.id === was.id ? is : one))
      .sort((one, other) => one.position - other.position || one.revision - other.revision);
  const without = (gone: Recorded) => (log: readonly Recorded[]) => log.filter(({ id }) => id !== gone.id);
  const nth = async (type: string, at = 0): Promise<Recorded> => {
    const event = historyIn(await files.read()).filter((one) => one.type === type)[at];
    if (event === undefined) throw new Error(`There is no ${type}.`);
    return event;
  };

  test("a history that nobody touched is whole, with its anchors, for its owner as for auditors", async () => {
    const verdict = await adminVerdict();
    expect(await ownVerdict()).toEqual(verdict);
    const history = historyIn(await files.read());
    expect(verdict).toMatchObject({ businessId, whole: true, fault: null, removed: null, events: history.length });
    expect(verdict.head).toBe(history.reduce((head, event) => chained(head, eventDigest(event)), GENESIS));
    expect(verdict.anchors.map(({ valid }) => valid)).toEqual([true, true]);
    expect(verdict.anchored?.count).toBe(verdict.anchors[1]?.count);
  });

  test("what is altered in an event is found, be it its data, its metadata, its type or its id", async () => {
    const event = await nth("CompetitorAdded");
    const data = { ...(event.data as object), placeId: "another" };
    const metadata = { ...event.metadata, occurredAt: "2020-01-01T00:00:00.000Z" };
    const stranger = { ...event.metadata, actor: { kind: "admin", id: "somebody" } } as const;
    const unreadable = { ...event.metadata, schemaVersion: 99 };
    const id = "00000000-0000-4000-8000-000000000001";
    for (const change of [
      { data },
      { metadata },
      { metadata: stranger },
      { metadata: unreadable },
      { type: "CompetitorRemoved" },
      { id },
    ])
      expect(faultOf(await verdictOver(replaced(event, { ...event, ...change })))).toEqual(found("altered", event));
  });

  test("a sealed field that was broken is found, and hinders nobody from saying so", async () => {
    const event = await nth("BusinessCreated");
    const text = JSON.stringify(event.data);
    const broken = JSON.parse(
      text.replace(/("\$sealed[^"]*":")(.)/, (_all, start, first) => `${String(start)}${first === "A" ? "B" : "A"}`),
    ) as object;
    expect(broken).not.toEqual(event.data);
    expect(faultOf(await verdictOver(replaced(event, { ...event, data: broken })))).toEqual(found("altered", event));
  });

  test("an event that is gone is found, be it the first, the last or one between", async () => {
    const history = historyIn(await files.read());
    for (const event of [history[0], history[3], history.at(-1)]) {
      if (event === undefined) throw new Error("The history is too short.");
      expect(faultOf(await verdictOver(without(event)))).toEqual(found("removed", event));
    }
    const [first] = history;
    const gone = await verdictOver((log) =>
      log.filter((one) => !history.includes(one)).filter(({ stream }) => !chainedStreams(businessId).includes(stream)),
    );
    expect(faultOf(gone)).toEqual([false, "removed", first?.id]);
  });

  test("an event that was put in between is found, however well it fits", async () => {
    const like = await nth("BusinessProfileEdited");
    const last = historyIn(await files.read()).at(-1) as Recorded;
    const id = "00000000-0000-4000-8000-000000000002";
    for (const { revision, position } of [like, { revision: last.revision + 1, position: last.position + 1 }]) {
      const event = {
        ...like,
        id,
        revision,
        position: files.dense ? position : position + (position === like.position ? -1 : 0),
      };
      expect(faultOf(await verdictOver((log) => withInserted(files, log, event)))).toEqual(found("inserted", event));
    }
    const twice = { ...like, revision: last.revision + 1, position: last.position + 1 };
    expect(faultOf(await verdictOver((log) => withInserted(files, log, twice)))).toEqual(found("inserted", like));
  });

  test("events that changed places are found, within a stream, between streams and in the order of the log", async () => {
    const [one, other] = [await nth("BusinessProfileEdited"), await nth("BusinessProfileEdited", 1)];
    const placeOf = ({ revision, position }: Recorded) => ({ revision, position });
    const swapped = (log: readonly Recorded[]) =>
      replaced(one, { ...one, ...placeOf(other) })(
        log.map((event) => (event.id === other.id ? { ...other, ...placeOf(one) } : event)),
      );
    expect(faultOf(await verdictOver(swapped))).toEqual(found("moved", one));
    const added = await nth("CompetitorAdded");
    const between = (log: readonly Recorded[]) =>
      replaced(added, { ...added, position: one.position })(
        log.map((event) => (event.id === one.id ? { ...one, position: added.position } : event)),
      );
    expect(faultOf(await verdictOver(between))).toEqual(found("moved", added));
    const alert = { ...added, stream: `alerts-${businessId}`, revision: 99 };
    expect(faultOf(await verdictOver(replaced(added, alert)))).toEqual(found("moved", added));
    const elsewhere = { ...added, stream: "competitors-somebody-else", revision: 0 };
    expect(faultOf(await verdictOver(replaced(added, elsewhere)))).toEqual(found("removed", added));
  });

  test("what was rewritten in the tables as well is found by the next anchor", async () => {
    const [first, second] = [await nth("HistoryAnchored"), await nth("HistoryAnchored", 1)];
    const early = await nth("CompetitorAdded");
    const between = await nth("CompetitorAdded", 1);
    const changed = (event: Recorded) =>
      replaced(event, { ...event, data: { ...(event.data as object), placeId: "another" } });
    expect(faultOf(await verdictOver(changed(early), true))).toEqual(found("anchor_mismatch", first));
    expect(faultOf(await verdictOver(changed(between), true))).toEqual(found("anchor_mismatch", second));
    expect(faultOf(await verdictOver(without(early), true))).toEqual(found("anchor_mismatch", first));
    expect(faultOf(await verdictOver(without(first), true))).toEqual(found("anchor_mismatch", second));
  });

  test("an anchor that somebody else made is found, with the tables or without", async () => {
    const anchor = await nth("HistoryAnchored", 1);
    const data = anchor.data as Anchor;
    const signature = `${data.signature.startsWith("A") ? "B" : "A"}${data.signature.slice(1)}`;
    const forged = replaced(anchor, { ...anchor, data: { ...data, signature } });
    expect(faultOf(await verdictOver(forged))).toEqual(found("altered", anchor));
    expect(faultOf(await verdictOver(forged, true))).toEqual(found("anchor_forged", anchor));
    const elsewhere = replaced(anchor, { ...anchor, data: { ...data, keyId: "another" } });
    expect(faultOf(await verdictOver(elsewhere, true))).toEqual(found("anchor_forged", anchor));
  });

  test("tables that were shortened with the log still tell that something is gone", async () => {
    const last = historyIn(await files.read()).at(-1) as Recorded;
    const { pool } = service.database;
    const { rows } = await pool.query("DELETE FROM read_model.history_events WHERE event_id = $1 RETURNING *", [
      last.id,
    ]);
    expect(faultOf(await verdictOver(without(last)))).toEqual([false, "removed", null]);
    await pool.query(
      "INSERT INTO read_model.history_events SELECT * FROM json_populate_record(NULL::read_model.history_events, $1)",
      [JSON.stringify(rows[0])],
    );
    expect((await ownVerdict()).whole).toBe(true);
  });

  test("a history that is not whole is not signed", async () => {
    const event = await nth("CompetitorAdded");
    const log = await files.read();
    await files.write(without(event)(log));
    const reply = await admin.post(`/api/admin/businesses/${businessId}/anchors`);
    // That somebody asked is in the log since then.
    const asked = (await files.read()).filter(({ id }) => !log.some((one) => one.id === id));
    await files.write([...log, ...asked]);
    expect([reply.status, reply.json?.["code"]]).toEqual([409, "history_not_whole"]);
    expect(reply.json?.["fault"]).toMatchObject({ kind: "removed", eventId: event.id });
  });

  test("an anchor can be checked with the published key alone, and is made once for the same history", async () => {
    const { keys } = expectStatus(await api.anonymous.get("/api/audit/keys"), 200) as { keys: readonly PublishedKey[] };
    const path = `/api/admin/businesses/${businessId}/anchors`;
    const anchor = expectStatus(await admin.post(path), 201) as unknown as Anchor;
    const [key] = keys;
    if (key === undefined) throw new Error("No key is published.");
    expect(anchor).toMatchObject({ businessId, keyId: key.kid });
    expect(isSigned(anchorText(anchor), anchor.signature, key)).toBe(true);
    expect(isSigned(canonicalJson({ ...anchor, count: 1 }), anchor.signature, key)).toBe(false);
    expect(expectStatus(await admin.post(path), 201)).toEqual(anchor);
    expect(await adminVerdict()).toMatchObject({ whole: true, publicKey: key, anchored: { count: anchor.count } });
  });

  test("the verdict and the key outlive a restart, and tables that are built anew", async () => {
    const before = await ownVerdict();
    await service.stop();
    await service.start();
    expect(await ownVerdict()).toEqual(before);
    for (const table of ["history_events", "history_chains"]) await service.running.engines.projector.rebuild(table);
    await settled(service);
    expect(await ownVerdict()).toEqual(before);
    expect(before.whole).toBe(true);
  });

  test("strangers see no proof of others, and there is none of a business that never was", async () => {
    expect((await tenant.browser.get(`/api/admin/businesses/${businessId}/proof`)).status).toBe(403);
    expect((await api.anonymous.get("/api/businesses/me/history/proof")).status).toBe(401);
    const none = await admin.get("/api/admin/businesses/none/proof");
    expect([none.status, none.json?.["code"]]).toEqual([404, "business_not_found"]);
  });
});
