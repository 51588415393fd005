/** The alerts of one business: what it was told of changes, with before and after, and whether someone has read it. */
import { z } from "zod";
import type { ComplianceStatus } from "./compliance-status";
import { alertTypeSchema, type AlertType } from "./event-types";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, versioned, type EventsOf } from "./fold/event";
import { refuse } from "./refusals";

const alertSchema = z.object({
  alertId: z.string(),
  businessId: z.string(),
  accountId: z.string(),
  type: alertTypeSchema,
  /** Null where the alert is about the business's own listing or a place that it does not track, or about no place. */
  competitorId: z.string().nullable(),
  /** Null where the alert is about no place. */
  placeId: z.string().nullable(),
  title: z.string(),
  /** The `data` that the public catalogue declares for this type. */
  data: z.record(z.string(), z.json()),
});
export type Alert = z.output<typeof alertSchema>;

/** What the business reads in a list: the place, or what else it is about, and in a few words what happened. */
export function titleOf(type: AlertType, data: Readonly<Record<string, unknown>>): string {
  if (type === "business.sms_compliance_change")
    return `SMS registration ${reviewed[data["after"] as ComplianceStatus]}`;
  const name = typeof data["name"] === "string" ? data["name"] : "A place";
  const happened = {
    rating_change: `rating changed from ${String(data["before"])} to ${String(data["after"])}`,
    review_surge: `${String(data["newReviews"])} new reviews, more than usual`,
    hours_change: "opening hours changed",
    website_change: "website changed",
    new_competitor: "newly seen in your area and category",
    price_change: "a price changed",
    status_change: `is now ${String(data["after"]).replaceAll("_", " ")}`,
  };
  return `${name}: ${happened[type.slice(type.indexOf(".") + 1) as keyof typeof happened]}`;
}

const reviewed: Readonly<Record<ComplianceStatus, string>> = {
  draft: "is a draft",
  pending_review: "is in review again",
  approved: "was approved",
  rejected: "was rejected",
  action_required: "needs changes",
  expired: "has expired",
};

const ids = { alertId: z.string(), businessId: z.string() };

export const alertEvents = defineEvents({
  /** In the first version every alert was about a place. */
  AlertRaised: versioned(2, alertSchema, { 1: (data) => data }),
  AlertRead: z.object(ids),
  AlertMarkedUnread: z.object(ids),
});
export type AlertEvent = EventsOf<typeof alertEvents>;

/** Whether each alert was read, by its id; in buckets by the id's end, so that one more alert does not copy all the others. */
export type Alerts = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

const bucketOf = (alertId: string): string => alertId.slice(-2);

/** Whether the alert was read; undefined where it was never raised. */
const isRead = (known: Alerts, alertId: string): boolean | undefined => known.get(bucketOf(alertId))?.get(alertId);

export const alerts = aggregate({
  category: "alerts",
  owner: "business",
  events: alertEvents,
  initial: new Map() as Alerts,
  evolve: (known, { type, data: { alertId } }): Alerts => {
    const bucket = new Map(known.get(bucketOf(alertId))).set(alertId, type === "AlertRead");
    return new Map(known).set(bucketOf(alertId), bucket);
  },
});

/** The same alert again changes nothing. */
export const raise =
  (alert: Alert): Decision<Alerts, AlertEvent> =>
  (known) =>
    isRead(known, alert.alertId) !== undefined ? [] : [{ type: "AlertRaised", data: alert }];

export const mark =
  (businessId: string, alertId: string, read: boolean): Decision<Alerts, AlertEvent> =>
  (known) => {
    const was = isRead(known, alertId);
    if (was === undefined) return refuse("alert_not_found", "There is no such alert.");
    return was === read ? [] : [{ type: read ? "AlertRead" : "AlertMarkedUnread", data: { alertId, businessId } }];
  };
