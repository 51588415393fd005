/**
 * What messaging providers send, for the document: Twilio forms and the events of its streams, the stand-in JSON. Each is read by
 * its provider's adapter, which passes over what is not named here.
 */
import { z } from "zod";

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

const sid = z
  .string()
  .regex(/^[A-Z]{2}[0-9a-fA-F]{32}$/)
  .max(34);
const word = z
  .string()
  .regex(/^[a-z_-]{1,30}$/)
  .max(30);
const sender = z
  .string()
  .regex(/^\+?\d{3,15}$/)
  .max(16)
  .describe("A phone number, or a short code.");
const text = z
  .string()
  .regex(/^[^\u0000]*$/)
  .max(10_000);
const id = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .max(100);
const count = z
  .string()
  .regex(/^\d{1,3}$/)
  .max(3);

/** A message that a customer wrote. */
export const inboundForms = {
  [FORM]: z.object({ MessageSid: sid, From: sender, To: sender, Body: text.optional(), NumMedia: count.optional() }),
  [JSON_TYPE]: z.object({ kind: z.literal("inbound"), id, from: sender, to: sender, body: text }),
};

/** How far a message got. */
export const statusForms = {
  [FORM]: z.object({
    MessageSid: sid,
    MessageStatus: word.describe("Such as `sent`, `delivered`, `undelivered` or `failed`; others change nothing."),
    ErrorCode: z
      .string()
      .regex(/^\d{1,6}$/)
      .max(6)
      .optional(),
  }),
  [JSON_TYPE]: z.object({ kind: z.literal("status"), id, status: z.literal("delivered") }),
};

const event = z.object({
  type: z
    .string()
    .regex(/^[\w.-]+$/)
    .max(200),
  data: z.object({}).optional().describe("The event's own facts; the ids of registrations are looked for among them."),
});

/** That there is news of registrations: any field may hold the id of one. */
export const reviewedForms = {
  [FORM]: z.object({
    AccountSid: sid.optional(),
    BundleSid: sid
      .optional()
      .describe("A bundle; other registrations are named by fields of their own, such as `BrandSid`."),
    Status: z
      .string()
      .regex(/^[\w-]+$/)
      .max(50)
      .optional()
      .describe("A hint that is not relied on."),
  }),
  [JSON_TYPE]: z.union([
    z.object({ kind: z.literal("reviewed"), id, reference: id }),
    event,
    z.array(event).max(1_000).describe("As event streams send them."),
  ]),
};
