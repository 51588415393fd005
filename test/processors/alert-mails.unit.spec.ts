/** Alerts of the kinds that were chosen are mailed, from the choice on, and again where that could not be done. */
import type { AlertEvent } from "../../domain/alerts";
import type { AlertType } from "../../domain/event-types";
import type { NotificationEvent } from "../../domain/notifications";
import type { ProcessManager } from "../../infra/process-manager/process-manager";
import { alertMails } from "../../processors/alert-mails";
import { givenProcess } from "../support/given-process";

const ids = { businessId: "b1", accountId: "a1" };
const NOON = "2026-03-01T12:00:00.000Z";
const chose = (...alerts: AlertType[]): NotificationEvent => ({
  type: "NotificationsChosen",
  data: { ...ids, email: { alerts, complianceStatus: true }, webhook: null },
});
const raised = (type: AlertType): AlertEvent & { metadata: { occurredAt: string } } => ({
  type: "AlertRaised",
  data: { ...ids, alertId: "al1", type, competitorId: null, placeId: null, title: "A place: changed", data: {} },
  metadata: { occurredAt: NOON },
});
const asked = { ...ids, alertId: "al1", type: "competitor.price_change", title: "A place: changed", raisedAt: NOON };
const mail = (tries: number) => [{ kind: "perform", effect: "mail_alert", payload: { ...asked, tries } }];
const manager = alertMails as unknown as ProcessManager;
const process = (...events: (NotificationEvent | AlertEvent)[]) => givenProcess(manager, events);

test("an alert of a chosen kind is mailed; of another kind, or where nothing was ever chosen, it is not", () => {
  expect(process(chose("competitor.price_change")).when(raised("competitor.price_change")).intents).toEqual(mail(0));
  expect(process(chose("competitor.price_change")).when(raised("business.review_surge")).intents).toEqual([]);
  expect(process().when(raised("competitor.price_change")).intents).toEqual([]);
});

test("what was chosen last holds", () => {
  const changed = process(chose("competitor.price_change"), chose("business.review_surge"));
  expect(changed.when(raised("competitor.price_change")).intents).toEqual([]);
  expect(changed.when(raised("business.review_surge")).intents).toHaveLength(1);
});

test("one that could not be sent is tried again when its time has come, and one that is settled is not", () => {
  const again = "2026-03-01T12:01:00.000Z";
  const sent = process(chose("competitor.price_change"), raised("competitor.price_change"));
  const ended = (done: object) => ({ effect: "mail_alert", payload: { ...asked, tries: 0 }, result: { done } });
  const waiting = sent.whenEnded("b1", ended({ outcome: "failed", again }));
  const data = { ...asked, tries: 1 };
  expect(waiting.intents).toEqual([{ kind: "remind", name: "again al1", at: again, data }]);
  expect(waiting.whenDue("b1", "again al1", again, data).intents).toEqual(mail(1));
  expect(sent.whenEnded("b1", ended({ outcome: "sent", again: null })).intents).toEqual([]);
});
