/** Pages without end: from the table until near the head, then from the memory that all subscriptions share. */
import { isConnectionLoss } from "../../postgres/connection-loss";
import type { Clock } from "../../time/clock";
import type { LogPage, ReadAllOptions, SubscribeOptions } from "../event-log";
import { backoffMs } from "./backoff";
import type { Tail } from "./tail";
import { pause, unlessAborted } from "../../time/waiting";

export interface SubscriptionSource {
  readonly readPage: (options: ReadAllOptions) => Promise<LogPage>;
  readonly tail: Tail;
  readonly clock: Clock;
}

type Read = { readonly page: LogPage } | { readonly error: unknown };

/** Ends when the signal aborts. Throws only what no waiting can mend. */
export async function* followLog(
  source: SubscriptionSource,
  { after, types, limit }: Omit<SubscribeOptions, "signal">,
  signal: AbortSignal,
): AsyncGenerator<LogPage> {
  const wanted = types === undefined ? undefined : new Set(types);
  let position = after;
  let ahead: Promise<Read> | undefined;
  while (!signal.aborted) {
    let page = source.tail.recent?.after(position, wanted, limit);
    if (page === undefined) {
      const read = await unlessAborted(
        ahead ?? readUntilAnswered(source, { after: position, types, limit }, signal),
        signal,
      );
      if (read === undefined) return;
      if ("error" in read) throw read.error;
      page = read.page;
      // While the reader works on this page, the next one is on its way.
      ahead = page.atHead ? undefined : readUntilAnswered(source, { after: page.position, types, limit }, signal);
    } else {
      ahead = undefined;
    }
    if (page.position > position) {
      position = page.position;
      yield page;
    } else {
      await source.tail.moved(position, wanted, signal);
    }
  }
}

/** Never rejects: it may be given up unawaited. */
async function readUntilAnswered(
  source: SubscriptionSource,
  options: ReadAllOptions,
  signal: AbortSignal,
): Promise<Read> {
  for (let failures = 1; ; failures += 1) {
    try {
      return { page: await source.readPage(options) };
    } catch (error) {
      if (!isConnectionLoss(error) || signal.aborted) return { error };
      await pause(source.clock, backoffMs(failures), signal);
    }
  }
}
