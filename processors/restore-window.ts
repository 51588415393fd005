/** When a business is removed for good: when the 30 days are over in which a deleted one can be restored, or at once where its erasure is ordered. */
import { z } from "zod";
import type { BusinessEvent } from "../domain/businesses";
import { processManager, type Intent } from "../infra/process-manager/process-manager";

/** One instance per deleted business. `restorableUntil` is null where its erasure was ordered. */
export interface Awaiting {
  readonly accountId: string;
  readonly restorableUntil: string | null;
}

const TIMER = "restore_window_elapsed";

/** What the effect gives back; `again` is when a removal that failed is to be asked for anew. */
const outcomeSchema = z.object({ removed: z.boolean(), again: z.string().optional() });
export type RemovalOutcome = z.output<typeof outcomeSchema>;

const removal = (businessId: string, accountId: string): Intent => ({
  kind: "perform",
  effect: "remove_business",
  payload: { businessId, accountId },
});

const ofBusiness = (event: { data: { businessId: string } }) => event.data.businessId;

export const restoreWindow = processManager<BusinessEvent>()<Awaiting | null>({
  name: "restore-window",
  initial: null,
  on: {
    BusinessDeletionRequested: {
      instances: ofBusiness,
      react: (_state, { data: { accountId, restorableUntil } }) => ({
        state: { accountId, restorableUntil },
        intents: [{ kind: "remind", name: TIMER, at: restorableUntil }],
      }),
    },
    BusinessRestored: { instances: ofBusiness, react: () => ({ state: null }) },
    BusinessErasureOrdered: {
      instances: ofBusiness,
      react: (_state, { data: { businessId, accountId } }) => ({
        state: { accountId, restorableUntil: null },
        intents: [{ kind: "forget", name: TIMER }, removal(businessId, accountId)],
      }),
    },
  },
  onTimer: (state, _timer, businessId) =>
    state === null ? { state } : { state, intents: [removal(businessId, state.accountId)] },
  /**
   * A removal that failed is asked for anew. Where it was not due, since the business was restored in the last moment, the
   * instance stays: a deletion after that has a timer of its own.
   */
  onOutcome: (state, { result }) => {
    const { removed, again } =
      "done" in result ? outcomeSchema.parse(result.done) : { removed: false, again: undefined };
    if (removed) return { state: null };
    const intents: Intent[] = again === undefined ? [] : [{ kind: "remind", name: TIMER, at: again }];
    return { state, intents };
  },
});
