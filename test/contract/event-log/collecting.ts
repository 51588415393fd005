/** Readers that keep everything they were given, and check what every page promises. */
import type { Recorded } from "../../../domain/fold/event";
import type { EventLog, LogPage, ReadAllOptions, SubscribeOptions } from "../../../infra/event-log/event-log";

export interface Collecting {
  readonly events: Recorded[];
  /** The position of the last page. */
  position: number;
  /** Settles when the subscription has ended. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** Subscribes and keeps what comes until it is stopped. */
export function collect(
  log: EventLog,
  options: Omit<SubscribeOptions, "signal" | "limit"> & { limit?: number },
): Collecting {
  const stopping = new AbortController();
  const subscription = log.subscribe({ limit: 100, ...options, signal: stopping.signal });
  const collecting = { events: [] as Recorded[], position: options.after, stop: () => stopping.abort() };
  return Object.assign(collecting, { ended: keep(subscription, collecting, options.limit ?? 100) });
}

async function keep(
  pages: AsyncIterable<LogPage>,
  collecting: Pick<Collecting, "events" | "position">,
  limit: number,
): Promise<void> {
  for await (const page of pages) {
    expectSoundPage(page, collecting.position, limit);
    collecting.events.push(...page.events);
    collecting.position = page.position;
  }
}

/** All pages from `after` to the head, or to `until`. */
export async function readToTheEnd(
  log: EventLog,
  options: ReadAllOptions,
): Promise<Pick<Collecting, "events" | "position">> {
  const read = { events: [] as Recorded[], position: options.after };
  for (;;) {
    const page = await log.readAll({ ...options, after: read.position });
    expectSoundPage(page, read.position, options.limit);
    read.events.push(...page.events);
    read.position = page.position;
    if (page.atHead || page.position >= (options.until ?? Number.MAX_SAFE_INTEGER)) return read;
  }
}

/** Events in order, after the last page, none beyond the position that the page claims to have seen, not too many. */
function expectSoundPage(page: LogPage, after: number, limit: number): void {
  const positions = [after, ...page.events.map(({ position }) => position), page.position];
  const outOfOrder = positions.filter((position, index) => {
    const previous = positions[index - 1] ?? -1;
    const mayRepeat = index === positions.length - 1;
    return mayRepeat ? position < previous : position <= previous;
  });
  expect(outOfOrder).toEqual([]);
  expect(page.events.length).toBeLessThanOrEqual(limit);
}

export function idsOf(events: readonly { readonly id: string }[]): string[] {
  return events.map(({ id }) => id);
}
