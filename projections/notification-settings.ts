/** Table `notification_settings`: of what each business that ever chose wants to be told, and where. */
import type { AlertType } from "../domain/event-types";
import type { BySms, ByWebhook, NotificationEvent } from "../domain/notifications";
import { boolean, instant, json, projection, text, type RowOf } from "../infra/projector/projection";

const columns = {
  business_id: text,
  /** Types of alerts. */
  email_alerts: json<readonly AlertType[]>(),
  email_compliance_status: boolean,
  /** The endpoint that is told of alerts beside what it is subscribed to, and of which; null where none is. */
  webhook: json<ByWebhook>().orNull,
  /** The phone that is texted, from which number of the business and of which alerts; null where none is. */
  sms: json<BySms>().orNull,
  chosen_at: instant,
};
export type NotificationSettingsRow = RowOf<typeof columns>;

export const notificationSettingsTable = projection<NotificationEvent>()({
  table: "notification_settings",
  version: 2,
  columns,
  key: ["business_id"],
  erasedWith: { business: "business_id" },
  on: {
    NotificationsChosen: {
      keys: ({ data }) => ({ business_id: data.businessId }),
      fold: (_row, { data, metadata }, key) => ({
        ...key,
        email_alerts: data.email.alerts,
        email_compliance_status: data.email.complianceStatus,
        webhook: data.webhook,
        sms: data.sms ?? null,
        chosen_at: metadata.occurredAt,
      }),
    },
  },
});
