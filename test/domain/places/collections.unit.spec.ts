/** What collectors are asked for about a place: one open request for the same thing, ended by whoever brings it. */
import { answeredSince, openCollection, requestCollection } from "../../../domain/places/collections";
import type { PlaceEvent } from "../../../domain/places/events";
import { observe } from "../../../domain/places/observe";
import { places } from "../../../domain/places/place";
import { given } from "../../support/given";
import { decide, NOW, sighting, TERMS, typesOf, watched } from "../../support/sighted";

const wanted = {
  placeId: "place-1",
  requestId: "r1",
  sections: ["listing", "reviews"] as const,
  requestedAt: "2026-02-01T10:00:00.000Z",
  expiresAt: "2026-02-02T10:00:00.000Z",
};
const requested = (requestId = "r1"): PlaceEvent => ({
  type: "PlaceCollectionRequested",
  data: { ...wanted, requestId, sections: [...wanted.sections] },
});
const both = { listing: { rating: 4.1 }, reviews: [] };
const ended = (events: readonly PlaceEvent[]) =>
  events.flatMap((event) => (event.type === "PlaceCollectionAnswered" ? [event.data] : []));

describe("a request for facts of a place", () => {
  const open = given(places, [requested()]);

  it("is recorded once; whoever wants the same or less joins it", () => {
    given(places, []).when(requestCollection(wanted, NOW)).then([requested()]).repeatsNothing();
    open.when(requestCollection({ ...wanted, requestId: "r2", sections: ["reviews"] }, NOW)).then([]);
    expect(openCollection(open.state, ["reviews"], NOW)?.requestId).toBe("r1");
    const more = { ...wanted, requestId: "r2", sections: ["reviews", "photos"] as const };
    expect(open.when(requestCollection(more, NOW)).state.collections).toMatchObject([
      { requestId: "r1" },
      { requestId: "r2", sections: ["reviews", "photos"] },
    ]);
  });

  it("is open until it expires; then it is asked for anew, and the old one is forgotten", () => {
    const later = "2026-02-02T10:00:00.000Z";
    expect(openCollection(open.state, ["listing"], later)).toBeUndefined();
    const anew = { ...wanted, requestId: "r2", requestedAt: later, expiresAt: "2026-02-03T10:00:00.000Z" };
    expect(open.when(requestCollection(anew, later)).state.collections).toMatchObject([{ requestId: "r2" }]);
  });

  it("is not recorded where its own time is over already", () => {
    given(places, []).when(requestCollection(wanted, wanted.expiresAt)).then([]);
  });

  it("is answered by an observation that names it, whatever that brings", () => {
    const events = decide(open.state, sighting("2026-02-01", { answers: "r1" }));
    expect(typesOf(events)).toEqual(["PlaceCollectionAnswered"]);
    expect(ended(events)).toEqual([
      {
        placeId: "place-1",
        observedAt: "2026-02-01T12:00:00.000Z",
        source: "maps",
        requestId: "r1",
        sections: ["listing", "reviews"],
        requestedAt: wanted.requestedAt,
        answeredAt: NOW,
      },
    ]);
  });

  it("is answered by one that brings all it asks for, also where that says nothing new", () => {
    const known = watched([sighting("2026-02-01T09:00:00.000Z", both)]).events;
    const { state } = given(places, [...known, requested()]);
    expect(typesOf(decide(state, sighting("2026-02-01", both)))).toEqual(["PlaceCollectionAnswered"]);
    expect(ended(decide(state, sighting("2026-02-01", { listing: { rating: 4.1 } })))).toEqual([]);
  });

  it("is not answered by what was seen before somebody asked, nor by another request's answer", () => {
    expect(ended(decide(open.state, sighting("2026-02-01T09:00:00.000Z", both)))).toEqual([]);
    expect(ended(decide(open.state, sighting("2026-02-01", { answers: "r2" })))).toEqual([]);
    expect(ended(decide(open.state, sighting("2026-02-01T09:50:00.000Z", both)))).toHaveLength(1);
  });

  it("is over once it is answered: a second answer ends nothing, and who asked before that is served by it", () => {
    const answered = open.when(observe(sighting("2026-02-01", { answers: "r1" }), NOW, TERMS));
    expect(ended(decide(answered.state, sighting("2026-02-01T12:01:00.000Z", both)))).toEqual([]);
    expect(
      requestCollection({ ...wanted, requestId: "r2", requestedAt: "2026-02-01T11:00:00.000Z" }, NOW)(answered.state),
    ).toEqual([]);
    expect(requestCollection({ ...wanted, requestId: "r2", requestedAt: NOW }, NOW)(answered.state)).toEqual([]);
    const later = { ...wanted, requestId: "r2", requestedAt: "2026-02-01T12:00:00.001Z" };
    expect(requestCollection(later, "2026-02-01T12:00:00.001Z")(answered.state)).toHaveLength(1);
  });

  it("is asked for although it was answered by a clock that was ahead, unless that was by minutes", () => {
    const { state } = open.when(observe(sighting("2026-02-01", { answers: "r1" }), NOW, TERMS));
    const asked = (now: string) =>
      requestCollection({ ...wanted, requestId: "r2", requestedAt: "2026-02-01T10:30:00.000Z" }, now)(state);
    expect(asked("2026-02-01T11:49:59.999Z")).toHaveLength(1);
    expect(asked("2026-02-01T11:50:00.000Z")).toEqual([]);
    const sections = ["listing", "reviews"] as const;
    expect(answeredSince(state, sections, "2026-02-01T10:30:00.000Z", "2026-01-31T12:00:00.000Z")).toBe(false);
    expect(answeredSince(state, sections, "2026-02-01T10:30:00.000Z", NOW)).toBe(true);
  });
});
