/** A business's history, straight from the log: the events of its streams in the order of the log. */
import { z } from "zod";
import { historyStreams } from "../domain/business-streams";
import type { Recorded } from "../domain/fold/event";
import type { EventLog } from "../infra/event-log/event-log";

/** Where to go on in each stream, as `mergedStreams` takes it. */
export const historyMark = z.record(z.string(), z.number().int());
export type HistoryMark = z.output<typeof historyMark>;

export const historyEvent = z.strictObject({
  id: z.string(),
  type: z.string(),
  stream: z.string(),
  revision: z.number().int(),
  position: z.number().int().describe("Grows over the whole log."),
  occurredAt: z.iso.datetime(),
  actor: z.strictObject({ kind: z.string(), id: z.string() }),
  commandId: z.string(),
  correlationId: z.string().describe("The request or process that it belongs to."),
  causationId: z.string().describe("The command or event that caused it."),
  schemaVersion: z.number().int(),
  data: z.record(z.string(), z.unknown()),
});

export function historyEventOf(event: Recorded): z.input<typeof historyEvent> {
  const { id, type, stream, revision, position, metadata } = event;
  const { occurredAt, actor, commandId, correlationId, causationId, schemaVersion } = metadata;
  const data = event.data as Record<string, unknown>;
  return {
    id,
    type,
    stream,
    revision,
    position,
    occurredAt,
    actor,
    commandId,
    correlationId,
    causationId,
    schemaVersion,
    data,
  };
}

/** Whether the log knows the business, be it by what remains of it. */
export async function hasHistory(log: Pick<EventLog, "readStream">, businessId: string): Promise<boolean> {
  for (const stream of historyStreams(businessId))
    if ((await log.readStream(stream, { limit: 1 })).length > 0) return true;
  return false;
}
