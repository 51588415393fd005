/** The log page by page for those who catch up: the next page is on its way while this one is worked on. */
import type { EventLog, LogPage, ReadAllOptions } from "../event-log/event-log";

type Read = { readonly page: LogPage } | { readonly error: unknown };

/** Without end; `limit` is asked anew for each page. */
export async function* logPages(
  log: EventLog,
  after: number,
  types: readonly string[],
  limit: () => number,
): AsyncGenerator<LogPage> {
  let position = after;
  let ahead: Promise<Read> | undefined;
  for (;;) {
    const read = await (ahead ?? settled(log, { after: position, types, limit: limit() }));
    if ("error" in read) throw read.error;
    position = read.page.position;
    ahead = read.page.atHead ? undefined : settled(log, { after: position, types, limit: limit() });
    yield read.page;
  }
}

/** Never rejects: a page that was fetched ahead may be given up unawaited. */
async function settled(log: EventLog, options: ReadAllOptions): Promise<Read> {
  try {
    return { page: await log.readAll(options) };
  } catch (error) {
    return { error };
  }
}
