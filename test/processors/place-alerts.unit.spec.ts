import type { BusinessEvent } from "../../domain/businesses";
import type { CompetitorEvent } from "../../domain/competitors";
import { alertTypes } from "../../domain/event-types";
import type { PlaceEvent } from "../../domain/places/events";
import { placeAlerts, type AlertIntent } from "../../processors/place-alerts";
import { givenProcess } from "../support/given-process";

type Heard = PlaceEvent | CompetitorEvent | BusinessEvent;

const claim = { name: "Rival", address: null, rating: null, reviewCount: null, website: null };
const tracked = (businessId: string, placeId: string) => ({
  businessId,
  accountId: `account of ${businessId}`,
  competitorId: `${placeId} of ${businessId}`,
  placeId,
});
const tracks = (businessId: string, placeId = "p1"): Heard => ({
  type: "CompetitorAdded",
  data: { ...tracked(businessId, placeId), claim },
});
const tracksAgain = (businessId: string, placeId = "p1"): Heard => ({
  type: "CompetitorReactivated",
  data: { ...tracked(businessId, placeId), claim },
});
const leaves = (businessId: string, placeId = "p1"): Heard => ({
  type: "CompetitorRemoved",
  data: tracked(businessId, placeId),
});
const owns = (businessId: string, placeId = "p1", previousPlaceId: string | null = null): Heard => ({
  type: "OwnPlaceLinked",
  data: { businessId, accountId: `account of ${businessId}`, placeId, previousPlaceId },
});
const disowns = (businessId: string, placeId = "p1"): Heard => ({
  type: "OwnPlaceUnlinked",
  data: { businessId, accountId: `account of ${businessId}`, placeId },
});
const seen = (placeId = "p1") => ({
  placeId,
  observedAt: "2026-01-01T12:00:00.000Z",
  source: "maps",
  live: true,
  name: "Fjord",
});
const rated = (placeId = "p1", more: { live?: boolean; before?: number | null } = {}): Heard => ({
  type: "PlaceRatingChanged",
  data: { ...seen(placeId), before: 4.4, after: 4.5, ...more },
});
const surged: Heard = {
  type: "PlaceReviewsSurged",
  data: { ...seen(), day: "2026-01-01", newReviews: 14, expectedReviews: 1.2, windowDays: 1 },
};
const changes: readonly Heard[] = [
  rated(),
  surged,
  { type: "PlaceHoursChanged", data: { ...seen(), before: { mon: "9-17" }, after: { mon: "9-18" } } },
  { type: "PlaceWebsiteChanged", data: { ...seen(), before: "https://a.example", after: "https://b.example" } },
  { type: "PlaceStatusChanged", data: { ...seen(), before: "operational", after: "permanently_closed" } },
  { type: "PlacePriceLevelChanged", data: { ...seen(), before: 1, after: 2 } },
  {
    type: "PlaceProductPriceChanged",
    data: { ...seen(), before: 39, after: 42, productName: "Flat white", currency: "NOK" },
  },
];

/** Who is told what, in a line each. */
function told(before: readonly Heard[], event: Heard): readonly string[] {
  return alertsOf(before, event).map(
    ({ businessId, type, competitorId }) => `${businessId} ${type}${competitorId === null ? "" : ` ${competitorId}`}`,
  );
}
function alertsOf(before: readonly Heard[], event: Heard): readonly AlertIntent[] {
  return givenProcess<Heard>(placeAlerts, before)
    .when(event)
    .intents.map((intent) => {
      if (intent.kind !== "perform" || intent.effect !== "raise_alert")
        throw new Error(`Not an alert: ${intent.kind}.`);
      return intent.payload as unknown as AlertIntent;
    });
}

describe("a live change of a place", () => {
  it("is told to every business that tracks it, under its competitor's id, and to whose own listing it is", () => {
    expect(told([tracks("b1"), tracks("b2"), owns("b3"), tracks("b4", "p2")], rated())).toEqual([
      "b1 competitor.rating_change p1 of b1",
      "b2 competitor.rating_change p1 of b2",
      "b3 business.rating_change",
    ]);
  });

  it("is told of a competitor whatever changed, of the own listing only where it is its rating or its reviews", () => {
    expect(changes.map((event) => told([tracks("b1"), owns("b2")], event).join())).toEqual([
      "b1 competitor.rating_change p1 of b1,b2 business.rating_change",
      "b1 competitor.review_surge p1 of b1,b2 business.review_surge",
      "b1 competitor.hours_change p1 of b1",
      "b1 competitor.website_change p1 of b1",
      "b1 competitor.status_change p1 of b1",
      "b1 competitor.price_change p1 of b1",
      "b1 competitor.price_change p1 of b1",
    ]);
  });

  it("is told with exactly the data that the public catalogue declares", () => {
    for (const event of changes)
      for (const { type, data } of alertsOf([tracks("b1"), owns("b2")], event)) {
        const whole = { alertId: "al1", ...data };
        expect(alertTypes[type].data.parse(whole)).toEqual(whole);
      }
  });

  it("is told as both to a business that tracks the place that became its own listing", () => {
    expect(told([tracks("b1"), owns("b1")], rated())).toEqual([
      "b1 competitor.rating_change p1 of b1",
      "b1 business.rating_change",
    ]);
    expect(told([tracks("b1"), owns("b1"), leaves("b1")], rated())).toEqual(["b1 business.rating_change"]);
    expect(told([tracks("b1"), owns("b1"), disowns("b1")], rated())).toEqual(["b1 competitor.rating_change p1 of b1"]);
  });

  it("is told once, however often the place was added", () => {
    expect(told([tracks("b1"), leaves("b1"), tracksAgain("b1"), tracksAgain("b1")], rated())).toHaveLength(1);
    expect(told([owns("b1"), owns("b1")], rated())).toHaveLength(1);
  });

  it("is not told to who removed the competitor, unlinked the place or linked another one", () => {
    expect(told([tracks("b1"), leaves("b1")], rated())).toEqual([]);
    expect(told([owns("b1"), disowns("b1")], rated())).toEqual([]);
    const relinked = [owns("b1"), owns("b2"), owns("b1", "p2", "p1")];
    expect(told(relinked, rated("p1"))).toEqual(["b2 business.rating_change"]);
    expect(told(relinked, rated("p2"))).toEqual(["b1 business.rating_change"]);
  });

  it("is not told where it is an import of the past, or where nothing was known before", () => {
    expect(told([tracks("b1")], rated("p1", { live: false }))).toEqual([]);
    expect(told([tracks("b1")], rated("p1", { before: null }))).toEqual([]);
  });

  it("leaves nothing behind where the place concerns nobody", () => {
    expect(givenProcess<Heard>(placeAlerts, [rated()]).states.size).toBe(0);
    expect(givenProcess<Heard>(placeAlerts, [tracks("b1"), leaves("b1")]).states.size).toBe(0);
    expect(givenProcess<Heard>(placeAlerts, [owns("b1"), owns("b1", "p2", "p1")]).states).toEqual(
      new Map([["p2", { watchers: [{ businessId: "b1", accountId: "account of b1", competitorId: null }] }]]),
    );
  });
});
