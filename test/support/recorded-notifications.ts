/** What a recorded history holds of a business's notifications: what it chose, and what became of mails and texts. */
import {
  beginAlertMail,
  chooseNotifications,
  noteAlertMail,
  notifications,
  noteTextNotSent,
} from "../../domain/notifications";
import { asked, instant, oneOf, type Choice } from "./recorded-choices";

export const notification = ({ owner, entity, pick }: Choice) => {
  const businessId = `b${owner}.${entity % 2}`;
  const [whose, alertId] = [{ businessId, accountId: `a${owner}` }, `al${owner}.${entity % 2} ${pick % 5}`];
  const email = { alerts: oneOf([["competitor.price_change"], []] as const, pick), complianceStatus: pick % 3 > 0 };
  const about = { ...whose, alertId, type: "competitor.price_change" } as const;
  const begun = beginAlertMail(about, { now: instant, quota: 1_000 });
  const mailed = noteAlertMail({ type: "AlertMailed", data: { ...whose, alertId, mailedAt: instant } });
  const refused = noteAlertMail({ type: "AlertMailRefused", data: { ...whose, alertId } });
  const webhook = { endpointId: `e${owner}.${entity}`, alerts: email.alerts };
  const sms = { phoneNumberId: `n${businessId} 0`, to: `+1202555010${pick % 3}`, alerts: email.alerts };
  const phone = oneOf([null, sms], Math.floor(pick / 2));
  const chosen = chooseNotifications(whose, { email, webhook: oneOf([null, webhook], pick), sms: phone });
  const untold = noteTextNotSent({ ...whose, alertId }, "message_limit_reached");
  return asked(notifications, businessId, oneOf([chosen, mailed, refused, begun, untold], Math.floor(pick / 5)));
};
