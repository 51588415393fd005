/** Where each of some streams goes on after a position, found without reading what lies before. */
import type { EventLog } from "./event-log";
import type { StreamMarks } from "./merged-streams";

/** Marks for `mergedStreams`: the first revision in each stream whose event lies beyond the position. */
export async function marksAfter(
  log: Pick<EventLog, "readStream">,
  streams: readonly string[],
  position: number,
): Promise<StreamMarks> {
  const revisions = await Promise.all(streams.map((stream) => firstBeyond(log, stream, position)));
  return Object.fromEntries(streams.map((stream, at) => [stream, revisions[at] ?? 0]));
}

/** Positions grow with revisions, so that halving finds the place; a revision may be missing, and then the next one answers for it. */
async function firstBeyond(log: Pick<EventLog, "readStream">, stream: string, position: number): Promise<number> {
  const [last] = await log.readStream(stream, { direction: "backwards", limit: 1 });
  if (last === undefined) return 0;
  if (last.position <= position) return last.revision + 1;
  let from = 0;
  for (let to = last.revision; from < to;) {
    const middle = Math.floor((from + to) / 2);
    const [event] = await log.readStream(stream, { from: middle, limit: 1 });
    if (event === undefined || event.position > position) to = middle;
    else from = event.revision + 1;
  }
  return from;
}
