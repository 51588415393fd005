/** Table `payments`: what each business says it was paid. */
import type { PaymentEvent, PaymentMethod } from "../domain/payments";
import { bigint, instant, projection, text, type Column } from "../infra/projector/projection";

const columns = {
  payment_id: text,
  business_id: text,
  contact_id: text.orNull,
  /** In the currency's minor unit. */
  amount: bigint,
  currency: text,
  method: text as Column<PaymentMethod>,
  paid_at: instant,
  reference: text.orNull,
  note: text.orNull,
  created_at: instant,
  /** The log position at which it was recorded: the order of lists. */
  position: bigint,
};

export const paymentsTable = projection<PaymentEvent>()({
  table: "payments",
  version: 1,
  columns,
  key: ["payment_id"],
  indexes: [["business_id", "position"]],
  erasedWith: { business: "business_id" },
  on: {
    PaymentRecorded: {
      keys: ({ data }) => ({ payment_id: data.paymentId }),
      fold: (_row, { data, position }) => ({
        payment_id: data.paymentId,
        business_id: data.businessId,
        contact_id: data.contactId,
        amount: data.amount,
        currency: data.currency,
        method: data.method,
        paid_at: data.paidAt,
        reference: data.reference,
        note: data.note,
        created_at: data.recordedAt,
        position,
      }),
    },
  },
});
