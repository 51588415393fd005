/** The effect at the end of the restore window: everything of the business is erased, and one event says so. */
import { accounts, freeBusinessSlot } from "../domain/accounts";
import { beginRemoval, businesses } from "../domain/businesses";
import { competitors, removeAll } from "../domain/competitors";
import type { Aggregate, Decision } from "../domain/fold/aggregate";
import type { AnyEvent } from "../domain/fold/event";
import { isRefusal } from "../domain/fold/refusal";
import { recordRemoval, removals } from "../domain/removals";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import type { EventLog } from "../infra/event-log/event-log";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import type { RemovalOutcome } from "./restore-window";

/** What the removal reaches beside the log. Every member does nothing where there is nothing left to do. */
export interface RemovalParts {
  readonly runner: CommandRunner;
  readonly log: EventLog;
  /** The streams that are the business's own. */
  readonly streamsOf: (businessId: string) => readonly string[];
  /** Waits until every process manager, and every projection that holds rows of businesses, has seen the log up to a position; throws where they had not in time. */
  readonly everyoneReached: (position: number) => Promise<void>;
  /** Erases the streams, the data key, and what engines keep of the business outside the log and the read tables. */
  readonly erase: (businessId: string, streams: readonly string[]) => Promise<void>;
  /** Hears of a removal that has failed again and again. */
  readonly onFailure: (error: unknown, businessId: string) => void;
}

/** How often a removal that fails is tried again by its intent; after that the manager asks for it anew, every hour. */
const ATTEMPTS = 10;
const AGAIN_MS = 3_600_000;

/** Each step can be repeated, so that a removal that was interrupted goes on where it was. */
export function removeBusiness(parts: RemovalParts): Effect {
  return async (payload, context): Promise<RemovalOutcome> => {
    const { businessId, accountId } = payload as { businessId: string; accountId: string };
    try {
      return { removed: await remove(parts, businessId, accountId, context) };
    } catch (error) {
      if (context.attempt < ATTEMPTS) throw error;
      parts.onFailure(error, businessId);
      return { removed: false, again: new Date(context.now.getTime() + AGAIN_MS).toISOString() };
    }
  };
}

async function remove(
  parts: RemovalParts,
  businessId: string,
  accountId: string,
  context: EffectContext,
): Promise<boolean> {
  const wasTold = (await parts.runner.load(removals, businessId)).state.removed;
  if (!wasTold && !(await letGo(parts, businessId, accountId, context))) return false;
  // Before the last step, which takes this very intent with it.
  await execute(parts, accounts, accountId, freeBusinessSlot(accountId, businessId), context);
  await parts.erase(businessId, parts.streamsOf(businessId));
  return true;
}

/** Places are told that the business watches them no more, and read rows that it is gone, before its history goes. */
async function letGo(
  parts: RemovalParts,
  businessId: string,
  accountId: string,
  context: EffectContext,
): Promise<boolean> {
  const begun = await execute(parts, businesses, businessId, beginRemoval(context.now.toISOString()), context);
  const { state } = await parts.runner.load(businesses, businessId);
  if (state.status !== "removing") return false;
  const left = await execute(parts, competitors, businessId, removeAll(businessId), context);
  await parts.everyoneReached(Math.max(begun, left));
  let erasedEvents = 0;
  for (const stream of parts.streamsOf(businessId)) {
    const [last] = await parts.log.readStream(stream, { direction: "backwards", limit: 1 });
    erasedEvents += last === undefined ? 0 : last.revision + 1;
  }
  const removal = { businessId, accountId, erasedEvents };
  await parts.everyoneReached(await execute(parts, removals, businessId, recordRemoval(removal), context));
  return true;
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
