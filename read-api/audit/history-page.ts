/** Reading a business's history: filtered, in pages or whole as NDJSON, the same for auditors and for its owner. */
import { z } from "zod";
import { historyStreams } from "../../domain/business-streams";
import { actorKinds, type Recorded } from "../../domain/fold/event";
import { instantSchema } from "../../domain/instant";
import type { EventLog } from "../../infra/event-log/event-log";
import { marksAfter } from "../../infra/event-log/marks-after";
import { mergedStreams } from "../../infra/event-log/merged-streams";
import { Answer, type Context } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";
import { wholeNumber } from "../../infra/http/query-numbers";
import { historyEvent, historyEventOf, historyMark, type HistoryMark } from "./business-history";
import { keptHistory } from "./kept-history";

export const NDJSON = "application/x-ndjson";

const LIST_CHARS_MAX = 2_000;
const position = wholeNumber(0).optional();
const asItIs = (event: Recorded): Recorded => event;
const namesOf = (list: string): readonly string[] => list.split(",").map((one) => one.trim());

export const historyQuery = z.strictObject({
  ...pageQuery({ default: 100, max: 1_000 }),
  type: z.string().max(LIST_CHARS_MAX).optional().describe("Comma list of event types."),
  actor: z
    .string()
    .max(LIST_CHARS_MAX)
    .refine(
      (list) => namesOf(list).every((one) => actorKinds.some((kind) => kind === one.split(":")[0])),
      `Expected a comma list of ${actorKinds.join(", ")}, each alone or with an id, as in user:id`,
    )
    .optional()
    .describe("Comma list of who caused it: a kind, or a kind and an id as `user:id`."),
  from: instantSchema.optional().describe("Events that occurred at or after this instant."),
  to: instantSchema.optional().describe("Events that occurred before this instant."),
  after: position.describe("Events beyond this position."),
  until: position.describe("Events up to and with this position."),
});
type HistoryQuery = z.output<typeof historyQuery>;
type Selection = Omit<HistoryQuery, "limit" | "cursor">;
type See = (event: Recorded) => Recorded;

export const historyPage = z.strictObject({ events: z.array(historyEvent), nextCursor: z.string().nullable() });

interface Asked {
  readonly query: HistoryQuery;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** `see` shows each event as the caller may see it, before anything is looked for in it. */
export async function answerHistory(
  { services, cursors }: Pick<Context, "services" | "cursors">,
  businessId: string,
  { query, headers }: Asked,
  see: See = asItIs,
): Promise<Answer | z.input<typeof historyPage>> {
  const mark = cursors.parse(historyMark, query.cursor) ?? (await beginning(services.log, businessId, query));
  const streams = historyStreams(businessId);
  if ((headers["accept"] ?? "").includes(NDJSON)) {
    // However slowly it is read, it is a look at what there is now.
    const until = Math.min(await services.log.head(), query.until ?? Infinity);
    const history = keptHistory(services.log, streams, until, mark);
    return new Answer(200, { contentType: NDJSON, chunks: linesOf(selected(history, query, see)) });
  }
  const history = mergedStreams(services.log, streams, mark);
  const matches = matcherOf(query);
  const { events, next } = await pageOf(upTo(query.until, history), see, matches, query.limit, mark);
  return { events: events.map(historyEventOf), nextCursor: next === undefined ? null : cursors.sign(next) };
}

/** All events that are asked for, as auditors see them. */
export async function* selectedHistory(
  log: Pick<EventLog, "readStream">,
  businessId: string,
  selection: Selection,
): AsyncGenerator<Recorded> {
  const mark = await beginning(log, businessId, selection);
  yield* selected(mergedStreams(log, historyStreams(businessId), mark), selection, asItIs);
}

const beginning = async (
  log: Pick<EventLog, "readStream">,
  businessId: string,
  { after }: Selection,
): Promise<HistoryMark> => (after === undefined ? {} : marksAfter(log, historyStreams(businessId), after));

type Matches = (event: Recorded) => boolean;

function matcherOf({ type, actor, from, to }: Selection): Matches {
  const types = type === undefined ? undefined : new Set(namesOf(type));
  const actors = actor === undefined ? undefined : new Set(namesOf(actor));
  return ({ type: found, metadata: { occurredAt, actor: by } }) =>
    (types === undefined || types.has(found)) &&
    (actors === undefined || actors.has(by.kind) || actors.has(`${by.kind}:${by.id}`)) &&
    (from === undefined || occurredAt >= from) &&
    (to === undefined || occurredAt < to);
}

async function* upTo(until: number | undefined, history: AsyncGenerator<Recorded>): AsyncGenerator<Recorded> {
  for await (const event of history) {
    if (until !== undefined && event.position > until) return;
    yield event;
  }
}

/** A page, and where the next one begins; no mark where the history has ended. */
async function pageOf(
  history: AsyncGenerator<Recorded>,
  see: See,
  matches: Matches,
  limit: number,
  mark: HistoryMark,
): Promise<{ events: Recorded[]; next: HistoryMark | undefined }> {
  const events: Recorded[] = [];
  let next = mark;
  for await (const event of history) {
    const seen = see(event);
    const matched = matches(seen);
    if (matched && events.length === limit) return { events, next };
    if (matched) events.push(seen);
    next = { ...next, [event.stream]: event.revision + 1 };
  }
  return { events, next: undefined };
}

async function* selected(history: AsyncGenerator<Recorded>, selection: Selection, see: See): AsyncGenerator<Recorded> {
  const matches = matcherOf(selection);
  for await (const event of upTo(selection.until, history)) {
    const seen = see(event);
    if (matches(seen)) yield seen;
  }
}

async function* linesOf(events: AsyncIterable<Recorded>): AsyncGenerator<string> {
  for await (const event of events) yield `${JSON.stringify(historyEventOf(event))}\n`;
}
