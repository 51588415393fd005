/** GET /api/admin/businesses/:id/looks: who looked at a business's history, the newest first, from the log itself. */
import { z } from "zod";
import { streamName } from "../../domain/fold/aggregate";
import type { Recorded } from "../../domain/fold/event";
import { looks, remainsLooks, type Look } from "../../domain/looks";
import { removals } from "../../domain/removals";
import type { EventLog } from "../../infra/event-log/event-log";
import { admin, query } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";
import { isKnown, noSuchBusiness } from "./known-business";

const lookView = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  by: z.strictObject({ kind: z.string(), id: z.string() }),
  what: z.string().describe("The operation's id."),
  asked: z.record(z.string(), z.string()).describe("Its query parameters."),
});

export const listBusinessLooks = query({
  id: "list-business-looks",
  method: "GET",
  path: "/api/admin/businesses/:id/looks",
  access: admin("audit"),
  on: "none",
  area: "audit",
  summary: "Who looked at a business's history",
  description:
    "The newest first; this very look is among them. Further pages of a look are that look. Looks are erased with the " +
    "business; those at what remains of it afterwards are kept.",
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject(pageQuery({ default: 100, max: 1_000 })),
  responds: { status: 200, body: z.strictObject({ looks: z.array(lookView), nextCursor: z.string().nullable() }) },
  refusals: ["business_not_found"],
  handle: async ({ params: { id }, query: { limit, cursor } }, { services: { log }, cursors }) => {
    if (!(await isKnown(log, id))) return noSuchBusiness();
    const { looks: shown, next } = await looksAt(log, id, limit, cursors.parse(z.number().int(), cursor));
    return { looks: [...shown], nextCursor: next === undefined ? null : cursors.sign(next) };
  },
});

/** A page, the newest first, and where the next one begins. */
export async function looksAt(
  log: Pick<EventLog, "readStream">,
  businessId: string,
  limit: number,
  from?: number,
): Promise<{ readonly looks: readonly z.input<typeof lookView>[]; readonly next: number | undefined }> {
  const stream = await streamOfLooks(log, businessId);
  const options = { direction: "backwards", limit: limit + 1, ...(from === undefined ? {} : { from }) } as const;
  const events = await log.readStream(stream, options);
  return { looks: events.slice(0, limit).map(viewOf), next: events[limit]?.revision };
}

async function streamOfLooks(log: Pick<EventLog, "readStream">, businessId: string): Promise<string> {
  const removed = await log.readStream(streamName(removals.category, businessId), { limit: 1 });
  return streamName((removed.length === 0 ? looks : remainsLooks).category, businessId);
}

function viewOf({ id, metadata: { occurredAt, actor }, data }: Recorded): z.input<typeof lookView> {
  const { what, asked } = data as Look;
  return { id, at: occurredAt, by: actor, what, asked };
}
