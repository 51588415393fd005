/** What a business was at any moment, and what changed between two: as the tables held it then, told from the log alone. */
import { canonicalJson } from "../../domain/fold/event-digest";
import { expectStatus, type Browser, type Tenant } from "../support/api";
import { sighting } from "../support/sightings";
import { everything } from "./facts-of-everything";
import { describeService } from "./on-both-logs";
import { settled } from "./settled";

type Row = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, readonly Row[]>>;
interface Snapshot {
  readonly position: number;
  readonly instant: string;
  readonly tables: Rows;
}
interface Change {
  readonly subject: { readonly stream?: string; readonly table?: string; readonly key?: Row };
  readonly before: unknown;
  readonly after: unknown;
  readonly fields: readonly { readonly path: string; readonly before?: unknown; readonly after?: unknown }[];
  readonly because: readonly string[];
}
interface Diff {
  readonly from: { readonly position: number };
  readonly to: { readonly position: number };
  readonly events: readonly {
    readonly id: string;
    readonly type: string;
    readonly stream: string;
    readonly position: number;
  }[];
  readonly changes: readonly Change[];
}

/** Short of the hour after which a history is anchored. */
const MINUTE_MS = 60_000;
/** In one order, whatever that of the columns and of the members within. */
const ordered = (rows: readonly Row[]): readonly Row[] =>
  [...rows].sort((left, right) => (canonicalJson(left) < canonicalJson(right) ? -1 : 1));

describeService((running) => {
  let admin: Browser;
  let tenant: Tenant;
  let path: string;
  let tables: readonly string[];
  const snapshots: Snapshot[] = [];
  const watched = new Set<string>();

  /** What the read tables hold of the business and of the places that it has begun to watch. */
  async function held(): Promise<Rows> {
    const { pool } = running.service.database;
    const entries = tables.map(async (table) => {
      const { rows } = await pool.query<Row>(`SELECT * FROM read_model.${table}`);
      const own = rows.filter((row) =>
        "business_id" in row ? row["business_id"] === tenant.businessId : watched.has(String(row["place_id"])),
      );
      return [table, ordered(JSON.parse(JSON.stringify(own)) as Row[])] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  async function step(act: () => Promise<unknown>): Promise<void> {
    await act();
    await settled(running.service);
    const position = await running.service.running.engines.log.head();
    snapshots.push({ position, instant: running.service.clock.now().toISOString(), tables: await held() });
    running.service.clock.leap(MINUTE_MS);
  }

  const stateAt = async (query: string) => expectStatus(await admin.get(`${path}/state${query}`), 200);
  const diff = async (query: string) => expectStatus(await admin.get(`${path}/diff${query}`), 200) as unknown as Diff;
  const tablesIn = (state: Row): Rows =>
    Object.fromEntries(
      (state["tables"] as { table: string; rows: Row[] }[]).map(({ table, rows }) => [table, ordered(rows)]),
    );
  const snapshot = (at: number): Snapshot => {
    const found = snapshots.at(at);
    if (found === undefined) throw new Error(`There is no snapshot ${at}.`);
    return found;
  };

  beforeAll(async () => {
    const { api, service } = running;
    admin = await api.admin();
    tenant = await api.tenant();
    path = `/api/admin/businesses/${tenant.businessId}`;
    tables = ((await stateAt("?at=0"))["tables"] as { table: string }[]).map(({ table }) => table);
    const see = (placeId: string, facts: object) => () => api.observe(sighting(placeId, service.clock.now(), facts));
    const track = (placeId: string) => async () => {
      watched.add(placeId);
      const body = { name: "Fjord", place_id: placeId };
      return (await tenant.api.v1.post("/api/v1/competitors", { body })).competitor.id;
    };
    let competitorId = "";
    await step(see("past-1", { listing: { name: "Fjord Coffee", rating: 4.1 } }));
    await step(async () => {
      competitorId = await track("past-1")();
    });
    await step(see("past-1", everything(service.clock.now().toISOString())));
    await step(async () => expectStatus(await tenant.browser.patch("/api/businesses/me", { city: "Oslo" }), 200));
    await step(see("past-1", { listing: { rating: 3.4 } }));
    await step(see("past-2", { listing: { rating: 5 } }));
    await step(track("past-2"));
    await step(async () => expectStatus(await tenant.browser.post(`/api/competitors/${competitorId}/enrich`), 202));
    await step(async () => expectStatus(await tenant.browser.delete(`/api/competitors/${competitorId}`), 204));
    await step(async () => {
      watched.add("past-own");
      expectStatus(await tenant.browser.patch("/api/businesses/me", { placeId: "past-own" }), 200);
    });
  }, 60_000);

  test("the read rows at each moment are those that the tables held then, by position and by instant", async () => {
    expect(Object.keys(snapshot(-1).tables).length).toBeGreaterThan(7);
    for (const name of ["competitors", "alerts", "refreshes", "place_reviews", "place_sections", "businesses"])
      expect([name, snapshot(-1).tables[name]?.length]).not.toEqual([name, 0]);
    for (const { position, instant, tables: then } of snapshots) {
      const byPosition = await stateAt(`?at=${position}`);
      expect(tablesIn(byPosition)).toEqual(then);
      expect(await stateAt(`?at=${instant}`)).toEqual(byPosition);
    }
    expect(tablesIn(await stateAt(""))).toEqual(snapshot(-1).tables);
  });

  test("the aggregates are those of the history up to the moment, and say where it lies", async () => {
    const { position, instant } = snapshot(3);
    const { at, aggregates, ...rest } = (await stateAt(`?at=${position}&tables=`)) as {
      at: { position: number; occurredAt: string };
      aggregates: { stream: string; revision: number; state: Row }[];
    };
    expect(rest).toEqual({ businessId: tenant.businessId, tables: [] });
    expect(at.position).toBeLessThanOrEqual(position);
    expect(at.occurredAt <= instant).toBe(true);
    const business = aggregates.find(({ stream }) => stream === `business-${tenant.businessId}`);
    expect(business).toMatchObject({ revision: 1, state: { status: "active", profile: { city: "Oslo" } } });
    const before = (await stateAt(`?at=${snapshot(2).position}&tables=`))["aggregates"];
    expect(JSON.stringify(before)).not.toContain("Oslo");
    expect(await stateAt("?at=0&tables=competitors")).toEqual({
      businessId: tenant.businessId,
      at: { position: 0, occurredAt: null },
      aggregates: [],
      tables: [{ table: "competitors", key: ["competitor_id"], rows: [] }],
    });
  });

  test("between any two moments exactly what was different then and now has changed, and events between caused it", async () => {
    const subjectOf = ({ stream, table, key }: Change["subject"]) =>
      stream ?? `${String(table)} ${JSON.stringify(key)}`;
    for (const [from, to] of [
      [0, 1],
      [1, 4],
      [4, 6],
      [2, 9],
      [9, 2],
    ] as const) {
      const [earlier, later] = await Promise.all(
        [from, to].map(async (at) => subjects(await stateAt(`?at=${snapshot(at).position}`))),
      );
      const names = new Set([...Object.keys(earlier ?? {}), ...Object.keys(later ?? {})]);
      const differing = [...names].filter((name) => !same(earlier?.[name], later?.[name]));
      const { changes, events } = await diff(`?from=${snapshot(from).position}&to=${snapshot(to).position}`);
      expect(changes.map(({ subject }) => subjectOf(subject)).sort()).toEqual(differing.sort());
      const ids = new Set(events.map(({ id }) => id));
      for (const { subject, before, after, because, fields } of changes) {
        expect([before, after]).toEqual([earlier?.[subjectOf(subject)] ?? null, later?.[subjectOf(subject)] ?? null]);
        expect(because.length).toBeGreaterThan(0);
        expect(because.filter((id) => !ids.has(id))).toEqual([]);
        const ofStream = events.filter(({ stream }) => stream === subject.stream).map(({ id }) => id);
        if (subject.stream !== undefined) expect(because).toEqual(ofStream);
        expect(fields.length).toBeGreaterThan(0);
      }
    }
  });

  test("a single event's changes name it and the members that it changed", async () => {
    const [before, after] = [snapshot(2), snapshot(3)];
    const { events, changes } = await diff(`?from=${before.instant}&to=${after.instant}&tables=businesses`);
    expect(events.map(({ type }) => type)).toEqual(["BusinessProfileEdited"]);
    const because = events.map(({ id }) => id);
    const { businessId } = tenant;
    expect(changes.map(({ subject, because: ids }) => [subject, ids])).toEqual([
      [{ stream: `business-${businessId}` }, because],
      [{ table: "businesses", key: { business_id: businessId } }, because],
    ]);
    expect(changes[0]?.fields).toEqual([{ path: "profile.city", before: null, after: "Oslo" }]);
    expect(changes[1]?.fields).toContainEqual({ path: "city", before: null, after: "Oslo" });
    const nothing = await diff(`?from=${after.position}`.concat(`&to=${after.position}`));
    expect([nothing.events, nothing.changes]).toEqual([[], []]);
  });

  test("the events between two positions are those that the history gives for them", async () => {
    const [after, until] = [snapshot(1).position, snapshot(7).position];
    const history = expectStatus(await admin.get(`${path}/events?after=${after}&until=${until}`), 200)["events"];
    const { events } = await diff(`?from=${after}&to=${until}&tables=`);
    const own = events.filter(({ type }) => !type.startsWith("Place"));
    expect(own.length).toBeGreaterThan(3);
    expect(own).toEqual(history);
    const lines = await admin.get(`${path}/events?after=${after}&until=${until}`, { accept: "application/x-ndjson" });
    expect(
      lines.text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(history);
  });

  test("events are found by who caused them", async () => {
    const typesBy = async (actor: string) => {
      const { events } = expectStatus(await admin.get(`${path}/events?actor=${actor}`), 200);
      return new Set((events as { type: string }[]).map(({ type }) => type));
    };
    expect(await typesBy(`api_key:${tenant.api.keyId}`)).toEqual(new Set(["CompetitorAdded"]));
    expect(await typesBy("system:place-alerts")).toEqual(new Set(["AlertRaised"]));
    expect(await typesBy("api_key:nobody,collector")).toEqual(new Set());
    expect((await typesBy("user,system")).has("BusinessCreated")).toBe(true);
    expect((await admin.get(`${path}/events?actor=robot:1`)).json?.["details"]).toEqual([
      expect.objectContaining({ path: "query.actor" }),
    ]);
  });

  test("what cannot be told is refused, and named", async () => {
    const faults = async (query: string) => {
      const { status, json } = await admin.get(`${path}${query}`);
      return [status, (json?.["details"] as { path: string; message: string }[] | undefined)?.map((one) => one.path)];
    };
    expect(await faults("/state?at=9007199254740991")).toEqual([400, ["query.at"]]);
    expect(await faults("/state?at=2199-01-01T00:00:00Z")).toEqual([400, ["query.at"]]);
    expect(await faults("/state?at=yesterday")).toEqual([400, ["query.at"]]);
    expect(await faults("/diff?from=0&to=2199-01-01T00:00:00Z")).toEqual([400, ["query.to"]]);
    expect(await faults("/diff?to=1")).toEqual([400, ["query.from"]]);
    expect(await faults("/state?tables=competitors,secrets")).toEqual([400, ["query.tables"]]);
    const { json } = await admin.get(`${path}/state?tables=competitors,secrets`);
    expect(JSON.stringify(json?.["details"])).toContain("secrets");
    for (const part of ["state", "diff?from=0"]) {
      const none = await admin.get(`/api/admin/businesses/none/${part}`);
      expect([none.status, none.json?.["code"]]).toEqual([404, "business_not_found"]);
    }
  });
});

/** Every aggregate and every row of a state, by name. */
function subjects(state: Row): Readonly<Record<string, unknown>> {
  const aggregates = (state["aggregates"] as { stream: string; state: unknown }[]).map(
    ({ stream, state: one }) => [stream, one] as const,
  );
  const rows = (state["tables"] as { table: string; key: string[]; rows: Row[] }[]).flatMap(
    ({ table, key, rows: all }) =>
      all.map(
        (row) => [`${table} ${JSON.stringify(Object.fromEntries(key.map((name) => [name, row[name]])))}`, row] as const,
      ),
  );
  return Object.fromEntries([...aggregates, ...rows]);
}

const same = (left: unknown, right: unknown): boolean => canonicalJson(left) === canonicalJson(right);
