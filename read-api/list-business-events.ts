/** GET /api/admin/businesses/:id/events: every event of a business, from the log itself; pages, or all of it as NDJSON. */
import { z } from "zod";
import { historyStreams } from "../domain/business-streams";
import type { Recorded } from "../domain/fold/event";
import { instantSchema } from "../domain/instant";
import { refuse } from "../domain/refusals";
import { mergedStreams } from "../infra/event-log/merged-streams";
import { admin, Answer, query } from "../infra/http/endpoint";
import { pageQuery } from "../infra/http/paging";
import { historyEvent, historyEventOf, historyMark, type HistoryMark } from "./business-history";

const NDJSON = "application/x-ndjson";

export const listBusinessEvents = query({
  id: "list-business-events",
  method: "GET",
  path: "/api/admin/businesses/:id/events",
  access: admin("audit"),
  on: "none",
  area: "audit",
  summary: "The event history of a business",
  description:
    "In the order of the log. With `Accept: application/x-ndjson` the whole history is streamed, an event a line.",
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({
    ...pageQuery({ default: 100, max: 1_000 }),
    type: z.string().max(2_000).optional().describe("Comma list of event types."),
    from: instantSchema.optional().describe("Events that occurred at or after this instant."),
    to: instantSchema.optional().describe("Events that occurred before this instant."),
  }),
  responds: {
    status: 200,
    body: z.strictObject({ events: z.array(historyEvent), nextCursor: z.string().nullable() }),
    alternatives: [NDJSON],
  },
  refusals: ["business_not_found"],
  handle: async ({ params: { id }, query: asked, headers }, { services, cursors }) => {
    const streams = historyStreams(id);
    const started = await mergedStreams(services.log, streams).next();
    if (started.done === true) return refuse("business_not_found", "There is no such business.");
    const mark = cursors.parse(historyMark, asked.cursor);
    const matches = matcherOf(asked);
    if ((headers["accept"] ?? "").includes(NDJSON)) {
      const chunks = linesOf(mergedStreams(services.log, streams, mark), matches);
      return new Answer(200, { contentType: NDJSON, chunks });
    }
    const { events, next } = await pageOf(mergedStreams(services.log, streams, mark), matches, asked.limit, mark ?? {});
    return { events: events.map(historyEventOf), nextCursor: next === undefined ? null : cursors.sign(next) };
  },
});

type Matches = (event: Recorded) => boolean;

function matcherOf({
  type,
  from,
  to,
}: {
  type?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}): Matches {
  const types = type?.split(",").map((one) => one.trim());
  return ({ type: found, metadata: { occurredAt } }) =>
    (types === undefined || types.includes(found)) &&
    (from === undefined || occurredAt >= from) &&
    (to === undefined || occurredAt < to);
}

/** A page, and where the next one begins; no mark where the history has ended. */
async function pageOf(
  history: AsyncGenerator<Recorded>,
  matches: Matches,
  limit: number,
  mark: HistoryMark,
): Promise<{ events: Recorded[]; next: HistoryMark | undefined }> {
  const events: Recorded[] = [];
  let next = mark;
  for await (const event of history) {
    if (!matches(event)) {
      next = { ...next, [event.stream]: event.revision + 1 };
      continue;
    }
    if (events.length === limit) return { events, next };
    events.push(event);
    next = { ...next, [event.stream]: event.revision + 1 };
  }
  return { events, next: undefined };
}

async function* linesOf(history: AsyncGenerator<Recorded>, matches: Matches): AsyncGenerator<string> {
  for await (const event of history) if (matches(event)) yield `${JSON.stringify(historyEventOf(event))}\n`;
}
