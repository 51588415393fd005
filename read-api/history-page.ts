/** Reading a business's history: filtered, in pages or whole as NDJSON, the same for auditors and for its owner. */
import { z } from "zod";
import { historyStreams } from "../domain/business-streams";
import type { Actor, Recorded } from "../domain/fold/event";
import { instantSchema } from "../domain/instant";
import { mergedStreams } from "../infra/event-log/merged-streams";
import { Answer, type Context } from "../infra/http/endpoint";
import { pageQuery } from "../infra/http/paging";
import { historyEvent, historyEventOf, historyMark, type HistoryMark } from "./business-history";

export const NDJSON = "application/x-ndjson";

const LIST_CHARS_MAX = 2_000;
const actorKinds: ReadonlySet<string> = new Set<Actor["kind"]>(["user", "api_key", "admin", "collector", "system"]);
const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();
const namesOf = (list: string): readonly string[] => list.split(",").map((one) => one.trim());

export const historyQuery = z.strictObject({
  ...pageQuery({ default: 100, max: 1_000 }),
  type: z.string().max(LIST_CHARS_MAX).optional().describe("Comma list of event types."),
  actor: z
    .string()
    .max(LIST_CHARS_MAX)
    .refine(
      (list) => namesOf(list).every((one) => actorKinds.has(one.split(":")[0] ?? "")),
      `Expected a comma list of ${[...actorKinds].join(", ")}, each alone or with an id, as in user:id`,
    )
    .optional()
    .describe("Comma list of who caused it: a kind, or a kind and an id as `user:id`."),
  from: instantSchema.optional().describe("Events that occurred at or after this instant."),
  to: instantSchema.optional().describe("Events that occurred before this instant."),
  after: position.describe("Events beyond this position."),
  until: position.describe("Events up to and with this position."),
});
type HistoryQuery = z.output<typeof historyQuery>;

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
  see: (event: Recorded) => Recorded = (event) => event,
): Promise<Answer | z.input<typeof historyPage>> {
  const mark = cursors.parse(historyMark, query.cursor);
  const history = upTo(query.until, mergedStreams(services.log, historyStreams(businessId), mark));
  const matches = matcherOf(query);
  if ((headers["accept"] ?? "").includes(NDJSON))
    return new Answer(200, { contentType: NDJSON, chunks: linesOf(history, see, matches) });
  const { events, next } = await pageOf(history, see, matches, query.limit, mark ?? {});
  return { events: events.map(historyEventOf), nextCursor: next === undefined ? null : cursors.sign(next) };
}

type Matches = (event: Recorded) => boolean;

function matcherOf({ type, actor, from, to, after }: HistoryQuery): Matches {
  const types = type === undefined ? undefined : new Set(namesOf(type));
  const actors = actor === undefined ? undefined : new Set(namesOf(actor));
  return ({ type: found, position: at, metadata: { occurredAt, actor: by } }) =>
    (types === undefined || types.has(found)) &&
    (actors === undefined || actors.has(by.kind) || actors.has(`${by.kind}:${by.id}`)) &&
    (from === undefined || occurredAt >= from) &&
    (to === undefined || occurredAt < to) &&
    (after === undefined || at > after);
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
  see: (event: Recorded) => Recorded,
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

async function* linesOf(
  history: AsyncGenerator<Recorded>,
  see: (event: Recorded) => Recorded,
  matches: Matches,
): AsyncGenerator<string> {
  for await (const event of history) {
    const seen = see(event);
    if (matches(seen)) yield `${JSON.stringify(historyEventOf(seen))}\n`;
  }
}
