/** The public catalogue: every event type that webhooks and integrations are told, with the schema of its `data`. */
import { z } from "zod";
import { complianceStatusSchema } from "./compliance-status";

/** The newest version of every event type's body. */
export const API_VERSION = "1";

const change = <Value extends z.ZodType>(value: Value) =>
  z.object({
    alertId: z.string(),
    placeId: z.string(),
    name: z.string().nullable(),
    observedAt: z.iso.datetime(),
    before: value,
    after: value,
  });
const ofCompetitor = <S extends z.ZodObject>(schema: S) => schema.extend({ competitorId: z.string() });

const rating = change(z.number().nullable());
const anyFact = change(z.json());
const surge = change(z.null())
  .omit({ before: true, after: true })
  .extend({
    day: z.string().describe("The UTC day on which the reviews came in."),
    newReviews: z.number().int().describe("Reviews that came in within the window."),
    expectedReviews: z.number().describe("What the place's own history makes plausible for the window."),
    windowDays: z.number().int(),
  });
const price = change(z.json()).extend({
  subject: z.enum(["price_level", "product_price"]),
  productName: z.string().nullable(),
  currency: z.string().nullable(),
});
const newCompetitor = z.object({
  alertId: z.string(),
  placeId: z.string(),
  name: z.string().nullable(),
  observedAt: z.iso.datetime(),
  category: z.string(),
  city: z.string(),
  country: z.string().nullable(),
});
const apiKey = z.object({ keyId: z.string(), reason: z.string().nullable() });

/** What a change of a place tells the businesses that track it, or whose own listing it is. */
export const alertTypes = {
  "competitor.rating_change": { summary: "A tracked competitor's rating changed.", data: ofCompetitor(rating) },
  "competitor.review_surge": {
    summary: "A tracked competitor got an unusual spike of reviews.",
    data: ofCompetitor(surge),
  },
  "competitor.hours_change": {
    summary: "A tracked competitor changed its opening hours.",
    data: ofCompetitor(anyFact),
  },
  "competitor.website_change": { summary: "A tracked competitor changed its website.", data: ofCompetitor(anyFact) },
  "competitor.new_competitor": {
    summary: "A place was newly seen in the business's area and category.",
    data: newCompetitor,
  },
  "competitor.price_change": {
    summary: "A tracked competitor's price level or a product's price changed.",
    data: ofCompetitor(price),
  },
  "competitor.status_change": {
    summary: "A tracked competitor closed, paused or reopened.",
    data: ofCompetitor(anyFact),
  },
  "business.rating_change": { summary: "The business's own rating changed.", data: rating },
  "business.review_surge": { summary: "The business's own listing got an unusual spike of reviews.", data: surge },
  "business.sms_compliance_change": {
    summary: "The review of a phone number's SMS compliance registration came to another status.",
    data: z.object({
      alertId: z.string(),
      registrationId: z.string(),
      phoneNumberId: z.string(),
      before: complianceStatusSchema,
      after: complianceStatusSchema,
      changedAt: z.iso.datetime(),
      sandbox: z.boolean().describe("The stand-in reviews it, and its number exists on no network."),
    }),
  },
} as const;
export type AlertType = keyof typeof alertTypes;
export const alertTypeSchema = z.enum(Object.keys(alertTypes) as [AlertType, ...AlertType[]]);

/** Every type that an endpoint can subscribe to. */
export const eventTypes = {
  ...alertTypes,
  "alert.created": {
    summary: "Any new alert was created.",
    data: z.object({ alertId: z.string(), type: alertTypeSchema, title: z.string(), alert: z.json() }),
  },
  "api_key.suspended": { summary: "An administrator suspended an API key.", data: apiKey },
  "api_key.reactivated": { summary: "An administrator reactivated an API key.", data: apiKey },
  "api_key.revoked_by_admin": { summary: "An administrator revoked an API key for good.", data: apiKey },
} as const;
export type EventType = keyof typeof eventTypes;
export const eventTypeSchema = z.enum(Object.keys(eventTypes) as [EventType, ...EventType[]]);

/** The whole body of a delivery. `data` is what {@link eventTypes} declares for the type. */
export const deliveryBody = (type: EventType) =>
  z.object({
    id: z.string().describe("The event; the same for every endpoint that is told of it."),
    type: z.literal(type),
    apiVersion: z.literal(API_VERSION),
    createdAt: z.iso.datetime(),
    businessId: z.string().nullable(),
    position: z.number().int().describe("The log position of the event."),
    sequence: z.number().int().nullable().describe("Counts the deliveries of this endpoint; null for a test."),
    previousDigest: z
      .string()
      .nullable()
      .describe("SHA-256 of the body before, in hex; null for the first and for a test."),
    data: eventTypes[type].data,
  });
