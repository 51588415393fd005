/** Whoever chose to be written to of alerts gets an e-mail for each of those kinds; one that cannot be sent is tried again for a day. */
import { z } from "zod";
import type { AlertEvent } from "../domain/alerts";
import { alertTypeSchema, type AlertType } from "../domain/event-types";
import type { NotificationEvent } from "../domain/notifications";
import { processManager, type Intent } from "../infra/process-manager/process-manager";

/** One instance per business that ever chose: which alerts it wants by e-mail. */
export interface Wanted {
  readonly alerts: readonly AlertType[];
}

const intentSchema = z.object({
  businessId: z.string(),
  accountId: z.string(),
  alertId: z.string(),
  type: alertTypeSchema,
  title: z.string(),
  raisedAt: z.iso.datetime(),
  tries: z.number().int(),
});
/** What `mail_alert` is asked. */
export type MailAlertIntent = z.output<typeof intentSchema>;

/** `again` is when to try once more; null where it is settled. */
const mailedSchema = z.object({ outcome: z.string(), again: z.iso.datetime().nullable() });
export type AlertMailOutcome = z.output<typeof mailedSchema>;

const ofBusiness = ({ data }: { data: { businessId: string } }) => data.businessId;
const mail = (payload: MailAlertIntent): Intent => ({ kind: "perform", effect: "mail_alert", payload: { ...payload } });

export const alertMails = processManager<NotificationEvent | AlertEvent>()<Wanted | null>({
  name: "alert-mails",
  initial: null,
  on: {
    NotificationsChosen: {
      instances: ofBusiness,
      react: (_state, { data }) => ({ state: { alerts: data.email.alerts } }),
    },
    AlertRaised: {
      instances: ofBusiness,
      react: (state, { data, metadata }) => {
        if (state === null || !state.alerts.includes(data.type)) return { state };
        const { businessId, accountId, alertId, type, title } = data;
        const raisedAt = metadata.occurredAt;
        return { state, intents: [mail({ businessId, accountId, alertId, type, title, raisedAt, tries: 0 })] };
      },
    },
  },
  onTimer: (state, { data }) => ({ state, intents: [mail(intentSchema.parse(data))] }),
  onOutcome: (state, { payload, result }) => {
    if (!("done" in result)) return { state };
    const { again } = mailedSchema.parse(result.done);
    if (again === null) return { state };
    const asked = payload as unknown as MailAlertIntent;
    const data = { ...asked, tries: asked.tries + 1 };
    return { state, intents: [{ kind: "remind", name: `again ${asked.alertId}`, at: again, data }] };
  },
});
