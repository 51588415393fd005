/** GET /api/v1/notifications: of what the active business is told, and where. */
import { untilChosen } from "../../domain/notifications";
import { apiKey, query } from "../../infra/http/endpoint";
import type { NotificationSettingsRow } from "../../projections/notification-settings";
import { notificationsOf, notificationsView } from "./notifications-view";

export const getNotifications = query({
  id: "get-notifications",
  method: "GET",
  path: "/api/v1/notifications",
  access: apiKey("notifications:write"),
  on: "business",
  area: "notification",
  summary: "Of what the business is told, and where",
  description:
    "Until something is chosen, no alert is mailed, and verdicts on SMS registrations are. Whatever is chosen here, alerts are " +
    "in the list of alerts, and those of all businesses of the account go to the webhook endpoints that are subscribed to them.",
  reads: ["notification_settings"],
  responds: { status: 200, body: notificationsView },
  handle: async (_input, { read, business, account, services }) => {
    const row = await read<NotificationSettingsRow>("notification_settings")
      .where({ business_id: business.id })
      .first();
    const addressed = { businessId: business.id, to: account.email, configured: services.mail.configured };
    if (row === undefined) return notificationsOf(addressed, { email: untilChosen, webhook: null, sms: null });
    const email = { alerts: [...row.email_alerts], complianceStatus: row.email_compliance_status };
    return notificationsOf(addressed, { email, webhook: row.webhook, sms: row.sms });
  },
});
