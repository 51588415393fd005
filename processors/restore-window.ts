/** The 30 days in which a deleted business can be restored; when they are over, it is removed for good. */
import type { BusinessEvent } from "../domain/businesses";
import { processManager } from "../infra/process-manager/process-manager";

/** One instance per deleted business. */
export interface Awaiting {
  readonly accountId: string;
  readonly restorableUntil: string;
}

const isRemoved = (done: unknown): boolean =>
  typeof done === "object" && done !== null && "removed" in done && done.removed === true;

const ofBusiness = (event: { data: { businessId: string } }) => event.data.businessId;

export const restoreWindow = processManager<BusinessEvent>()<Awaiting | null>({
  name: "restore-window",
  initial: null,
  on: {
    BusinessDeletionRequested: {
      instances: ofBusiness,
      react: (_state, { data: { accountId, restorableUntil } }) => ({
        state: { accountId, restorableUntil },
        intents: [{ kind: "remind", name: "restore_window_elapsed", at: restorableUntil }],
      }),
    },
    BusinessRestored: { instances: ofBusiness, react: () => ({ state: null }) },
  },
  onTimer: (state, _timer, businessId) =>
    state === null
      ? { state }
      : {
          state,
          intents: [
            { kind: "perform", effect: "remove_business", payload: { businessId, accountId: state.accountId } },
          ],
        },
  /**
   * Kept after a removal that was given up, so that an operator can see it and try again; and where it was not due, since
   * the business was restored in the last moment: a deletion after that has a timer of its own.
   */
  onOutcome: (state, { result }) => ({ state: "done" in result && isRemoved(result.done) ? null : state }),
});
