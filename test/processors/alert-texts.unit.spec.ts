/** Alerts of the kinds that were chosen are texted, from the choice on, and where one is given up its business hears of it. */
import type { AlertEvent } from "../../domain/alerts";
import type { AlertType } from "../../domain/event-types";
import type { NotificationEvent } from "../../domain/notifications";
import type { ProcessManager } from "../../infra/process-manager/process-manager";
import { alertTexts } from "../../processors/alert-texts";
import { givenProcess } from "../support/given-process";

const ids = { businessId: "b1", accountId: "a1" };
const raisedAt = "2026-03-01T12:00:00.000Z";
const chose = (...alerts: AlertType[]): NotificationEvent => ({
  type: "NotificationsChosen",
  data: {
    ...{ ...ids, email: { alerts: [], complianceStatus: true }, webhook: null },
    ...(alerts.length === 0 ? {} : { sms: { phoneNumberId: "n1", to: "+14155550123", alerts } }),
  },
});
const raised = (type: AlertType): AlertEvent & { metadata: { occurredAt: string } } => ({
  type: "AlertRaised",
  data: { ...ids, alertId: "al1", type, competitorId: null, placeId: null, title: "A price changed", data: {} },
  metadata: { occurredAt: raisedAt },
});
const payload = { ...ids, alertId: "al1", type: "competitor.price_change", title: "A price changed", raisedAt };
const process = (...events: (NotificationEvent | AlertEvent)[]) =>
  givenProcess(alertTexts as unknown as ProcessManager, events);

test("an alert of a kind that was chosen last is texted, and no other is", () => {
  const price = raised("competitor.price_change");
  const texted = [{ kind: "perform", effect: "text_alert", payload }];
  expect(process(chose("competitor.price_change")).when(price).intents).toEqual(texted);
  expect(process(chose("business.review_surge")).when(price).intents).toEqual([]);
  expect(process(chose("competitor.price_change"), chose()).when(price).intents).toEqual([]);
  expect(process().when(price).intents).toEqual([]);
});

test("one that is given up is told, and one that was done is not", () => {
  const sent = process(chose("competitor.price_change"), raised("competitor.price_change"));
  const ended = (result: { done: unknown } | { gaveUp: string }) => ({ effect: "text_alert", payload, result });
  const told = [{ kind: "perform", effect: "give_up_text", payload }];
  expect(sent.whenEnded("b1", ended({ gaveUp: "Error" })).intents).toEqual(told);
  expect(sent.whenEnded("b1", ended({ done: undefined })).intents).toEqual([]);
});
