/** The head of a business's chain as the log has it, from the last anchor on: what is signed is not what a table says of it. */
import { chainedStreams } from "../../../domain/business-streams";
import { chained, eventDigest } from "../../../domain/fold/event-digest";
import type { ChainedHistory } from "../../../processors/anchor-histories";
import type { HistoryEventRow } from "../../../projections/history-events";
import { mergedStreams, type StreamMarks } from "../../event-log/merged-streams";
import { createLine } from "../../time/line";
import type { Engines } from "../engines";

type Sources = Pick<Engines, "storedLog" | "read">;

/** Few enough that requests still find a connection. */
const AT_ONCE = 4;
const WAITING_MAX = 1_000;

/**
 * Undefined where the log does not hold as many events up to the position. Only the events after the first `from.count`, whose
 * head is known, are read; the table says where those begin, and where it lies, another head is the result.
 */
export function createRechained(sources: Sources) {
  const line = createLine({ atOnce: AT_ONCE, waitingMax: WAITING_MAX }, () => new Error("Too many histories at once."));
  return (history: ChainedHistory, from: Pick<ChainedHistory, "head"> & { readonly count: number }) =>
    line(() => rechained(sources, history, from));
}

async function rechained(
  sources: Sources,
  history: ChainedHistory,
  from: { readonly count: number; readonly head: string },
): Promise<string | undefined> {
  const { businessId, events, position } = history;
  const begin = from.count === 0 ? undefined : await marksOf(sources, history, events - from.count);
  const streams = begin === undefined ? chainedStreams(businessId) : Object.keys(begin);
  let { count, head } = from;
  for await (const event of mergedStreams(sources.storedLog, streams, begin)) {
    if (event.position > position) break;
    count += 1;
    if (count > events) return undefined;
    head = chained(head, eventDigest(event));
  }
  return count === events ? head : undefined;
}

/** The first revision of each stream that is among the newest events. */
async function marksOf({ read }: Sources, history: ChainedHistory, newest: number): Promise<StreamMarks> {
  const { businessId, position } = history;
  const rows = read<HistoryEventRow>("history_events")
    .where({ business_id: businessId })
    .andWhere("position", "<=", position)
    .orderBy("position", "desc")
    .limit(newest)
    .select("stream", "revision")
    .as("newest");
  const marks = await read
    .from(rows)
    .groupBy("stream")
    .select<{ stream: string; revision: number }[]>("stream", read.raw("min(revision) AS revision"));
  const own = new Set(chainedStreams(businessId));
  return Object.fromEntries(
    marks.filter(({ stream }) => own.has(stream)).map(({ stream, revision }) => [stream, revision]),
  );
}
