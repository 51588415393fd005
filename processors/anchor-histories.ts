/** The effect of `history-anchors`: every history that has events which no anchor covers is anchored. */
import { anchorHistory, anchors } from "../domain/anchors";
import { businesses } from "../domain/businesses";
import { isRefusal } from "../domain/fold/refusal";
import type { Attestor } from "../infra/attestation/attestor";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import { StreamErasedError } from "../infra/command-runner/stream-erased-error";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";

/** A history as far as it is chained. */
export interface ChainedHistory {
  readonly businessId: string;
  readonly events: number;
  readonly head: string;
}

export interface AnchorParts {
  readonly runner: CommandRunner;
  readonly attestor: Attestor;
  /** Pages of the histories with events that no anchor covers, as far as the log goes; throws where that is not known yet. */
  readonly unanchored: () => AsyncIterable<readonly ChainedHistory[]>;
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
        if (at === 0 && !(await context.stillMine())) throw new Error("Another process anchors by now.");
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

async function anchor(
  { runner, attestor }: AnchorParts,
  { businessId, events: count, head }: ChainedHistory,
  { intentId, now }: EffectContext,
): Promise<boolean> {
  try {
    // What is about to be erased is counted just now.
    if ((await runner.load(businesses, businessId)).state.status === "removing") return false;
    const said = { businessId, count, head, anchoredAt: now.toISOString(), keyId: attestor.publicKey.kid };
    const decide = anchorHistory(said, (text) => attestor.sign(text));
    const actor = { kind: "system", id: "history-anchors" } as const;
    // Whatever set the timer was another's as well: nobody's history holds the words with which they named their request.
    const command = { commandId: intentId, correlationId: intentId, causationId: intentId, actor, businessId };
    const executed = await runner.execute(anchors, businessId, decide, command);
    if (isRefusal(executed)) throw new Error(executed.message);
    return executed.events.length > 0 && !executed.repeated;
  } catch (error) {
    if (error instanceof StreamErasedError) return false;
    throw error;
  }
}
