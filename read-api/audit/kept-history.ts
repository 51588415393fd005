/** A history that is streamed, for as long as the log keeps it: few of its events are in memory, and none leave when it is erased. */
import type { Recorded } from "../../domain/fold/event";
import type { EventLog } from "../../infra/event-log/event-log";
import { mergedStreams, type StreamMarks } from "../../infra/event-log/merged-streams";

/** Whoever reads slowly holds no more than these. */
const HELD_MAX = 1_024;
/** At most so many leave between two looks at whether the history is still there. */
const UNCHECKED_MAX = 16;

/**
 * These streams as one, from the marks up to and with a position. Throws where they are erased meanwhile, so that nobody
 * takes what came until then for whole.
 */
export async function* keptHistory(
  log: Pick<EventLog, "readStream">,
  streams: readonly string[],
  until: number,
  marks: StreamMarks = {},
): AsyncGenerator<Recorded> {
  let first: string | undefined;
  let left = 0;
  const check = async (): Promise<void> => {
    left = UNCHECKED_MAX;
    if (first === undefined || (await log.readStream(first, { limit: 1 })).length > 0) return;
    throw new Error(`The stream ${first} was erased while it was shown.`);
  };
  for await (const event of mergedStreams(log, streams, marks, HELD_MAX)) {
    if (event.position > until) break;
    first ??= event.stream;
    if (left === 0) await check();
    left -= 1;
    yield event;
  }
  await check();
}
