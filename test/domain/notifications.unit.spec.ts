/** What a business wants to be told of by e-mail: chosen in parts, and of no alert twice. */
import {
  alertMailsUsed,
  beginAlertMail,
  chooseNotifications,
  declineAlertMails,
  noteAlertMail,
  notifications,
  notToBeMailed,
  untilChosen,
  noteTextNotSent,
  type ByMail,
  type BySms,
  type ByWebhook,
  type NotificationEvent,
} from "../../domain/notifications";
import { given } from "../support/given";

const whose = { businessId: "b1", accountId: "a1" };
const NOON = "2026-03-01T12:00:00.000Z";
const chosen = (email: ByMail, webhook: ByWebhook | null = null): NotificationEvent => ({
  type: "NotificationsChosen",
  data: { ...whose, email, webhook },
});
const mailed = (alertId: string, mailedAt = NOON) =>
  ({ type: "AlertMailed", data: { ...whose, alertId, mailedAt } }) as const;
const refused = (alertId: string) => ({ type: "AlertMailRefused", data: { ...whose, alertId } }) as const;
const begun = (alertId: string, begunAt = NOON) =>
  ({ type: "AlertMailBegun", data: { ...whose, alertId, begunAt } }) as const;
const rating = { alerts: ["competitor.rating_change"], complianceStatus: true } as ByMail;
const about = (alertId: string) => ({ alertId, type: "competitor.rating_change" }) as const;

describe("the notifications of a business", () => {
  it("are chosen in parts: what is not given stays, and the same again changes nothing", () => {
    given(notifications, [])
      .when(chooseNotifications(whose, { email: { alerts: rating.alerts } }))
      .then([chosen(rating)])
      .repeatsNothing();
    given(notifications, [chosen(rating)])
      .when(chooseNotifications(whose, { email: { complianceStatus: false } }))
      .then([chosen({ ...rating, complianceStatus: false })]);
    given(notifications, [chosen(rating)])
      .when(chooseNotifications(whose, {}))
      .then([]);
  });

  it("end where whoever is mailed says so by a mail's link, and everything else stays as it was chosen", () => {
    const webhook: ByWebhook = { endpointId: "e1", alerts: ["competitor.rating_change"] };
    given(notifications, [chosen({ ...rating, complianceStatus: false }, webhook)])
      .when(declineAlertMails(whose))
      .then([chosen({ alerts: [], complianceStatus: false }, webhook)])
      .repeatsNothing();
    given(notifications, []).when(declineAlertMails(whose)).then([]);
  });

  it("are a set, whose order says nothing", () => {
    const both = ["competitor.rating_change", "business.review_surge"] as const;
    given(notifications, [])
      .when(chooseNotifications(whose, { email: { alerts: [...both, ...both] } }))
      .then([chosen({ ...untilChosen, alerts: [...both].reverse() })]);
    given(notifications, [chosen({ ...untilChosen, alerts: [...both].reverse() })])
      .when(chooseNotifications(whose, { email: { alerts: [...both] } }))
      .then([]);
  });

  it("go to an endpoint until that is taken back, whatever is chosen of mails meanwhile", () => {
    const webhook: ByWebhook = { endpointId: "e1", alerts: ["competitor.rating_change"] };
    given(notifications, [])
      .when(chooseNotifications(whose, { webhook }))
      .then([chosen(untilChosen, webhook)])
      .repeatsNothing();
    const choices = [chosen(untilChosen, webhook)];
    given(notifications, choices)
      .when(chooseNotifications(whose, { email: { alerts: rating.alerts } }))
      .then([chosen(rating, webhook)]);
    given(notifications, choices)
      .when(chooseNotifications(whose, { webhook: null }))
      .then([chosen(untilChosen)]);
  });

  it("go to a phone until that is taken back, whatever is chosen of the rest meanwhile", () => {
    const sms: BySms = { phoneNumberId: "n1", to: "+14155550123", alerts: ["competitor.rating_change"] };
    const texted = (email = untilChosen): NotificationEvent => ({
      type: "NotificationsChosen",
      data: { ...whose, email, webhook: null, sms },
    });
    const both = { ...sms, alerts: [...sms.alerts, ...sms.alerts] };
    given(notifications, [])
      .when(chooseNotifications(whose, { sms: both }))
      .then([texted()])
      .repeatsNothing();
    given(notifications, [texted()])
      .when(chooseNotifications(whose, { email: { alerts: rating.alerts } }))
      .then([texted(rating)]);
    given(notifications, [texted()])
      .when(chooseNotifications(whose, { sms: null }))
      .then([chosen(untilChosen)]);
    given(notifications, [texted()])
      .when(chooseNotifications(whose, { sms: { ...sms, to: "+14155550124" } }))
      .then([
        { type: "NotificationsChosen", data: { ...texted().data, sms: { ...sms, to: "+14155550124" } } },
      ] as never);
    const untold = given(notifications, [texted()]).when(noteTextNotSent({ ...whose, alertId: "al1" }, "gave_up"));
    untold.then([{ type: "AlertTextNotSent", data: { ...whose, alertId: "al1", reason: "gave_up" } }]);
    expect(untold.state.sms).toEqual(sms);
  });

  it("are of the kinds that were chosen last, once for each alert, and no more in a day than the plan allows", () => {
    const { state } = given(notifications, [chosen(rating), mailed("al1"), refused("al2")]);
    const now = { now: NOON, quota: 2 };
    expect(notToBeMailed(state, about("al3"), now)).toBeUndefined();
    expect(notToBeMailed(state, { ...about("al3"), type: "business.review_surge" }, now)).toBe("not_wanted");
    expect(["al1", "al2"].map((id) => notToBeMailed(state, about(id), now))).toEqual(["told_before", "told_before"]);
    expect(notToBeMailed(state, about("al3"), { now: NOON, quota: 1 })).toBe("enough_today");
    expect(notToBeMailed(state, about("al3"), { now: "2026-03-02T00:00:00.000Z", quota: 1 })).toBeUndefined();
    expect([alertMailsUsed(state, NOON), alertMailsUsed(state, "2026-03-02T00:00:00.000Z")]).toEqual([1, 0]);
  });

  it("count a mail when it is begun: once, whatever becomes of it and however long that takes", () => {
    const begin = (alertId: string, now = NOON) => beginAlertMail({ ...whose, ...about(alertId) }, { now, quota: 1 });
    given(notifications, [chosen(rating)])
      .when(begin("al1"))
      .then([begun("al1")])
      .repeatsNothing();
    const events = [chosen(rating), begun("al1")];
    given(notifications, events).when(begin("al2")).then([]);
    given(notifications, events)
      .when(begin("al2", "2026-03-02T00:00:00.000Z"))
      .then([begun("al2", "2026-03-02T00:00:00.000Z")]);
    for (const ended of [[], [mailed("al1", "2026-03-02T00:00:00.000Z")], [refused("al1")]]) {
      const { state } = given(notifications, [...events, ...ended]);
      expect([alertMailsUsed(state, NOON), alertMailsUsed(state, "2026-03-02T00:00:00.000Z")]).toEqual([1, 0]);
      expect(notToBeMailed(state, about("al2"), { now: NOON, quota: 1 })).toBe("enough_today");
      const own = notToBeMailed(state, about("al1"), { now: NOON, quota: 1 });
      expect(own).toBe(ended.length === 0 ? undefined : "told_before");
    }
  });

  it("say of each alert once what became of its mail", () => {
    given(notifications, [])
      .when(noteAlertMail(mailed("al1")))
      .then([mailed("al1")])
      .repeatsNothing();
    given(notifications, [refused("al1")])
      .when(noteAlertMail(mailed("al1")))
      .then([]);
  });
});
