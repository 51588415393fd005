import fc from "fast-check";
import {
  activeIn,
  activeOf,
  add,
  competitors,
  importAll,
  importedRows,
  remove,
  removeAll,
  setJobMonitoring,
  trackedAt,
  type Addition,
  type CompetitorEvent,
  type Import,
} from "../../domain/competitors";
import { isRefusal } from "../../domain/fold/refusal";
import { given } from "../support/given";

const claim = { name: "Rival", address: null, rating: 4.1, reviewCount: 12, website: null };
const addition = (placeId: string, more: Partial<Addition> = {}): Addition => ({
  businessId: "b1",
  accountId: "a1",
  competitorId: `new-${placeId}`,
  placeId,
  claim,
  ownPlaceId: "own",
  quota: 3,
  ...more,
});
const ids = (placeId: string, competitorId = `c-${placeId}`) => ({
  businessId: "b1",
  accountId: "a1",
  competitorId,
  placeId,
});
const added = (placeId: string, competitorId?: string): CompetitorEvent => ({
  type: "CompetitorAdded",
  data: { ...ids(placeId, competitorId), claim },
});
const removed = (placeId: string): CompetitorEvent => ({ type: "CompetitorRemoved", data: ids(placeId) });

describe("a business's roster of competitors", () => {
  it("holds no place twice, and names the competitor that is there", () => {
    given(competitors, [])
      .when(add(addition("p1")))
      .then([added("p1", "new-p1")])
      .repeatRefused("competitor_already_tracked");
    given(competitors, [added("p1")])
      .when(add(addition("p1")))
      .thenRefused("competitor_already_tracked", { competitorId: "c-p1" });
  });

  it("gives a place that comes back its first id, with what is claimed of it now", () => {
    const now = { ...claim, name: "Rival & Sons" };
    given(competitors, [added("p1"), removed("p1")])
      .when(add(addition("p1", { claim: now })))
      .then([{ type: "CompetitorReactivated", data: { ...ids("p1"), claim: now } }])
      .repeatRefused("competitor_already_tracked");
  });

  it("does not hold the business's own place", () => {
    given(competitors, [])
      .when(add(addition("own")))
      .thenRefused("competitor_is_own_place");
  });

  it("holds as many as the quota allows; who was removed does not count, who comes back does", () => {
    const full = [added("p1"), added("p2"), added("p3")];
    const details = { quota: { name: "competitorsPerBusiness", limit: 3, used: 3 } };
    given(competitors, full)
      .when(add(addition("p4")))
      .thenRefused("competitor_quota_reached", details);
    given(competitors, [...full, removed("p2")])
      .when(add(addition("p4")))
      .then([added("p4", "new-p4")]);
    given(competitors, [...full, removed("p2"), added("p4")])
      .when(add(addition("p2")))
      .thenRefused("competitor_quota_reached", details);
  });

  it("says that a place is tracked rather than that the quota is reached", () => {
    given(competitors, [added("p1")])
      .when(add(addition("p1", { quota: 1 })))
      .thenRefused("competitor_already_tracked");
  });

  it("lets a competitor go once", () => {
    given(competitors, [added("p1")])
      .when(remove("b1", "c-p1"))
      .then([removed("p1")])
      .repeatRefused("competitor_not_found");
    given(competitors, []).when(remove("b1", "c-p1")).thenRefused("competitor_not_found");
  });

  it("lets all of them go before the business is removed, once", () => {
    given(competitors, [added("p1"), added("p2"), removed("p2"), added("p3")])
      .when(removeAll("b1"))
      .then([removed("p1"), removed("p3")])
      .repeatsNothing();
  });

  it("watches for vacancies from the start, until it is told not to, also over a removal", () => {
    const off: CompetitorEvent = { type: "CompetitorJobMonitoringDisabled", data: ids("p1") };
    const on: CompetitorEvent = { type: "CompetitorJobMonitoringEnabled", data: ids("p1") };
    const tracked = given(competitors, [added("p1")]);
    tracked.when(setJobMonitoring("b1", "c-p1", true)).then([]);
    tracked
      .when(setJobMonitoring("b1", "c-p1", false))
      .then([off])
      .repeatsNothing();
    const back: CompetitorEvent = { type: "CompetitorReactivated", data: { ...ids("p1"), claim } };
    given(competitors, [added("p1"), off, removed("p1"), back])
      .when(setJobMonitoring("b1", "c-p1", true))
      .then([on]);
  });

  it("sets no monitoring for a competitor that is not there or no more", () => {
    given(competitors, [added("p1"), removed("p1")])
      .when(setJobMonitoring("b1", "c-p1", false))
      .thenRefused("competitor_not_found");
    given(competitors, [])
      .when(setJobMonitoring("b1", "c-p1", false))
      .thenRefused("competitor_not_found");
  });

  it("knows every place by its first id, however many came and went, and whoever is tracked alone counts", () => {
    const places = Array.from({ length: 1_001 }, (_, at) => `p${at}`);
    const events = places.flatMap((placeId, at) =>
      at % 100 === 0 ? [added(placeId)] : [added(placeId), removed(placeId)],
    );
    const roster = events.reduce(competitors.evolve, competitors.initial);
    expect(places.map((placeId) => trackedAt(roster, placeId)?.competitorId)).toEqual(places.map((one) => `c-${one}`));
    expect([...activeOf(roster).keys()]).toEqual(places.filter((_, at) => at % 100 === 0));
    expect(trackedAt(roster, "never")).toBeUndefined();
    const back = add(addition("p1", { quota: 100 }))(roster);
    expect(back).toMatchObject([{ type: "CompetitorReactivated", data: { competitorId: "c-p1" } }]);
    const gone = events.concat(removed("p0")).reduce(competitors.evolve, competitors.initial);
    expect([activeIn(gone), trackedAt(gone, "p0")?.active]).toEqual([10, false]);
  });

  it("is read again after twenty thousand places came and went without copying all of them for each", () => {
    let roster = competitors.initial;
    let copied = 0;
    for (let at = 0; at < 20_000; at += 1)
      for (const event of [added(`p${at}`), removed(`p${at}`)]) {
        const { earlier } = roster;
        roster = competitors.evolve(roster, event);
        copied += roster.recent.size + (roster.earlier === earlier ? 0 : roster.earlier.size);
      }
    expect(trackedAt(roster, "p7")?.active).toBe(false);
    expect(copied / 40_000).toBeLessThan(250);
  });

  it("never exceeds the quota and never gives a place two ids, whatever is asked of it", () => {
    const place = fc.constantFrom("p1", "p2", "p3", "p4", "p5");
    const request = fc.record({ place, adds: fc.boolean(), id: fc.uuid() });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 40 }), (requests) => {
        let roster = competitors.initial;
        const idsByPlace = new Map<string, string>();
        for (const { place: placeId, adds, id } of requests) {
          const known = trackedAt(roster, placeId)?.competitorId ?? "none";
          const decided = adds ? add(addition(placeId, { competitorId: id }))(roster) : remove("b1", known)(roster);
          if (isRefusal(decided)) continue;
          roster = decided.reduce(competitors.evolve, roster);
          for (const { data } of decided) {
            expect(idsByPlace.get(placeId) ?? data.competitorId).toBe(data.competitorId);
            idsByPlace.set(placeId, data.competitorId);
          }
          expect(activeIn(roster)).toBeLessThanOrEqual(3);
        }
      }),
    );
  });
});

const importing = (...placeIds: readonly string[]): Import => ({
  businessId: "b1",
  accountId: "a1",
  ownPlaceId: "own",
  quota: 3,
  rows: placeIds.map((placeId) => ({ placeId, competitorId: `new-${placeId}`, claim })),
});

/** What became of the rows, in short. */
const became = (all: Import, before: readonly CompetitorEvent[]) => {
  const { decided, state } = given(competitors, before).when(importAll(all));
  if (isRefusal(decided)) throw new Error("An import is never refused as a whole.");
  return importedRows(all, state, decided).map((row) =>
    row === "skipped" ? row : isRefusal(row) ? row.refused : row.type,
  );
};

describe("an import into the roster", () => {
  it("adds each place that is new, once, and the same import again adds nothing", () => {
    const all = importing("p1", "p2", "p1");
    given(competitors, [])
      .when(importAll(all))
      .then([added("p1", "new-p1"), added("p2", "new-p2")])
      .repeatsNothing();
    expect(became(all, [])).toEqual(["CompetitorAdded", "CompetitorAdded", "skipped"]);
    expect(became(all, [added("p1"), added("p2")])).toEqual(["skipped", "skipped", "skipped"]);
  });

  it("takes of a place that is named twice what the first row says", () => {
    const all = importing("p1", "p1");
    const rows = all.rows.map((row, at) => ({ ...row, claim: { ...claim, name: at === 0 ? "Rival" : "Other" } }));
    given(competitors, [])
      .when(importAll({ ...all, rows }))
      .then([added("p1", "new-p1")]);
  });

  it("gives a place that comes back its first id", () => {
    given(competitors, [added("p1"), removed("p1")])
      .when(importAll(importing("p1")))
      .then([{ type: "CompetitorReactivated", data: { ...ids("p1"), claim } }])
      .repeatsNothing();
  });

  it("takes exactly as many as the quota allows, in the order of the rows, and names the others", () => {
    const quota = "competitor_quota_reached";
    const all = importing("p1", "p2", "p3", "p4", "p5", "p4");
    expect(became(all, [])).toEqual([...Array<string>(3).fill("CompetitorAdded"), quota, quota, "skipped"]);
    const skipped = Array<string>(3).fill("skipped");
    expect(became(all, [added("p4"), added("p5")])).toEqual(["CompetitorAdded", quota, quota, ...skipped]);
    expect(became(importing("p9", "p1"), [added("p1"), added("p2"), added("p3")])).toEqual([quota, "skipped"]);
  });

  it("takes no own place and does not count it", () => {
    const all = importing("own", "p1", "p2", "p3", "own");
    expect(became(all, [])).toEqual([
      "competitor_is_own_place",
      ...Array<string>(3).fill("CompetitorAdded"),
      "skipped",
    ]);
  });

  it("decides as adding row by row does, whatever the rows and whoever was there before", () => {
    const placeId = fc.constantFrom("p1", "p2", "p3", "p4", "p5", "own");
    fc.assert(
      fc.property(fc.array(placeId, { maxLength: 6 }), fc.array(placeId, { maxLength: 12 }), (before, rows) => {
        const start = importAll(importing(...before))(competitors.initial).reduce(
          competitors.evolve,
          competitors.initial,
        );
        const all = importing(...rows);
        const decided = importAll(all)(start);
        let roster = start;
        for (const row of all.rows) {
          const one = add({ ...all, ...row })(roster);
          if (!isRefusal(one)) roster = one.reduce(competitors.evolve, roster);
        }
        expect(decided.reduce(competitors.evolve, start)).toEqual(roster);
        expect(activeIn(roster)).toBeLessThanOrEqual(3);
        expect(importAll(all)(roster)).toEqual([]);
      }),
    );
  });

  it("of thousands of rows onto a long roster is decided at once", () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `many-${at}`);
    const all = { ...importing(...many), quota: 5_000 };
    const startedAt = performance.now();
    const decided = importAll(all)(competitors.initial);
    expect(importedRows(all, competitors.initial, decided)).toHaveLength(5_000);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
