/** PATCH /api/v1/notifications: of what the active business is told and where; only what is given changes. */
import { z } from "zod";
import { alertTypes, alertTypeSchema } from "../../domain/event-types";
import { conversations, hasOptedOut, hasWritten } from "../../domain/conversations";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import { chooseNotifications as choose, notifications } from "../../domain/notifications";
import { refuse } from "../../domain/refusals";
import { webhooks } from "../../domain/webhooks";
import { apiKey, command, type Context } from "../../infra/http/endpoint";
import { notificationsOf, notificationsView } from "../../read-api/alerts/notifications-view";
import { approvedNumber } from "../messaging/conversing";
import { customerPhoneSchema } from "../messaging/customer-phone";
import { messagingFails, phoneNumberIdSchema, usableNumberRefusals } from "../messaging/usable-number";

const alertsSchema = z.array(alertTypeSchema).max(Object.keys(alertTypes).length);

export const chooseNotifications = command({
  id: "choose-notifications",
  method: "PATCH",
  path: "/api/v1/notifications",
  access: apiKey("notifications:write"),
  on: "business",
  area: "notification",
  summary: "Choose of what the business is told, and where",
  description:
    "Each alert of a chosen type is mailed to the account's own address, once, and as many in a UTC day as the plan allows " +
    "(`alertMailsPerDay` of `GET /api/v1/usage`); further ones are in the list of alerts alone. A mail that cannot be sent is tried again for " +
    "a day. A webhook endpoint of the account is told of the chosen alerts of this business beside what it is subscribed to, of " +
    "none twice, signed and repeated as all that it is told; one that is deleted is told nothing. " +
    "A phone gets one text message for each chosen alert, from a number of the business whose registration is approved, in the conversation with " +
    "that phone: it counts as one of the business's messages of the day, and STOP ends it. The phone must have written to the business " +
    "before, which shows whose it is. Of what cannot be written the business's history says why (`AlertTextNotSent`). " +
    "What is chosen holds for alerts that are raised from then on.",
  body: z.strictObject({
    email: z
      .strictObject({
        alerts: alertsSchema.optional(),
        complianceStatus: z.boolean().optional(),
      })
      .optional(),
    webhook: z
      .strictObject({ endpointId: z.string().max(100), alerts: alertsSchema })
      .nullable()
      .optional()
      .describe("Null for none."),
    sms: z
      .strictObject({ phoneNumberId: phoneNumberIdSchema, to: customerPhoneSchema, alerts: alertsSchema })
      .nullable()
      .optional()
      .describe("Null for none."),
  }),
  responds: { status: 200, body: notificationsView },
  refusals: [
    "webhook_endpoint_not_found",
    "business_not_found",
    ...usableNumberRefusals,
    "sms_compliance_pending",
    "recipient_opted_out",
    "destination_not_confirmed",
  ],
  fails: messagingFails,
  example: { email: { alerts: ["competitor.rating_change", "business.review_surge"], complianceStatus: true } },
  handle: async ({ body }, context) => {
    const { account, business, services } = context;
    const endpointId = body.webhook?.endpointId;
    const endpoints = endpointId === undefined ? undefined : await services.runner.load(webhooks, account.id);
    if (endpointId !== undefined && endpoints?.state.has(endpointId) !== true)
      return refuse("webhook_endpoint_not_found", "There is no such webhook endpoint.");
    const hindrance = body.sms ? await hindranceTo(context, body.sms) : undefined;
    if (hindrance !== undefined) return hindrance;
    const decide = choose({ businessId: business.id, accountId: account.id }, body);
    const executed = await context.execute(notifications, business.id, decide);
    if (isRefusal(executed)) return executed;
    const addressed = { businessId: business.id, to: account.email, configured: services.mail.configured };
    return notificationsOf(addressed, executed.state);
  },
});

/** Nobody is texted whose phone it is not: that of somebody who wrote from it to the business, and not to be left alone. */
async function hindranceTo(
  context: Context<"business">,
  { phoneNumberId, to }: { readonly phoneNumberId: string; readonly to: string },
): Promise<Refusal | undefined> {
  const number = await approvedNumber(context, phoneNumberId);
  if (isRefusal(number)) return number;
  const { state } = await context.services.runner.load(conversations, context.business.id);
  const sandbox = number.provider === "sandbox";
  if (hasOptedOut(state, to))
    return refuse("recipient_opted_out", "This phone has asked to receive no more messages.", { sandbox });
  if (hasWritten(state, to)) return undefined;
  const message = "Write to the business's number from this phone first: that shows whose it is.";
  return refuse("destination_not_confirmed", message, { phoneNumber: number.phoneNumber, sandbox });
}
