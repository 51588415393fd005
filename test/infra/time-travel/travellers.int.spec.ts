/** Who may travel, and where to: what lies ahead is not known, long histories and many travellers are turned away. */
import { historyStreams } from "../../../domain/business-streams";
import { streamName } from "../../../domain/fold/aggregate";
import { add, competitors } from "../../../domain/competitors";
import { isRefusal } from "../../../domain/fold/refusal";
import { HistoryTooLong, MomentAhead, TravellersTooMany } from "../../../infra/time-travel/time-travel";
import { allEvents } from "../../support/all-events";
import { recordedHistory, type Append } from "../../support/recorded-history";
import { TestClock } from "../../support/test-clock";
import { eventually } from "../../support/eventually";
import { eventAt, occurredAt, openPast, type PastStage } from "./past-stage";
import { eventsOf } from "./plain-past";

const BUSINESS = "b0.0";

let past: PastStage;
let head: number;

beforeAll(async () => {
  past = await openPast();
  head = await past.record(recordedHistory(7, 300));
});
afterAll(() => past.end());

describe("a moment that lies ahead", () => {
  it("is refused by every way to travel, as a position and as an instant", async () => {
    const clock = new TestClock("2026-03-01T00:00:00.000Z");
    const timeTravel = past.travel({ clock });
    const now = { instant: "2026-03-01T00:00:00.000Z" };
    for (const ahead of [{ position: head + 1 }, { instant: "2026-03-01T00:00:00.001Z" }]) {
      await expect(timeTravel.fold(BUSINESS, ahead)).rejects.toThrow(MomentAhead);
      await expect(timeTravel.query(BUSINESS, ahead, [], async () => 1)).rejects.toMatchObject({ moment: ahead });
      await expect(timeTravel.compare(BUSINESS, now, ahead)).rejects.toThrow(MomentAhead);
      await expect(timeTravel.compare(BUSINESS, ahead, now)).rejects.toThrow(MomentAhead);
    }
    expect(await timeTravel.fold(BUSINESS, now)).toEqual(await timeTravel.fold(BUSINESS, { position: head }));
  });
});

describe("a long history", () => {
  it("is folded up to its bound, with the places counted, and refused with the bound beyond it", async () => {
    const length = eventsOf(BUSINESS, await allEvents(past.log)).length;
    const all = { position: head };
    const [fits, tooLong] = [past.travel({ eventsMax: length }), past.travel({ eventsMax: length - 1 })];
    expect((await fits.fold(BUSINESS, all)).position).toBeGreaterThan(0);
    await expect(tooLong.fold(BUSINESS, all)).rejects.toThrow(new HistoryTooLong(length - 1));
    await expect(tooLong.compare(BUSINESS, { position: 0 }, all)).rejects.toThrow(HistoryTooLong);
    await expect(tooLong.query(BUSINESS, all, [], async () => 1)).rejects.toThrow(HistoryTooLong);
    expect((await tooLong.fold(BUSINESS, { position: head - 100 })).position).toBeGreaterThan(0);
  });

  it("is compared only where few enough events lie between the moments", async () => {
    const length = eventsOf(BUSINESS, await allEvents(past.log)).length;
    const [from, to] = [{ position: 0 }, { position: head }];
    expect((await past.travel({ comparedMax: length }).compare(BUSINESS, from, to)).events).toHaveLength(length);
    const refused = past.travel({ comparedMax: length - 1 }).compare(BUSINESS, from, to);
    await expect(refused).rejects.toMatchObject({ name: "HistoryTooLong", eventsMax: length - 1 });
  });
});

describe("a table whose rows belong to no business and no place", () => {
  it("is refused, since it would be wrongly empty", async () => {
    const timeTravel = past.travel();
    expect(timeTravel.tables).not.toContain("accounts");
    for (const table of ["accounts", "api_keys", "nothing"]) {
      await expect(timeTravel.query(BUSINESS, { position: head }, [table], async () => 1)).rejects.toThrow(table);
    }
  });
});

describe("travellers", () => {
  it("go two at a time, eight wait, and whoever comes then or waits for five seconds is turned away", async () => {
    const clock = new TestClock("2026-03-01T00:00:00.000Z");
    const timeTravel = past.travel({ clock });
    let inside = 0;
    const gate = new AbortController();
    const open = new Promise((resolve) => gate.signal.addEventListener("abort", resolve));
    const travel = async () =>
      timeTravel.query(BUSINESS, { instant: occurredAt(1) }, [], async () => {
        inside += 1;
        await open;
        return "arrived";
      });
    const turnedAway = new TravellersTooMany("Too many look into the past at this moment.");
    const first = [travel(), travel()];
    await eventually(async () => expect(inside).toBe(2));
    const waiting = Array.from({ length: 8 }, travel);
    const outcomes = Promise.allSettled(waiting);
    await expect(travel()).rejects.toEqual(turnedAway);
    await clock.advance(5_000);
    expect(await outcomes).toEqual(waiting.map(() => ({ status: "rejected", reason: turnedAway })));
    const next = travel();
    gate.abort();
    expect(await Promise.all([...first, next])).toEqual(["arrived", "arrived", "arrived"]);
    expect(inside).toBe(3);
  });
});

describe("clocks that differ", () => {
  it("do not bring a place into sight that was named only after the moment had ended", async () => {
    const mine = await openPast();
    const claim = { name: "Rival", address: null, rating: null, reviewCount: null, website: null };
    const addition = { accountId: "a", ownPlaceId: null, quota: 9, claim };
    const named = (businessId: string, placeId: string) =>
      add({ ...addition, businessId, competitorId: placeId, placeId })(competitors.initial);
    const write = async ({ stream, events }: Append, instant: string) => {
      const made = events.map((event) => eventAt(event, instant));
      const commandId = made.map(({ id }) => id).join();
      await mine.log.append({ stream, expected: "any", events: made, commandId });
    };
    const competitor = (placeId: string): Append => {
      const events = named("b", placeId);
      if (isRefusal(events)) throw new Error(events.message);
      return { stream: streamName("competitors", "b"), events };
    };
    const fact = (placeId: string): Append => {
      const data = { placeId, source: "test", observedAt: occurredAt(0) };
      return { stream: streamName("place", placeId), events: [{ type: "PlaceFirstSeen", data }] };
    };
    try {
      await write(fact("later"), occurredAt(1));
      await write(competitor("first"), occurredAt(2));
      await write(fact("first"), occurredAt(9));
      // Of a process whose clock is behind.
      await write(competitor("later"), occurredAt(4));
      const timeTravel = mine.travel();
      const { position, tables } = await timeTravel.fold("b", { instant: occurredAt(5) });
      expect(position).toBe(2);
      expect(tables.find(({ table }) => table === "places")?.rows).toEqual([]);
      expect(await timeTravel.fold("b", { position: 2 })).toMatchObject({ position, tables });
      const { from, to, changes } = await timeTravel.compare("b", { instant: occurredAt(5) }, { position: 4 });
      expect([from.position, to.position]).toEqual([2, 4]);
      expect(changes.map(({ subject }) => ("table" in subject ? subject : subject.stream))).toEqual([
        "competitors-b",
        { table: "competitors", key: { competitor_id: "later" } },
        { table: "places", key: { place_id: "first" } },
        { table: "places", key: { place_id: "later" } },
      ]);
    } finally {
      await mine.end();
    }
  });
});

describe("a removal", () => {
  it("takes the business's rows away, and is why", async () => {
    const mine = await openPast();
    try {
      const before = await mine.record(recordedHistory(7, 300));
      const removed = eventAt(
        { type: "BusinessRemoved", data: { businessId: "b0.1", accountId: "a0" } },
        occurredAt(9_999),
      );
      const stream = streamName("removals", "b0.1");
      await mine.log.append({ stream, expected: "any", events: [removed], commandId: removed.id });
      const timeTravel = mine.travel({ streamsOf: (id) => [...historyStreams(id), stream] });
      const now = { position: before + 1 };
      const { tables } = await timeTravel.fold("b0.1", now, { tables: ["alerts", "competitors"] });
      expect(tables.map(({ rows }) => rows)).toEqual([[], []]);
      const { changes } = await timeTravel.compare("b0.1", { position: before }, now, { tables: ["alerts"] });
      const rows = changes.filter(({ subject }) => "table" in subject);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toMatchObject({ after: null, because: [removed.id] });
    } finally {
      await mine.end();
    }
  });
});

describe("an event that somebody may not see as it is", () => {
  it("is folded, compared and told as it is to be seen", async () => {
    const see = <Event extends { readonly data: unknown }>(event: Event): Event => {
      const data = event.data as { readonly title?: string };
      return data.title === undefined ? event : { ...event, data: { ...data, title: "[redacted]" } };
    };
    const options = { tables: ["alerts"], see };
    const { tables } = await past.travel().fold("b0.1", { position: head }, options);
    const titles = tables.flatMap(({ rows }) => rows.map(({ title }) => title));
    expect([...new Set(titles)]).toEqual(["[redacted]"]);
    const compared = await past.travel().compare("b0.1", { position: 0 }, { position: head }, options);
    expect(JSON.stringify(compared)).toContain("[redacted]");
    expect(JSON.stringify(compared)).not.toContain("a price changed");
  });
});
