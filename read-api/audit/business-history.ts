/** A business's history, straight from the log: the events of its streams in the order of the log. */
import { z } from "zod";
import type { Recorded } from "../../domain/fold/event";

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
