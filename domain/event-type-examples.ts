/** One example of every public event type's `data`, for documents and test sends. */
import type { EventType } from "./event-types";

const place = {
  alertId: "0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a11",
  placeId: "place-4711",
  name: "Harbour Café",
  observedAt: "2026-01-15T09:30:00.000Z",
};
const competitor = { ...place, competitorId: "0196f1d2-6c1e-7b7e-9d53-3b1d54e1a001" };
const surge = { day: "2026-01-15", newReviews: 14, expectedReviews: 1.2, windowDays: 1 };
const apiKey = { keyId: "0196f1d2-6c1e-7b7e-9d53-77a0c1b2c3d4", reason: "Unusual traffic" };

export const eventTypeExamples: Readonly<Record<EventType, Readonly<Record<string, unknown>>>> = {
  "competitor.rating_change": { ...competitor, before: 4.4, after: 4.5 },
  "competitor.review_surge": { ...competitor, ...surge },
  "competitor.hours_change": { ...competitor, before: { mon: "09:00-17:00" }, after: { mon: "10:00-18:00" } },
  "competitor.website_change": { ...competitor, before: "https://old.example", after: "https://new.example" },
  "competitor.new_competitor": { ...place, category: "cafe", city: "Oslo", country: "NO" },
  "competitor.price_change": {
    ...competitor,
    before: 39,
    after: 42,
    subject: "product_price",
    productName: "Flat white",
    currency: "NOK",
  },
  "competitor.status_change": { ...competitor, before: "operational", after: "temporarily_closed" },
  "business.rating_change": { ...place, before: 4.4, after: 4.5 },
  "business.review_surge": { ...place, ...surge },
  "business.sms_compliance_change": {
    alertId: place.alertId,
    registrationId: "0196f1d2-6c1e-7b7e-9d53-41c0de5a7e01",
    phoneNumberId: "0196f1d2-6c1e-7b7e-9d53-41c0de5a7e02",
    before: "pending_review",
    after: "approved",
    changedAt: "2026-01-15T09:30:00.000Z",
    sandbox: false,
  },
  "alert.created": {
    alertId: place.alertId,
    type: "competitor.rating_change",
    title: "Harbour Café: rating changed from 4.4 to 4.5",
    alert: { ...competitor, before: 4.4, after: 4.5 },
  },
  "api_key.suspended": apiKey,
  "api_key.reactivated": { ...apiKey, reason: null },
  "api_key.revoked_by_admin": apiKey,
};
