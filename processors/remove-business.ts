/** The effect at the end of the restore window, or of an erasure order: everything of the business is erased, and one event says so. */
import { accounts, freeBusinessSlot } from "../domain/accounts";
import { beginRemoval, businesses } from "../domain/businesses";
import { activeIn, competitors, removeAll } from "../domain/competitors";
import type { Aggregate, Decision } from "../domain/fold/aggregate";
import type { AnyEvent } from "../domain/fold/event";
import { isRefusal } from "../domain/fold/refusal";
import { heldNumbers, phoneNumbers } from "../domain/phone-numbers";
import { recordRemoval, removals } from "../domain/removals";
import type { Attestor } from "../infra/attestation/attestor";
import type { CommandContext, CommandRunner } from "../infra/command-runner/command-runner";
import type { EventLog } from "../infra/event-log/event-log";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import type { NumberReleases } from "../infra/sms-provider/number-releases";
import { erasedHistory } from "./erased-history";
import type { RemovalOutcome } from "./restore-window";

/** What the removal reaches beside the log. Every member does nothing where there is nothing left to do. */
export interface RemovalParts {
  readonly runner: CommandRunner;
  readonly log: EventLog;
  readonly attestor: Attestor;
  /** The streams that are the business's own. */
  readonly streamsOf: (businessId: string) => readonly string[];
  /** Where its phone numbers are noted, to be given back. */
  readonly releases: Pick<NumberReleases, "note">;
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
  await execute(parts, accounts, accountId, freeBusinessSlot(accountId, businessId), untold(context));
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
  const { runner } = parts;
  const begin = beginRemoval(context.now.toISOString());
  const begun = await execute(parts, businesses, businessId, begin, untold(context));
  const { state } = await runner.load(businesses, businessId);
  if (state.status !== "removing") return false;
  // A request that was under way when an erasure was ordered, such as an import, may add more meanwhile.
  for (let tracks = true; tracks;) {
    const { revision } = await runner.load(competitors, businessId);
    const commanded = { ...untold(context), commandId: `${context.intentId}:${revision}` };
    const left = await execute(parts, competitors, businessId, removeAll(businessId), commanded);
    await parts.everyoneReached(Math.max(begun, left));
    tracks = activeIn((await runner.load(competitors, businessId)).state) > 0;
  }
  // Nothing is bought for a business that is being removed: whatever the provider may hold was asked for by now.
  await parts.releases.note(heldNumbers((await runner.load(phoneNumbers, businessId)).state));
  const record = await remains(parts, businessId, accountId, context);
  const recorded = await execute(parts, removals, businessId, record, untold(context));
  await parts.everyoneReached(recorded);
  return true;
}

/** What remains, under the service's signature. */
async function remains({ log, attestor }: RemovalParts, businessId: string, accountId: string, { now }: EffectContext) {
  const signed = { removedAt: now.toISOString(), keyId: attestor.publicKey.kid };
  const removal = { businessId, accountId, ...(await erasedHistory(log, businessId)), ...signed };
  return recordRemoval(removal, (text) => attestor.sign(text));
}

/** What remains does not hold the words with which anybody named the request that led to the removal. */
const untold = ({ intentId }: EffectContext): CommandContext => ({
  commandId: intentId,
  correlationId: intentId,
  causationId: intentId,
  actor: { kind: "system", id: "restore-window" },
});

/** Gives the position up to which the stream was seen. */
async function execute<State, Event extends AnyEvent>(
  { runner }: RemovalParts,
  aggregate: Aggregate<State, Event>,
  owner: string,
  decide: Decision<State, Event>,
  context: CommandContext,
): Promise<number> {
  const executed = await runner.execute(aggregate, owner, decide, context);
  if (isRefusal(executed)) throw new Error(executed.message);
  return executed.position;
}
