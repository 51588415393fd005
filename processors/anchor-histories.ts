/** The effect of `history-anchors`: every history that has events which no anchor covers is anchored, where the log bears it out. */
import { anchorHistory, anchors, anchorText, type Anchor } from "../domain/anchors";
import { businesses } from "../domain/businesses";
import { GENESIS } from "../domain/fold/event-digest";
import { isRefusal } from "../domain/fold/refusal";
import { removals } from "../domain/removals";
import type { Attestor } from "../infra/attestation/attestor";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import { StreamErasedError } from "../infra/command-runner/stream-erased-error";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";

/** A history as far as it is chained, `position` being that of its last event. */
export interface ChainedHistory {
  readonly businessId: string;
  readonly events: number;
  readonly head: string;
  readonly position: number;
}

export interface AnchorParts {
  readonly runner: CommandRunner;
  readonly attestor: Attestor;
  /** Pages of the histories with events that no anchor covers, as far as the log goes; throws where that is not known yet. */
  readonly unanchored: () => AsyncIterable<readonly ChainedHistory[]>;
  /** The head of a history as the log has it, from a known one on; undefined where the log holds another number of events. */
  readonly rechained: (
    history: ChainedHistory,
    from: { readonly count: number; readonly head: string },
  ) => Promise<string | undefined>;
  readonly onAnchored: (anchor: Anchor) => void;
  /** Hears of a history that is not signed, because the log does not hold what its tables say, or its last anchor is none. */
  readonly onContradicted: (businessId: string) => void;
}

/** How many are appended at once, in one write to the disk where the log can. */
const AT_ONCE = 32;

/** Repeated, it goes on with those that have no anchor yet. What cannot be anchored holds up none of the others. */
export function anchorHistories(parts: AnchorParts): Effect {
  return async (_payload, context) => {
    let anchored = 0;
    const failures: unknown[] = [];
    for await (const page of parts.unanchored()) {
      for (let at = 0; at < page.length; at += AT_ONCE) {
        // Whoever lost the lease leaves the rest to whoever has it.
        if (!(await context.stillMine())) throw new Error("Another process anchors by now.");
        const some = page.slice(at, at + AT_ONCE);
        const ended = await Promise.allSettled(some.map((history) => anchor(parts, history, context)));
        for (const one of ended) {
          if (one.status === "rejected") failures.push(one.reason);
          else if (one.value) anchored += 1;
        }
      }
    }
    if (failures.length > 0)
      throw new Error(`${failures.length} histories could not be anchored.`, { cause: failures[0] });
    return { anchored };
  };
}

async function anchor(parts: AnchorParts, history: ChainedHistory, context: EffectContext): Promise<boolean> {
  const { runner, attestor } = parts;
  const { businessId, events: count, head } = history;
  const { intentId, now } = context;
  try {
    // What is about to be erased is counted just now.
    if (await isGoing(parts, businessId)) return false;
    const last = (await runner.load(anchors, businessId)).state;
    if (last !== null && last.count >= count) return false;
    if (!(await isBorneOut(parts, history, last))) {
      if (!(await isGoing(parts, businessId))) parts.onContradicted(businessId);
      return false;
    }
    const said = { businessId, count, head, anchoredAt: now.toISOString(), keyId: attestor.publicKey.kid };
    const decide = anchorHistory(said, (text) => attestor.sign(text));
    const actor = { kind: "system", id: "history-anchors" } as const;
    // Whatever set the timer was another's as well: nobody's history holds the words with which they named their request.
    const command = { commandId: intentId, correlationId: intentId, causationId: intentId, actor, businessId };
    const executed = await runner.execute(anchors, businessId, decide, command);
    if (isRefusal(executed)) throw new Error(executed.message);
    const [made] = executed.events;
    if (made === undefined || executed.repeated) return false;
    parts.onAnchored(made.data);
    return true;
  } catch (error) {
    if (error instanceof StreamErasedError) return false;
    throw error;
  }
}

/** Whether the log, read anew from the last anchor on, has the very head that is to be signed. */
async function isBorneOut(
  { attestor, rechained }: AnchorParts,
  history: ChainedHistory,
  last: Anchor | null,
): Promise<boolean> {
  if (last === null) return (await rechained(history, { count: 0, head: GENESIS })) === history.head;
  const { businessId, signature, keyId } = last;
  if (businessId !== history.businessId || !attestor.hasSigned(anchorText(last), signature, keyId)) return false;
  return (await rechained(history, last)) === history.head;
}

async function isGoing({ runner }: AnchorParts, businessId: string): Promise<boolean> {
  if ((await runner.load(businesses, businessId)).state.status === "removing") return true;
  return (await runner.load(removals, businessId)).state.removed;
}
