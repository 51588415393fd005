/** A business's history, straight from the log: the events of its streams in the order of the log. */
import { z } from "zod";
import type { Recorded } from "../domain/fold/event";
import type { EventLog } from "../infra/event-log/event-log";

/** Where to go on in each stream: the revision that comes next. */
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

const READ_AHEAD = 256;

/** Reads ahead a bounded number of events in each stream, however long the history is. */
export async function* historyOf(
  log: Pick<EventLog, "readStream">,
  streams: readonly string[],
  mark: HistoryMark = {},
): AsyncGenerator<Recorded> {
  const heads = await Promise.all(streams.map((stream) => openHead(log, stream, mark[stream] ?? 0)));
  for (;;) {
    const next = heads.filter((head) => head.event !== undefined).sort((a, b) => positionOf(a) - positionOf(b))[0];
    if (next?.event === undefined) return;
    yield next.event;
    await next.advance();
  }
}

interface Head {
  event: Recorded | undefined;
  advance(): Promise<void>;
}

const positionOf = (head: Head): number => head.event?.position ?? Infinity;

async function openHead(log: Pick<EventLog, "readStream">, stream: string, from: number): Promise<Head> {
  let page: Recorded[] = [];
  let nextRevision = from;
  const head: Head = {
    event: undefined,
    async advance() {
      if (page.length === 0) page = [...(await log.readStream(stream, { from: nextRevision, limit: READ_AHEAD }))];
      head.event = page.shift();
      if (head.event !== undefined) nextRevision = head.event.revision + 1;
    },
  };
  await head.advance();
  return head;
}
