import type { BusinessEvent } from "../../domain/businesses";
import type { CompetitorEvent } from "../../domain/competitors";
import type { PlaceEvent } from "../../domain/places/events";
import type { Collectable } from "../../domain/places/observation";
import type { RefreshEvent } from "../../domain/refreshes";
import { collections } from "../../processors/collections";
import { givenProcess } from "../support/given-process";
import { profileOf } from "../support/profile";

type Event = RefreshEvent | PlaceEvent | CompetitorEvent | BusinessEvent;

const requestedAt = "2026-02-01T00:00:00.000Z";
const expiresAt = "2026-02-02T00:00:00.000Z";
const ids = (business: string) => ({
  businessId: business,
  accountId: `account-of-${business}`,
  competitorId: `competitor-of-${business}`,
  placeId: "p1",
});
const asked = (business: string, sections: readonly Collectable[] = ["listing", "reviews"]) =>
  ({
    type: "RefreshRequested",
    data: { ...ids(business), refreshId: `refresh-of-${business}`, sections: [...sections], requestedAt, expiresAt },
  }) satisfies Event;
const answered = (requestId: string, sections: readonly Collectable[]): Event => ({
  type: "PlaceCollectionAnswered",
  data: {
    placeId: "p1",
    observedAt: requestedAt,
    source: "tests",
    requestId,
    sections: [...sections],
    requestedAt,
    answeredAt: requestedAt,
  },
});
const removed = (business: string): Event => ({ type: "CompetitorRemoved", data: ids(business) });

const timer = (business: string) => `expires refresh-of-${business}`;
const forget = (business: string) => ({ kind: "forget", name: timer(business) });
const settle = (business: string, outcome: string) => ({
  kind: "perform",
  effect: "settle_refresh",
  payload: { businessId: business, refreshId: `refresh-of-${business}`, outcome },
  businessId: business,
});
const withdraw = (requestId: string) => ({ kind: "perform", effect: "withdraw_collection", payload: { requestId } });
const told = (business: string, requestId: string | null, alreadyAnswered = false) => ({
  effect: "request_collection",
  payload: {},
  result: { done: { refreshId: `refresh-of-${business}`, requestId, answered: alreadyAnswered } },
});
const waiting = (process: { readonly states: ReadonlyMap<string, unknown> }) =>
  ((process.states.get("p1") as { waiters: { businessId: string }[] } | undefined)?.waiters ?? []).map(
    ({ businessId }) => businessId,
  );

describe("collections", () => {
  const one = givenProcess<Event>(collections, [asked("b1")]);

  it("are asked for on behalf of whoever wants them, until a durable timer ends the waiting", () => {
    expect(one.intents).toEqual([
      { kind: "remind", name: timer("b1"), at: expiresAt },
      { kind: "perform", effect: "request_collection", payload: asked("b1").data },
    ]);
    expect(waiting(one)).toEqual(["b1"]);
  });

  it("that are answered settle everyone whose sections the answer covers, and nobody else", () => {
    const three = one.when(asked("b2", ["listing"])).when(asked("b3", ["listing", "jobs"]));
    const after = three.when(answered("r1", ["listing", "reviews"]));
    expect(after.intents).toEqual([
      forget("b1"),
      settle("b1", "answered"),
      forget("b2"),
      settle("b2", "answered"),
      withdraw("r1"),
    ]);
    expect(waiting(after)).toEqual(["b3"]);
    expect(after.when(answered("r3", ["listing", "jobs"])).states.size).toBe(0);
  });

  it("that another request's answer has made needless are withdrawn too, unless somebody still waits for them", () => {
    const listing = givenProcess<Event>(collections, [asked("b1", ["listing"]), asked("b2", ["listing", "jobs"])]);
    const joined = listing.whenEnded("p1", told("b1", "r1"));
    expect(joined.when(answered("r9", ["listing"])).intents.slice(2)).toEqual([withdraw("r9"), withdraw("r1")]);
    const both = joined.whenEnded("p1", told("b2", "r1"));
    expect(both.when(answered("r9", ["listing"])).intents.slice(2)).toEqual([withdraw("r9")]);
  });

  it("that nobody answers expire for the one whose time is over, and the others go on waiting", () => {
    const due = one.when(asked("b2")).whenDue("p1", timer("b1"), expiresAt);
    expect([due.intents, waiting(due)]).toEqual([[settle("b1", "expired")], ["b2"]]);
  });

  it("that were answered before anybody could be asked end at once", () => {
    const ended = one.whenEnded("p1", told("b1", null, true));
    expect(ended.intents).toEqual([forget("b1"), settle("b1", "answered")]);
    expect(ended.states.size).toBe(0);
  });

  it("that could not be asked for go on waiting until they expire", () => {
    const failed = one.whenEnded("p1", { effect: "request_collection", payload: {}, result: { gaveUp: "Why" } });
    expect([failed.intents, waiting(failed)]).toEqual([[], ["b1"]]);
  });

  it("are left by a business that tracks the place no more, and its refresh ends", () => {
    const two = one.when(asked("b2"));
    const left = two.when(removed("b1"));
    expect(left.intents).toEqual([
      forget("b1"),
      settle("b1", "expired"),
      { kind: "perform", effect: "leave_collections", payload: { businessId: "b1", placeId: "p1" } },
    ]);
    expect(waiting(left)).toEqual(["b2"]);
    expect(left.when(removed("b2")).states.size).toBe(0);
  });

  it("of a business that is deleted, or to be erased, are left, whatever places they are of", () => {
    const deleted: Event = {
      type: "BusinessDeletionRequested",
      data: { businessId: "b1", accountId: "a1", profile: profileOf({}), restorableUntil: expiresAt },
    };
    const profile = profileOf({});
    const ordered: Event = {
      type: "BusinessErasureOrdered",
      data: { businessId: "b1", accountId: "a1", profile, reason: "Asked for" },
    };
    for (const gone of [deleted, ordered]) {
      const after = one.when(gone);
      expect(after.intents).toEqual([
        { kind: "perform", effect: "leave_all_collections", payload: { businessId: "b1" } },
      ]);
      expect([waiting(after), after.states.size]).toEqual([["b1"], 1]);
    }
  });

  it("that collectors could not be told of are published again later, while what was answered settles at once", () => {
    const again = "2026-02-01T00:01:00.000Z";
    const { data } = asked("b1");
    const failed = (tries: object) => ({
      effect: "request_collection",
      payload: { ...data, ...tries },
      result: { done: { refreshId: data.refreshId, requestId: "r1", answered: false, again } },
    });
    const name = `publish ${data.refreshId}`;
    const first = one.whenEnded("p1", failed({}));
    expect(first.intents).toEqual([{ kind: "remind", name, at: again, data: { ...data, tries: 1 } }]);
    expect(first.whenEnded("p1", failed({ tries: 1 })).intents).toMatchObject([{ name, data: { tries: 2 } }]);
    const due = first.whenDue("p1", name, again, { ...data, tries: 1 });
    expect(due.intents).toEqual([
      { kind: "perform", effect: "request_collection", payload: { ...data, tries: 1 }, businessId: "b1" },
    ]);
    const ended = first.when(answered("r1", ["listing", "reviews"]));
    expect(ended.intents).toEqual([forget("b1"), settle("b1", "answered"), withdraw("r1")]);
    expect(ended.whenDue("p1", name, again, { ...data, tries: 1 }).intents).toEqual([]);
  });

  it("concern nobody who did not ask", () => {
    const nothing = givenProcess<Event>(collections).when(removed("b1"));
    expect([nothing.states.size, nothing.intents]).toEqual([0, []]);
    const unasked = givenProcess<Event>(collections).when(answered("r1", ["listing"]));
    expect([unasked.states.size, unasked.intents]).toEqual([0, [withdraw("r1")]]);
  });
});
