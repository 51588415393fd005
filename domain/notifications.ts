/** Of what a business wants to be told, and where; and which alerts it was mailed: none twice, and only so many in a UTC day. */
import { z } from "zod";
import { found, noBuckets, put, type Buckets } from "./buckets";
import { counted, unused, usedOn, type DayAllowance, type DayUse } from "./day-quota";
import { alertTypeSchema, type AlertType } from "./event-types";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { storedInstantSchema } from "./instant";

const ids = { businessId: z.string(), accountId: z.string() };
/** Mails go to the address of the account, which nobody else can make it write to. */
const byMailSchema = z.object({ alerts: z.array(alertTypeSchema), complianceStatus: z.boolean() });
export type ByMail = z.output<typeof byMailSchema>;
/** Delivered to one of the account's endpoints as what that is subscribed to itself, and never twice. */
const byWebhookSchema = z.object({ endpointId: z.string(), alerts: z.array(alertTypeSchema) });
export type ByWebhook = z.output<typeof byWebhookSchema>;
/** From a number of the business to a phone that has written to it; each is one of the business's messages. */
const bySmsSchema = z.object({
  phoneNumberId: z.string(),
  /** E.164. */
  to: personal(z.string()),
  alerts: z.array(alertTypeSchema),
});
export type BySms = z.output<typeof bySmsSchema>;

export const alertTextHindranceSchema = z.enum([
  "number_not_usable",
  "recipient_opted_out",
  "message_limit_reached",
  /** It could not be written for a day, or was tried in vain. */
  "gave_up",
]);
export type AlertTextHindrance = z.output<typeof alertTextHindranceSchema>;

export const notificationEvents = defineEvents({
  /** All that is wanted from here on. */
  NotificationsChosen: z.object({
    ...ids,
    email: byMailSchema,
    webhook: byWebhookSchema.nullable(),
    /** Absent where nobody is texted. */
    sms: bySmsSchema.optional(),
  }),
  /** It is to be handed to the mail server, and counts for the UTC day of `begunAt`, whatever becomes of it. */
  AlertMailBegun: z.object({ ...ids, alertId: z.string(), begunAt: storedInstantSchema }),
  /** The mail server has it, or the outbox does where there is none. It counts for its day where nothing told that it was begun. */
  AlertMailed: z.object({ ...ids, alertId: z.string(), mailedAt: z.iso.datetime() }),
  /** The mail server does not take it, and never will. */
  AlertMailRefused: z.object({ ...ids, alertId: z.string() }),
  /** No text message was written of it. What becomes of one that was written, its conversation tells. */
  AlertTextNotSent: z.object({ ...ids, alertId: z.string(), reason: alertTextHindranceSchema }),
});
export type NotificationEvent = EventsOf<typeof notificationEvents>;

export interface Notifications {
  readonly email: ByMail;
  readonly webhook: ByWebhook | null;
  readonly sms: BySms | null;
  /** By alert id: to be mailed, or mailed or refused. The oldest give way. */
  readonly told: Buckets<"begun" | "ended">;
  readonly mailed: DayUse;
}

/** Until something is chosen: no alert, and the verdicts on registrations, for which their owner waits. */
export const untilChosen: ByMail = { alerts: [], complianceStatus: true };

/** Of each of the 256 buckets, and no plan mails as many alerts in ten days. */
const TOLD_MAX = 16;

export const notifications = aggregate({
  category: "notifications",
  owner: "business",
  events: notificationEvents,
  initial: { email: untilChosen, webhook: null, sms: null, told: noBuckets, mailed: unused },
  evolve: (state, event): Notifications => {
    if (event.type === "AlertTextNotSent") return state;
    if (event.type === "NotificationsChosen") {
      const { email, webhook, sms = null } = event.data;
      return { ...state, email, webhook, sms };
    }
    const { alertId } = event.data;
    if (event.type === "AlertMailBegun")
      return {
        ...state,
        told: put(state.told, alertId, "begun", TOLD_MAX),
        mailed: counted(state.mailed, event.data.begunAt),
      };
    const wasCounted = event.type === "AlertMailRefused" || found(state.told, alertId) === "begun";
    return {
      ...state,
      told: put(state.told, alertId, "ended", TOLD_MAX),
      mailed: wasCounted ? state.mailed : counted(state.mailed, event.data.mailedAt),
    };
  },
});

type NotificationDecision = Decision<Notifications, NotificationEvent>;
type Whose = Pick<Extract<NotificationEvent, { type: "NotificationsChosen" }>["data"], "businessId" | "accountId">;

export interface NotificationChanges {
  readonly email?: { readonly [Name in keyof ByMail]?: Readonly<ByMail[Name]> | undefined } | undefined;
  readonly webhook?: (Readonly<Omit<ByWebhook, "alerts">> & Alerts) | null | undefined;
  readonly sms?: (Readonly<Omit<BySms, "alerts">> & Alerts) | null | undefined;
}
interface Alerts {
  readonly alerts: readonly AlertType[];
}

/** A set, whose order says nothing. */
const setOf = (alerts: readonly AlertType[]): AlertType[] => [...new Set(alerts)].sort();

/** What is not given stays as it is; the same choice again changes nothing. The caller has made sure that the endpoint is the account's, and that the phone may be texted. */
export const chooseNotifications =
  (whose: Whose, { email: changes = {}, ...given }: NotificationChanges): NotificationDecision =>
  (before) => {
    const { alerts = before.email.alerts, complianceStatus = before.email.complianceStatus } = changes;
    const email = { alerts: setOf(alerts), complianceStatus };
    const { webhook: hook = before.webhook, sms: phone = before.sms } = given;
    const webhook = hook === null ? null : { endpointId: hook.endpointId, alerts: setOf(hook.alerts) };
    const sms =
      phone === null ? null : { phoneNumberId: phone.phoneNumberId, to: phone.to, alerts: setOf(phone.alerts) };
    if (isSame({ email, webhook, sms }, before)) return [];
    return [{ type: "NotificationsChosen", data: { ...whose, email, webhook, ...(sms === null ? {} : { sms }) } }];
  };

/** By the link of a mail about an alert: whoever reads it is mailed of none any more. */
export const declineAlertMails = (whose: Whose): NotificationDecision =>
  chooseNotifications(whose, { email: { alerts: [] } });

type Choice = Pick<Notifications, "email" | "webhook" | "sms">;

const isSame = (one: Choice, other: Choice): boolean => JSON.stringify(listed(one)) === JSON.stringify(listed(other));
const listed = ({ email, webhook, sms }: Choice) => [
  ...[email.alerts, email.complianceStatus],
  webhook === null ? null : [webhook.endpointId, webhook.alerts],
  sms === null ? null : [sms.phoneNumberId, sms.to, sms.alerts],
];

/** Alert mails of the UTC day of `now`, an ISO instant. */
export const alertMailsUsed = ({ mailed }: Notifications, now: string): number => usedOn(mailed, now);

/** Why the alert is not to be mailed; undefined where it is. One that was begun is counted already. */
export function notToBeMailed(
  { email, told, mailed }: Notifications,
  { alertId, type }: { readonly alertId: string; readonly type: AlertType },
  { now, quota }: DayAllowance,
): "not_wanted" | "told_before" | "enough_today" | undefined {
  const before = found(told, alertId);
  if (before === "ended") return "told_before";
  if (!email.alerts.includes(type)) return "not_wanted";
  return before === "begun" || usedOn(mailed, now) < quota ? undefined : "enough_today";
}

/** Decided before anything is sent, so that many at once are no more than the plan allows. Nothing follows where it is not to be mailed. */
export const beginAlertMail =
  (
    { alertId, type, ...whose }: Whose & { readonly alertId: string; readonly type: AlertType },
    allowance: DayAllowance,
  ): NotificationDecision =>
  (state) =>
    found(state.told, alertId) === "begun" || notToBeMailed(state, { alertId, type }, allowance) !== undefined
      ? []
      : [{ type: "AlertMailBegun", data: { ...whose, alertId, begunAt: allowance.now } }];

type Ended = Extract<NotificationEvent, { type: "AlertMailed" | "AlertMailRefused" }>;

/** What became of the mail; nothing is said of one that is known already. */
export const noteAlertMail =
  (outcome: Ended): NotificationDecision =>
  ({ told }) =>
    found(told, outcome.data.alertId) === "ended" ? [] : [outcome];

/** Why nothing is texted of an alert that was to be. */
export const noteTextNotSent =
  (whose: Whose & { readonly alertId: string }, reason: AlertTextHindrance): NotificationDecision =>
  () => [{ type: "AlertTextNotSent", data: { ...whose, reason } }];
