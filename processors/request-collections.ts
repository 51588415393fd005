/** The effects of `collections`: the place is asked for what is wanted of it, collectors hear of it, and businesses of how it ended. */
import { businesses } from "../domain/businesses";
import { isRefusal } from "../domain/fold/refusal";
import { answeredSince, openCollection, requestCollection } from "../domain/places/collections";
import { places } from "../domain/places/place";
import { refreshes, settleRefresh } from "../domain/refreshes";
import type { CollectionPublisher } from "../infra/collection-queue/collection-queue";
import type { CommandContext, CommandRunner } from "../infra/command-runner/command-runner";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import type {
  Asked,
  LeaveAllIntent,
  LeaveIntent,
  RequestCollectionIntent,
  SettleIntent,
  WithdrawIntent,
} from "./collections";
import { commandedBy, unlessErased } from "./performing";

export interface CollectionParts {
  readonly runner: CommandRunner;
  readonly publisher: CollectionPublisher;
}

/** Every effect can be repeated. */
export const collectionEffects = (parts: CollectionParts): Readonly<Record<string, Effect>> => ({
  request_collection: unlessErased(request(parts), nothing),
  settle_refresh: unlessErased(settle(parts), nothing),
  withdraw_collection: (payload) => parts.publisher.withdraw((payload as unknown as WithdrawIntent).requestId),
  leave_all_collections: (payload) => parts.publisher.erase((payload as unknown as LeaveAllIntent).businessId),
  leave_collections(payload) {
    const { businessId, placeId } = payload as unknown as LeaveIntent;
    return parts.publisher.leave(businessId, placeId);
  },
});

/**
 * On behalf of a deleted business nobody is asked. The request's id is the intent's: the place's own stream names no tenant.
 * A request that another business made before is published once more, for one asker more and as long as the later one waits.
 */
function request({ runner, publisher }: CollectionParts) {
  return async (wanted: RequestCollectionIntent, context: EffectContext): Promise<Asked> => {
    const { placeId, refreshId, sections, requestedAt, expiresAt } = wanted;
    const { businessId, accountId } = wanted;
    const nobody: Asked = { refreshId, requestId: null, answered: false };
    if ((await runner.load(businesses, businessId)).state.status !== "active") return nobody;
    const now = context.now.toISOString();
    const decide = requestCollection({ placeId, requestId: context.intentId, sections, requestedAt, expiresAt }, now);
    const executed = await runner.execute(places, placeId, decide, untold(context));
    if (isRefusal(executed)) throw new Error(executed.message);
    const open = openCollection(executed.state, sections, now);
    if (open === undefined) return { ...nobody, answered: answeredSince(executed.state, sections, requestedAt, now) };
    const until = expiresAt > open.expiresAt ? expiresAt : open.expiresAt;
    const asked = { refreshId, requestId: open.requestId, answered: false };
    try {
      await publisher.publish({ ...open, placeId, expiresAt: until }, { accountId, businessId });
      await withdrawAnswered({ runner, publisher }, placeId, open.requestId);
      return asked;
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      return { ...asked, again: laterThan(context.now, wanted.tries ?? 0), fault };
    }
  };
}

/** An answer that came in between withdrew the request before it was there. */
async function withdrawAnswered({ runner, publisher }: CollectionParts, placeId: string, requestId: string) {
  const { state } = await runner.load(places, placeId);
  if (!state.collections.some((one) => one.requestId === requestId)) await publisher.withdraw(requestId);
}

/**
 * What collectors cannot be told is tried again by a timer: the intents of a place are performed one after another, and an
 * answer must not wait for a request to be published.
 */
function laterThan(now: Date, tries: number): string {
  return new Date(now.getTime() + Math.min(5_000 * 2 ** tries, 600_000)).toISOString();
}

/** A deleted business is told as well, because it may be restored; one that is being removed is not. */
function settle({ runner }: CollectionParts) {
  return async ({ businessId, refreshId, outcome }: SettleIntent, context: EffectContext): Promise<void> => {
    const { status } = (await runner.load(businesses, businessId)).state;
    if (status !== "active" && status !== "deleted") return;
    const command = commandedBy("collections", context, businessId);
    const settled = await runner.execute(refreshes, businessId, settleRefresh(refreshId, outcome), command);
    if (isRefusal(settled)) throw new Error(settled.message);
  };
}

/** A place's stream belongs to nobody and outlives them: it does not hold the words with which a tenant named its request. */
const untold = (context: EffectContext): CommandContext => ({
  ...commandedBy("collections", context),
  correlationId: context.intentId,
  causationId: context.intentId,
});

/** Whose stream was erased meanwhile waits for nothing. */
const nothing = ({ refreshId }: RequestCollectionIntent | SettleIntent): Asked => ({
  refreshId,
  requestId: null,
  answered: false,
});
