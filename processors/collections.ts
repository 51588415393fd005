/** Who waits for fresh facts about a place: the request reaches collectors, and everyone whom the answer helps is told. */
import { z } from "zod";
import type { BusinessEvent } from "../domain/businesses";
import type { CompetitorEvent } from "../domain/competitors";
import type { PlaceEvent } from "../domain/places/events";
import type { Refresh, RefreshEvent } from "../domain/refreshes";
import { processManager, type Intent, type Reaction } from "../infra/process-manager/process-manager";

/** One refresh that was asked for. `requestId` names the collection that it waits for, once that is known. */
interface Waiter extends Refresh {
  readonly requestId: string | null;
}
/** One instance per place. */
export interface Waiting {
  readonly waiters: readonly Waiter[];
}

/** What the effects are asked. */
export type RequestCollectionIntent = Extract<RefreshEvent, { type: "RefreshRequested" }>["data"] & {
  /** How often collectors could not be told before. */
  readonly tries?: number;
};
export interface SettleIntent {
  readonly businessId: string;
  readonly refreshId: string;
  readonly outcome: "answered" | "expired";
}
export interface WithdrawIntent {
  readonly requestId: string;
}
export interface LeaveAllIntent {
  readonly businessId: string;
}
export interface LeaveIntent {
  readonly businessId: string;
  readonly placeId: string;
}

/**
 * What `request_collection` gives back; `answered` where an answer had come before it could ask, `again` when it is to be
 * repeated because collectors could not be told.
 */
const askedSchema = z.object({
  refreshId: z.string(),
  requestId: z.string().nullable(),
  answered: z.boolean(),
  again: z.iso.datetime().nullable().optional(),
  /** Why, for whoever reads how the intent ended. */
  fault: z.string().optional(),
});
export type Asked = z.output<typeof askedSchema>;

const ofPlace = (event: { data: { placeId: string } }) => event.data.placeId;
const timerOf = ({ refreshId }: { readonly refreshId: string }) => `expires ${refreshId}`;

/** A place that nobody waits for needs no instance. */
const left = (waiters: readonly Waiter[], intents: readonly Intent[] = []): Reaction<Waiting> => ({
  state: waiters.length === 0 ? null : { waiters },
  intents,
});

const AGAIN = "publish ";

const settle = ({ businessId, refreshId }: Waiter, outcome: SettleIntent["outcome"]): Intent => ({
  kind: "perform",
  effect: "settle_refresh",
  payload: { businessId, refreshId, outcome } satisfies SettleIntent,
  businessId,
});
const forget = (waiter: Waiter): Intent => ({ kind: "forget", name: timerOf(waiter) });
const withdraw = (requestId: string): Intent => ({
  kind: "perform",
  effect: "withdraw_collection",
  payload: { requestId } satisfies WithdrawIntent,
});

/** The business holds none of the instances, which are the places'; one that is restored asks anew. */
const leaveAll = {
  instances: ({ data }: { data: { businessId: string } }) => `business ${data.businessId}`,
  react: (_state: Waiting, { data: { businessId } }: { data: { businessId: string } }) => {
    const payload: LeaveAllIntent = { businessId };
    return left([], [{ kind: "perform", effect: "leave_all_collections", payload: { ...payload } }]);
  },
};

export const collections = processManager<RefreshEvent | PlaceEvent | CompetitorEvent | BusinessEvent>()<Waiting>({
  name: "collections",
  initial: { waiters: [] },
  on: {
    RefreshRequested: {
      instances: ofPlace,
      react: ({ waiters }, { data }) => {
        const { businessId, accountId, competitorId, placeId, refreshId, sections, expiresAt } = data;
        const waiter: Waiter = { businessId, accountId, competitorId, placeId, refreshId, sections, requestId: null };
        return left(
          [...waiters, waiter],
          [
            { kind: "remind", name: timerOf(waiter), at: expiresAt },
            { kind: "perform", effect: "request_collection", payload: { ...data } },
          ],
        );
      },
    },
    PlaceCollectionAnswered: {
      instances: ofPlace,
      react: ({ waiters }, { data }) => {
        const helped = waiters.filter(({ sections }) => sections.every((one) => data.sections.includes(one)));
        const others = waiters.filter((one) => !helped.includes(one));
        const done = new Set([data.requestId, ...helped.flatMap(({ requestId }) => requestId ?? [])]);
        const gone = [...done].filter((id) => id === data.requestId || !others.some((one) => one.requestId === id));
        return left(others, [
          ...helped.flatMap((one) => [forget(one), settle(one, "answered")]),
          ...gone.map(withdraw),
        ]);
      },
    },
    BusinessDeletionRequested: leaveAll,
    BusinessErasureOrdered: leaveAll,
    CompetitorRemoved: {
      instances: ofPlace,
      react: ({ waiters }, { data: { businessId, placeId } }) => {
        const leaving = waiters.filter((one) => one.businessId === businessId);
        if (leaving.length === 0) return left(waiters);
        const payload: LeaveIntent = { businessId, placeId };
        return left(
          waiters.filter((one) => !leaving.includes(one)),
          [
            ...leaving.flatMap((one) => [forget(one), settle(one, "expired")]),
            { kind: "perform", effect: "leave_collections", payload: { ...payload } },
          ],
        );
      },
    },
  },
  onTimer: ({ waiters }, { name, data }) => {
    if (name.startsWith(AGAIN)) {
      const waiter = waiters.find(({ refreshId }) => name === `${AGAIN}${refreshId}`);
      if (waiter === undefined) return left(waiters);
      const { businessId } = waiter;
      return left(waiters, [{ kind: "perform", effect: "request_collection", payload: data, businessId }]);
    }
    const late = waiters.filter((one) => timerOf(one) === name);
    return left(
      waiters.filter((one) => !late.includes(one)),
      late.map((one) => settle(one, "expired")),
    );
  },
  onOutcome: ({ waiters }, { effect, payload, result }) => {
    if (effect !== "request_collection" || !("done" in result)) return left(waiters);
    const { refreshId, requestId, answered, again = null } = askedSchema.parse(result.done);
    const own = waiters.filter((one) => one.refreshId === refreshId);
    if (answered)
      return left(
        waiters.filter((one) => !own.includes(one)),
        own.flatMap((one) => [forget(one), settle(one, "answered")]),
      );
    const tries = { tries: Number(payload["tries"] ?? 0) + 1 };
    return left(
      waiters.map((one) => (own.includes(one) ? { ...one, requestId } : one)),
      again === null || own.length === 0
        ? []
        : [{ kind: "remind", name: `${AGAIN}${refreshId}`, at: again, data: { ...payload, ...tries } }],
    );
  },
});
