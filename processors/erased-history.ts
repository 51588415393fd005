/** What is kept of a history that is about to be erased: its length, the head of its chain, and who asked for its end. */
import type { BusinessEvent } from "../domain/businesses";
import { chainedStreams } from "../domain/business-streams";
import { chained, eventDigest, GENESIS } from "../domain/fold/event-digest";
import type { Recorded } from "../domain/fold/event";
import type { RemovalRecord } from "../domain/removals";
import type { EventLog } from "../infra/event-log/event-log";
import { mergedStreams } from "../infra/event-log/merged-streams";

/**
 * Read from the log, with constant memory. `erasedEvents` and `chainHead` are over the history that is chained and proven;
 * looks at it are erased as well, and are no part of it. What is appended after this look, such as an anchor in the same
 * moment, is erased and not counted.
 */
export async function erasedHistory(
  log: Pick<EventLog, "readStream">,
  businessId: string,
): Promise<Pick<RemovalRecord, "reason" | "requestedBy" | "requestedAt" | "erasedEvents" | "chainHead">> {
  let erasedEvents = 0;
  let chainHead = GENESIS;
  let request: Recorded | undefined;
  for await (const event of mergedStreams(log, chainedStreams(businessId))) {
    erasedEvents += 1;
    chainHead = chained(chainHead, eventDigest(event));
    if (endings.has((event as unknown as BusinessEvent).type)) request = event;
  }
  return {
    reason: request?.type === "BusinessErasureOrdered" ? "erasure_ordered" : "restore_window_elapsed",
    requestedBy: request?.metadata.actor ?? null,
    requestedAt: request?.metadata.occurredAt ?? null,
    erasedEvents,
    chainHead,
  };
}

const endings: ReadonlySet<BusinessEvent["type"]> = new Set(["BusinessDeletionRequested", "BusinessErasureOrdered"]);
