import { alertEvents, alerts, mark, raise, titleOf, type Alert, type AlertEvent } from "../../domain/alerts";
import { eventTypeExamples } from "../../domain/event-type-examples";
import { alertTypes, type AlertType } from "../../domain/event-types";
import { given } from "../support/given";

const alert: Alert = {
  alertId: "al1",
  businessId: "b1",
  accountId: "a1",
  type: "competitor.rating_change",
  competitorId: "c1",
  placeId: "p1",
  title: "Rival: rating changed from 4.4 to 4.5",
  data: { before: 4.4, after: 4.5 },
};
const ids = { alertId: "al1", businessId: "b1" };
const raised: AlertEvent = { type: "AlertRaised", data: alert };
const read: AlertEvent = { type: "AlertRead", data: ids };
const unread: AlertEvent = { type: "AlertMarkedUnread", data: ids };

describe("a business's alerts", () => {
  it("are raised once each, also after they were read", () => {
    given(alerts, []).when(raise(alert)).then([raised]).repeatsNothing();
    given(alerts, [raised, read]).when(raise(alert)).then([]);
  });

  it("are unread first, read once, and unread again once", () => {
    given(alerts, [raised])
      .when(mark("b1", "al1", false))
      .then([]);
    given(alerts, [raised])
      .when(mark("b1", "al1", true))
      .then([read])
      .repeatsNothing();
    given(alerts, [raised, read])
      .when(mark("b1", "al1", false))
      .then([unread])
      .repeatsNothing();
    given(alerts, [])
      .when(mark("b1", "al1", true))
      .thenRefused("alert_not_found");
  });

  it("of the first version, which all were about a place, are read as they are", () => {
    const { upcasters, schema, version } = alertEvents.AlertRaised;
    expect([version, schema.parse(upcasters[1]?.({ ...alert }))]).toEqual([2, alert]);
    expect(schema.parse({ ...alert, placeId: null }).placeId).toBeNull();
  });

  it("have a title of every type that names the place and what happened", () => {
    const titles = (Object.keys(alertTypes) as AlertType[]).map((type) => titleOf(type, eventTypeExamples[type]));
    expect(titles).toEqual([
      "Harbour Café: rating changed from 4.4 to 4.5",
      "Harbour Café: 14 new reviews, more than usual",
      "Harbour Café: opening hours changed",
      "Harbour Café: website changed",
      "Harbour Café: newly seen in your area and category",
      "Harbour Café: a price changed",
      "Harbour Café: is now temporarily closed",
      "Harbour Café: rating changed from 4.4 to 4.5",
      "Harbour Café: 14 new reviews, more than usual",
      "SMS registration was approved",
    ]);
    expect(titleOf("competitor.hours_change", { name: null })).toBe("A place: opening hours changed");
  });
});
