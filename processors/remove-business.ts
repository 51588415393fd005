/** The effect at the end of the restore window: everything of the business is erased, and one event says so. */
import { accounts, freeBusinessSlot } from "../domain/accounts";
import { businesses, unlinkOwnPlace } from "../domain/businesses";
import { competitors, removeAll } from "../domain/competitors";
import type { Aggregate, Decision } from "../domain/fold/aggregate";
import type { AnyEvent } from "../domain/fold/event";
import { isRefusal } from "../domain/fold/refusal";
import { remove, removals } from "../domain/removals";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import type { EventLog } from "../infra/event-log/event-log";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";

/** What the removal reaches beside the log. Every member does nothing where there is nothing left to do. */
export interface RemovalParts {
  readonly runner: CommandRunner;
  readonly log: EventLog;
  /** The streams that are the business's own. */
  readonly streamsOf: (businessId: string) => readonly string[];
  /** Waits until every projection and process manager has seen the log up to a position; throws where they had not in time. */
  readonly everyoneReached: (position: number) => Promise<void>;
  /** Erases the streams, the data key, and what engines keep of the business outside the log and the read tables. */
  readonly erase: (businessId: string, streams: readonly string[]) => Promise<void>;
}

/** Each step can be repeated, so that a removal that was interrupted goes on where it was. */
export function removeBusiness(parts: RemovalParts): Effect {
  return async (payload, context) => {
    const { businessId, accountId } = payload as { businessId: string; accountId: string };
    const { state } = await parts.runner.load(businesses, businessId);
    const removed = (await parts.runner.load(removals, businessId)).state.removed;
    const isDue = state.status === "deleted" && context.now.toISOString() >= state.restorableUntil;
    if (!isDue && !removed) return { removed: false };
    const streams = parts.streamsOf(businessId);
    if (!removed) await letGo(parts, businessId, accountId, context);
    await parts.erase(businessId, streams);
    await execute(parts, accounts, accountId, freeBusinessSlot(accountId, businessId), context);
    return { removed: true };
  };
}

/** Places are told that the business watches them no more, and read rows that it is gone, before its history goes. */
async function letGo(
  parts: RemovalParts,
  businessId: string,
  accountId: string,
  context: EffectContext,
): Promise<void> {
  await execute(parts, competitors, businessId, removeAll(businessId), context);
  const position = await execute(parts, businesses, businessId, unlinkOwnPlace, context);
  await parts.everyoneReached(position);
  let erasedEvents = 0;
  for (const stream of parts.streamsOf(businessId)) {
    const [last] = await parts.log.readStream(stream, { direction: "backwards", limit: 1 });
    erasedEvents += last === undefined ? 0 : last.revision + 1;
  }
  const removal = { businessId, accountId, erasedEvents };
  await parts.everyoneReached(await execute(parts, removals, businessId, remove(removal), context));
}

/** Gives the position up to which the stream was seen. */
async function execute<State, Event extends AnyEvent>(
  { runner }: RemovalParts,
  aggregate: Aggregate<State, Event>,
  owner: string,
  decide: Decision<State, Event>,
  { intentId, causationId, correlationId }: EffectContext,
): Promise<number> {
  const actor = { kind: "system", id: "restore-window" } as const;
  const executed = await runner.execute(aggregate, owner, decide, {
    commandId: intentId,
    correlationId,
    causationId,
    actor,
  });
  if (isRefusal(executed)) throw new Error(executed.message);
  return executed.position;
}
