/** GET /api/v1/events: what the account was told, the oldest first, for those who would rather ask than be called. */
import { z } from "zod";
import { API_VERSION, eventTypeSchema, type EventType } from "../../domain/event-types";
import { apiKey, query, type Context } from "../../infra/http/endpoint";
import { foreignCursor } from "../../infra/http/paging";
import { wholeNumber } from "../../infra/http/query-numbers";
import type { IntegrationEventRow } from "../../projections/integration-events";
import { rowsOf } from "../rows";

const eventView = z.strictObject({
  id: z.string().describe("The same as in a webhook's body and in the topic."),
  type: eventTypeSchema,
  apiVersion: z.string(),
  createdAt: z.iso.datetime(),
  businessId: z.string().nullable(),
  position: z.number().int().describe("The log position of the event."),
  data: z.record(z.string(), z.json()).describe("What the event type's schema in the catalogue says."),
});

const typesSchema = z
  .string()
  .max(1_000)
  .transform((list) => list.split(",").map((one) => one.trim()))
  .pipe(z.array(eventTypeSchema));

/**
 * After which row a page begins. The id decides, because a log that was moved has other positions; where its row was erased,
 * where it stood does.
 */
const placeSchema = z.strictObject({ id: z.string(), position: z.number().int(), ordinal: z.number().int() });
type Place = z.output<typeof placeSchema>;
const BEGINNING: Place = { id: "", position: 0, ordinal: -1 };

export const listIntegrationEvents = query({
  id: "list-integration-events",
  method: "GET",
  path: "/api/v1/events",
  access: apiKey("webhooks:manage"),
  on: "account",
  area: "webhook",
  summary: "Events of the account, the oldest first",
  description:
    "The same events, ids and data as the webhooks', of all businesses of the account, whether or not it has webhook endpoints. Ask again with `after` as `nextCursor` was; it is always there, and it never expires. No event ever appears behind a cursor that was given out. What was told of a business goes with it when it is erased.",
  query: z.strictObject({
    after: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .describe("`nextCursor` of the answer before; from the beginning without."),
    limit: wholeNumber(1, 500).default(100).describe("Most events in one answer."),
    types: typesSchema.optional().describe("Event types, separated by commas; all without."),
  }),
  reads: ["integration_events"],
  responds: {
    status: 200,
    body: z.strictObject({
      data: z.array(eventView),
      nextCursor: z.string(),
      hasMore: z.boolean().describe("Whether there is more to be had at once."),
    }),
  },
  handle: async ({ query: { after, limit, types } }, context) => {
    const from = await placeOf(context, after);
    // Looked for first: whatever comes between the two questions is behind this place, and is found by the next request.
    const end = await lastPlace(context);
    const rows = await rowsAfter(context, from, types, limit + 1);
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const seen = page.map(placeOfRow).at(-1) ?? from;
    // Where nothing more of these types is there, all others need not be passed over again.
    const next = !hasMore && isBefore(seen, end) ? end : seen;
    return { data: page.map(viewOf), nextCursor: context.cursors.sign(next), hasMore };
  },
});

async function placeOf({ cursors, read, account }: Context<"account">, after: string | undefined): Promise<Place> {
  if (after === undefined) return BEGINNING;
  const given = cursors.parseLasting(placeSchema, after);
  if (given === undefined) throw foreignCursor("after");
  const { mark, isOfThisLog } = given;
  const row = await read<IntegrationEventRow>("integration_events")
    .where({ id: mark.id, account_id: account.id })
    .first();
  if (row !== undefined) return placeOfRow(row);
  // Erased, and where it was in a log that has moved since tells nothing: rather everything again than too little.
  return isOfThisLog ? mark : BEGINNING;
}

async function lastPlace({ read, account }: Context<"account">): Promise<Place> {
  const last = await read<IntegrationEventRow>("integration_events")
    .where({ account_id: account.id })
    .orderBy([
      { column: "position", order: "desc" },
      { column: "ordinal", order: "desc" },
    ])
    .first();
  return last === undefined ? BEGINNING : placeOfRow(last);
}

const placeOfRow = ({ id, position, ordinal }: IntegrationEventRow): Place => ({ id, position, ordinal });

function rowsAfter(
  { read, account }: Context<"account">,
  from: Place,
  types: readonly EventType[] | undefined,
  limit: number,
): Promise<readonly IntegrationEventRow[]> {
  const found = read("integration_events")
    .where({ account_id: account.id })
    .whereRaw("(position, ordinal) > (?, ?)", [from.position, from.ordinal])
    .modify((builder) => {
      if (types !== undefined) void builder.whereIn("type", [...types]);
    })
    .orderBy(["position", "ordinal"])
    .limit(limit);
  return rowsOf<IntegrationEventRow>(found);
}

const isBefore = (one: Place, other: Place): boolean =>
  one.position < other.position || (one.position === other.position && one.ordinal < other.ordinal);

const viewOf = (row: IntegrationEventRow): z.input<typeof eventView> => ({
  id: row.id,
  type: row.type,
  apiVersion: API_VERSION,
  createdAt: row.occurred_at,
  businessId: row.business_id,
  position: row.position,
  data: row.data as z.input<typeof eventView>["data"],
});
