/** The log in stretches that hold whole appends, the next one on its way while one is worked on. */
import type { StoredEvent, StoredLog } from "./stored-log";

const PAGE_EVENTS = 2_000;

/** Ends where the log ends. No stretch is empty; an append that is longer than a page makes its stretch longer. */
export async function* wholeAppends(
  log: Pick<StoredLog, "read">,
  after: number,
  pageEvents = PAGE_EVENTS,
): AsyncGenerator<readonly StoredEvent[]> {
  let open: readonly StoredEvent[] = [];
  let next = log.read(after, pageEvents);
  for (;;) {
    const page = await next;
    if (!page.atHead) {
      next = log.read(page.position, pageEvents);
      // Whoever stops in between leaves it unawaited.
      next.catch(() => undefined);
    }
    const events = [...open, ...page.events];
    const end = page.atHead ? events.length : endOfWhole(events);
    if (end > 0) yield events.slice(0, end);
    if (page.atHead) return;
    open = events.slice(end);
  }
}

export const sameAppend = (one: StoredEvent, other: StoredEvent | undefined): boolean =>
  one.stream === other?.stream && one.append === other.append;

/** The last append may go on in the next page. */
function endOfWhole(events: readonly StoredEvent[]): number {
  const last = events.at(-1);
  let end = events.length;
  while (end > 0 && last !== undefined && sameAppend(last, events[end - 1])) end -= 1;
  return end;
}
