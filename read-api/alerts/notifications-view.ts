/** What is shown of a business's notification settings. */
import { z } from "zod";
import { alertTypeSchema } from "../../domain/event-types";
import type { ByMail, BySms, ByWebhook } from "../../domain/notifications";

const email = z.strictObject({
  to: z.string().describe("The account's own address; mails go nowhere else."),
  configured: z
    .boolean()
    .describe("False where this service has no mail server: mails are kept for its operators then, and reach nobody."),
  alerts: z.array(alertTypeSchema).describe("Types of alerts of which a mail is sent, one for each alert."),
  complianceStatus: z.boolean().describe("Whether verdicts on SMS registrations, and long waits for them, are mailed."),
});

const webhook = z
  .strictObject({ endpointId: z.string(), alerts: z.array(alertTypeSchema) })
  .nullable()
  .describe("Of which alerts of this business an endpoint of the account is told, beside what it is subscribed to.");

const sms = z
  .strictObject({
    phoneNumberId: z.string().describe("The business's number from which it is texted."),
    to: z.string().describe("The phone, in E.164."),
    alerts: z.array(alertTypeSchema),
  })
  .nullable()
  .describe("Of which alerts of this business a phone is texted; null where none is.");

export const notificationsView = z.strictObject({
  notifications: z.strictObject({ businessId: z.string(), email, webhook, sms }),
});

interface Addressed {
  readonly businessId: string;
  readonly to: string;
  readonly configured: boolean;
}

interface Chosen {
  readonly email: ByMail;
  readonly webhook: ByWebhook | null;
  readonly sms: BySms | null;
}

export const notificationsOf = (
  { businessId, to, configured }: Addressed,
  { email: { alerts, complianceStatus }, webhook: told, sms: texted }: Chosen,
): z.input<typeof notificationsView> => ({
  notifications: {
    businessId,
    email: { to, configured, alerts: [...alerts], complianceStatus },
    webhook: told === null ? null : { endpointId: told.endpointId, alerts: [...told.alerts] },
    sms: texted === null ? null : { ...texted, alerts: [...texted.alerts] },
  },
});
