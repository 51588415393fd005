/** Pages without end: read from the server until near the end, then from the memory that all subscriptions share. */
import type { LogPage, ReadAllOptions, SubscribeOptions } from "../event-log";
import { LogUnavailable } from "../event-log";
import { unlessAborted } from "../../time/waiting";
import type { LiveTail } from "./live-tail";
import { backOffMs, pause } from "./patience";

export interface SubscriptionSource {
  readonly tail: LiveTail;
  readonly readAll: (options: ReadAllOptions) => Promise<LogPage>;
  readonly isErased: (stream: string) => boolean;
}

type Read = { readonly page: LogPage } | { readonly error: unknown };

/** Ends when the signal aborts. Throws only what no waiting can mend. */
export async function* followLog(
  source: SubscriptionSource,
  options: Omit<SubscribeOptions, "signal">,
  signal: AbortSignal,
): AsyncGenerator<LogPage> {
  const release = source.tail.want(options.types);
  try {
    for await (const page of pages(source, options, signal)) {
      // Also what was read or came before its stream was erased.
      yield { ...page, events: page.events.filter(({ stream }) => !source.isErased(stream)) };
    }
  } finally {
    release();
  }
}

async function* pages(
  { tail, readAll }: SubscriptionSource,
  { after, types, limit }: Omit<SubscribeOptions, "signal">,
  signal: AbortSignal,
): AsyncGenerator<LogPage> {
  const wanted = types === undefined ? undefined : new Set(types);
  let position = after;
  let ahead: Promise<Read> | undefined;
  const read = (from: number): Promise<Read> =>
    readUntilAnswered(() => readAll({ after: from, limit, ...(types && { types }) }), signal);
  while (!signal.aborted) {
    const recent = tail.recent();
    // Before the tail knows where the end was, a reader at the end would not know what to wait for.
    let page = recent?.after(position, wanted, limit);
    if (recent !== undefined && page === undefined) {
      const answered = await unlessAborted(ahead ?? read(position), signal);
      if (answered === undefined) return;
      if ("error" in answered) throw answered.error;
      page = answered.page;
      // While the reader works on this page, the next one is on its way; never more than one.
      ahead = page.atHead ? undefined : read(page.position);
    }
    if (page !== undefined && page.position > position) {
      position = page.position;
      yield page;
    } else {
      await tail.moved(recent === undefined ? 0 : position, wanted, signal);
    }
  }
}

/** Never rejects: it may be given up unawaited. */
async function readUntilAnswered(read: () => Promise<LogPage>, signal: AbortSignal): Promise<Read> {
  for (let failures = 1; ; failures += 1) {
    try {
      return { page: await read() };
    } catch (error) {
      if (!(error instanceof LogUnavailable) || signal.aborted) return { error };
      await pause(backOffMs(failures), signal);
    }
  }
}
