/** A business records each payment once, and as many a UTC day as its plan allows. */
import fc from "fast-check";
import { isRefusal } from "../../domain/fold/refusal";
import { payments, recordPayment, type PaymentEvent } from "../../domain/payments";
import { given } from "../support/given";

const NOON = "2026-03-01T12:00:00.000Z";
const payment = (paymentId: string, reference: string | null = null) => ({
  businessId: "b1",
  accountId: "a1",
  paymentId,
  contactId: null,
  amount: 1_250,
  currency: "EUR",
  method: "card" as const,
  paidAt: NOON,
  reference,
  note: null,
});
const recorded = (paymentId: string, reference?: string, recordedAt = NOON): PaymentEvent => ({
  type: "PaymentRecorded",
  data: { ...payment(paymentId, reference), recordedAt },
});
const at = (now: string, quota = 2) => ({ now, quota });

describe("the payments of a business", () => {
  it("are recorded once", () => {
    given(payments, [])
      .when(recordPayment(payment("p1", "till-1"), at(NOON)))
      .then([recorded("p1", "till-1")])
      .repeatsNothing();
  });

  it("have no reference twice, and the second is told which has it; without one they are as many as there are", () => {
    given(payments, [recorded("p1", "till-1")])
      .when(recordPayment(payment("p2", "till-1"), at(NOON)))
      .thenRefused("payment_already_recorded", { paymentId: "p1" });
    given(payments, [recorded("p1")])
      .when(recordPayment(payment("p2"), at(NOON)))
      .then([recorded("p2")]);
  });

  it("are as many a UTC day as the plan allows, and say when the next can be recorded", () => {
    const used = [recorded("p1"), recorded("p2")];
    given(payments, used)
      .when(recordPayment(payment("p3"), at(NOON)))
      .thenRefused("payment_limit_reached", {
        quota: { name: "paymentsPerDay", limit: 2, used: 2, resetSeconds: 12 * 3_600 },
        retryAfterSeconds: 12 * 3_600,
      });
    const midnight = "2026-03-02T00:00:00.000Z";
    given(payments, used)
      .when(recordPayment(payment("p3"), at(midnight)))
      .then([recorded("p3", undefined, midnight)]);
  });

  it("of any day are never more than the quota, whenever they are recorded", () => {
    const hours = fc.array(fc.nat(6), { maxLength: 60 });
    fc.assert(
      fc.property(hours, (steps) => {
        const counts = new Map<string, number>();
        let [state, hour] = [payments.initial, 0];
        for (const [index, step] of steps.entries()) {
          const now = new Date(Date.parse(NOON) + (hour += step) * 3_600_000).toISOString();
          const decided = recordPayment(payment(`p${index}`), at(now, 3))(state);
          const used = counts.get(now.slice(0, 10)) ?? 0;
          expect(isRefusal(decided)).toBe(used === 3);
          if (isRefusal(decided)) continue;
          counts.set(now.slice(0, 10), used + 1);
          state = decided.reduce(payments.evolve, state);
        }
      }),
    );
  });
});
