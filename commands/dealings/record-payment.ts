/** POST /api/v1/payments: the business notes down that it was paid. No money is moved. */
import { z } from "zod";
import { contactOf, contacts } from "../../domain/contacts";
import { isRefusal } from "../../domain/fold/refusal";
import { instantSchema } from "../../domain/instant";
import { paymentMethodSchema, payments, recordPayment as record } from "../../domain/payments";
import { refuse } from "../../domain/refusals";
import { DAY_MS } from "../../domain/utc-day";
import { apiKey, command } from "../../infra/http/endpoint";
import { invalid } from "../../infra/http/failure";
import { planFails, planQuota } from "../account/plan-quota";
import { shownText } from "../shown-text";
import { loadActiveBusiness } from "../business/active-business";

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
/** Whole numbers are exact far beyond what anybody is paid at once. */
const AMOUNT_MAX = 1_000_000_000_000;

const money = {
  amount: z.number().int().min(1).max(AMOUNT_MAX).describe("In the currency's minor unit: 1250 is 12.50 of most."),
  currency: z
    .string()
    .length(3)
    .regex(/^[A-Z]{3}$/)
    .refine((code) => currencies.has(code), "Expected a currency of ISO 4217, such as EUR"),
};

const paymentView = z.strictObject({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  contactId: z.string().nullable(),
  method: paymentMethodSchema,
  paidAt: z.iso.datetime(),
  reference: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

export const recordPayment = command({
  id: "record-payment",
  method: "POST",
  path: "/api/v1/payments",
  access: apiKey("payments:write"),
  on: "business",
  area: "crm",
  summary: "Record a payment",
  description:
    "A record of what was paid elsewhere: no money is moved. A reference is used once in a business: a second payment with it is refused, and told which one has it.",
  body: z.strictObject({
    ...money,
    contactId: z.string().max(100).nullable().default(null),
    method: paymentMethodSchema.default("other"),
    paidAt: instantSchema.optional().describe("This moment, unless told; at most a day ahead."),
    reference: shownText(200).nullable().default(null).describe("What another system calls the payment."),
    note: shownText(2_000).nullable().default(null),
  }),
  responds: { status: 201, body: z.strictObject({ payment: paymentView }) },
  uses: ["paymentsPerDay"],
  refusals: ["business_not_found", "contact_not_found", "payment_already_recorded", "payment_limit_reached"],
  fails: planFails,
  example: { amount: 1_250, currency: "EUR", method: "card", reference: "till-4711" },
  handle: async ({ body }, context) => {
    const { account, business, services, now } = context;
    const active = await loadActiveBusiness(context);
    if (isRefusal(active)) return active;
    const { contactId, amount, currency, method, reference, note } = body;
    if (
      contactId !== null &&
      contactOf((await services.runner.load(contacts, business.id)).state, contactId) === undefined
    )
      return refuse("contact_not_found", "There is no such contact.");
    const paidAt = body.paidAt ?? now.toISOString();
    if (Date.parse(paidAt) > now.getTime() + DAY_MS)
      throw invalid([{ path: "paidAt", message: "Expected a moment that is no more than a day ahead." }]);
    const ids = { businessId: business.id, accountId: account.id, paymentId: services.ids.next(), contactId };
    const decide = record(
      { ...ids, amount, currency, method, paidAt, reference, note },
      { now: now.toISOString(), quota: planQuota(account, "paymentsPerDay") },
    );
    const executed = await context.execute(payments, business.id, decide);
    if (isRefusal(executed)) return executed;
    const [recorded] = executed.events;
    if (recorded === undefined) throw new Error("A payment was recorded and cannot be found.");
    const {
      paymentId: id,
      recordedAt: createdAt,
      businessId: _business,
      accountId: _account,
      ...payment
    } = recorded.data;
    return { payment: { id, ...payment, createdAt } };
  },
});
