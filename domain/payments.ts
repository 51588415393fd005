/** The payments that one business says it got. They are records: nothing here moves money. */
import { z } from "zod";
import { found, noBuckets, put, type Buckets } from "./buckets";
import { counted, refusedForToday, unused, type DayAllowance, type DayUse } from "./day-quota";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { storedInstantSchema } from "./instant";
import { refuse } from "./refusals";

const paymentMethods = ["cash", "card", "bank_transfer", "cheque", "mobile", "online", "other"] as const;
export const paymentMethodSchema = z.enum(paymentMethods);
export type PaymentMethod = z.output<typeof paymentMethodSchema>;

export const paymentEvents = defineEvents({
  PaymentRecorded: z.object({
    businessId: z.string(),
    accountId: z.string(),
    paymentId: z.string(),
    contactId: z.string().nullable(),
    /** In the currency's minor unit, such as cents. */
    amount: z.number().int(),
    /** ISO 4217. */
    currency: z.string(),
    method: paymentMethodSchema,
    paidAt: storedInstantSchema,
    /** What another system calls it; no two payments of the business have the same. */
    reference: personal(z.string()).nullable(),
    note: personal(z.string()).nullable(),
    /** The UTC day of it counts for the daily limit. */
    recordedAt: z.iso.datetime(),
  }),
});
export type PaymentEvent = EventsOf<typeof paymentEvents>;
export type Payment = PaymentEvent["data"];

export interface Payments {
  /** The newest payment's id. */
  readonly newest: string;
  /** The payment's id. */
  readonly byReference: Buckets<string>;
  readonly today: DayUse;
}

export const payments = aggregate({
  category: "payments",
  owner: "business",
  events: paymentEvents,
  initial: { newest: "", byReference: noBuckets, today: unused },
  evolve: ({ byReference, today }, { data: { paymentId, reference, recordedAt } }): Payments => ({
    newest: paymentId,
    byReference: reference === null ? byReference : put(byReference, reference, paymentId),
    today: counted(today, recordedAt),
  }),
});

export const recordPayment =
  (payment: Omit<Payment, "recordedAt">, allowance: DayAllowance): Decision<Payments, PaymentEvent> =>
  (state) => {
    const { paymentId, reference } = payment;
    if (state.newest === paymentId) return [];
    const before = reference === null ? undefined : found(state.byReference, reference);
    if (before !== undefined)
      return refuse("payment_already_recorded", "There is a payment with this reference.", { paymentId: before });
    const told = { code: "payment_limit_reached", name: "paymentsPerDay", what: "payments" } as const;
    const refused = refusedForToday(state.today, allowance, told);
    return refused ?? [{ type: "PaymentRecorded", data: { ...payment, recordedAt: allowance.now } }];
  };
