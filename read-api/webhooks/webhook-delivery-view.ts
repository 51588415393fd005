/** A webhook delivery as its account sees it, and the lists of them on both surfaces. */
import type { Knex } from "knex";
import { z } from "zod";
import { eventTypeSchema } from "../../domain/event-types";
import { instantSchema } from "../../domain/instant";
import type { Context } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";

const PREVIEW_CHARACTERS_MAX = 500;
const ATTEMPTS_LISTED_MAX = 20;

export const deliveryStatuses = ["pending", "held", "retrying", "delivered", "failed", "dead", "canceled"] as const;
type DeliveryStatus = (typeof deliveryStatuses)[number];
/** Those that can be sent again by hand. */
export const retryableStatuses = ["retrying", "failed", "dead"] as const satisfies readonly DeliveryStatus[];

const attemptView = z.strictObject({
  at: z.iso.datetime(),
  durationMs: z.number().int(),
  httpStatus: z.number().int().nullable(),
  errorClass: z.string().nullable(),
  manual: z.boolean(),
  responsePreview: z.string().nullable().describe("The beginning of what the receiver answered, as plain text."),
});

export const deliveryView = z.strictObject({
  id: z.string().describe("The same in `X-Service-Delivery` at every attempt."),
  endpointId: z.string(),
  eventType: eventTypeSchema,
  status: z
    .enum(deliveryStatuses)
    .describe(
      "`held` waits for its endpoint to be resumed, `failed` was a test that did not arrive, `dead` had its last attempt.",
    ),
  attempts: z.number().int().describe("Attempts of the schedule so far; what was sent by hand is not among them."),
  httpStatus: z.number().int().nullable().describe("What the receiver answered last; null where it did not answer."),
  errorClass: z.string().nullable().describe("Why the last attempt failed, such as `timeout` or `http_status`."),
  nextRetryAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  payloadPreview: z.string().describe("The beginning of the body as plain text."),
  attemptsLog: z.array(attemptView).describe("The last attempts, the newest first."),
});

/** What the sender keeps, as far as it is shown. */
export interface DeliveryRow {
  readonly id: string;
  readonly number: number;
  readonly account_id: string;
  readonly endpoint_id: string;
  readonly event_type: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly due_at: string;
  readonly created_at: string;
  readonly last_status: number | null;
  readonly last_error_class: string | null;
  readonly preview: string;
}

interface AttemptRow {
  readonly delivery_id: string;
  readonly attempt: number | null;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly http_status: number | null;
  readonly error_class: string | null;
  readonly response_preview: string | null;
}

export const DELIVERIES = "operational.webhook_deliveries";

export const deliveryFilters = {
  endpointId: z.string().max(200).optional(),
  eventType: eventTypeSchema.optional(),
  from: instantSchema.optional().describe("Created at this instant or later."),
  to: instantSchema.optional().describe("Created before this instant."),
};

const page = pageQuery({ default: 20, max: 100 });
export const deliveriesQuery = z.strictObject({
  ...page,
  status: z.enum(deliveryStatuses).optional(),
  eventType: eventTypeSchema.optional(),
});
export const failedDeliveriesQuery = z.strictObject({
  ...page,
  status: z
    .enum([...deliveryStatuses, "failing", "all"])
    .default("failing")
    .describe("`failing`: retrying, failed or dead."),
  ...deliveryFilters,
});
export const deliveriesPage = z.strictObject({ deliveries: z.array(deliveryView), nextCursor: z.string().nullable() });

export interface DeliveryFilter {
  readonly statuses?: readonly DeliveryStatus[] | undefined;
  readonly endpointId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The account's deliveries that fit, in no order. */
export function matchingDeliveries({ read, account }: Context<"account">, filter: DeliveryFilter) {
  const { statuses, endpointId, eventType, from, to } = filter;
  return read<DeliveryRow>(DELIVERIES)
    .where({ account_id: account.id })
    .modify((builder) => {
      if (statuses !== undefined) void builder.whereIn("status", [...statuses]);
      if (endpointId !== undefined) void builder.andWhere({ endpoint_id: endpointId });
      if (eventType !== undefined) void builder.andWhere({ event_type: eventType });
      if (from !== undefined) void builder.andWhere("created_at", ">=", from);
      if (to !== undefined) void builder.andWhere("created_at", "<", to);
    });
}

/** The account's deliveries that fit, the newest first. They appear shortly after the event they tell of. */
export async function listDeliveries(
  context: Context<"account">,
  filter: DeliveryFilter,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<z.input<typeof deliveriesPage>> {
  const before = context.cursors.parse(z.number().int(), cursor);
  const preview: Knex.Raw = context.read.raw("left(body, ?) AS preview", [PREVIEW_CHARACTERS_MAX]);
  const rows = (await matchingDeliveries(context, filter)
    .select("id", "number", "account_id", "endpoint_id", "event_type", "status", "attempts", "due_at", "created_at")
    .select("last_status", "last_error_class", preview)
    .modify((builder) => {
      if (before !== undefined) void builder.andWhere("number", "<", before);
    })
    .orderBy("number", "desc")
    .limit(limit + 1)) as readonly DeliveryRow[];
  const shown = rows.slice(0, limit);
  const attempts = await attemptsOf(context, shown);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    deliveries: shown.map((row) => deliveryOf(row, attempts.get(row.id) ?? [])),
    nextCursor: more ? context.cursors.sign(last.number) : null,
  };
}

async function attemptsOf(
  { read }: Context<"account">,
  deliveries: readonly DeliveryRow[],
): Promise<ReadonlyMap<string, readonly AttemptRow[]>> {
  const rows: readonly AttemptRow[] = await read<AttemptRow>("operational.webhook_attempts")
    .whereIn(
      "delivery_id",
      deliveries.map(({ id }) => id),
    )
    .orderBy("started_at", "desc");
  const all = new Map<string, AttemptRow[]>();
  for (const row of rows) all.set(row.delivery_id, [...(all.get(row.delivery_id) ?? []), row]);
  return all;
}

function deliveryOf(row: DeliveryRow, attempts: readonly AttemptRow[]): z.input<typeof deliveryView> {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventType: row.event_type as z.input<typeof eventTypeSchema>,
    status: row.status,
    attempts: row.attempts,
    httpStatus: row.last_status,
    errorClass: row.last_error_class,
    nextRetryAt: row.status === "retrying" ? row.due_at : null,
    createdAt: row.created_at,
    payloadPreview: plain(row.preview),
    attemptsLog: attempts.slice(0, ATTEMPTS_LISTED_MAX).map((attempt) => ({
      at: attempt.started_at,
      durationMs: attempt.duration_ms,
      httpStatus: attempt.http_status,
      errorClass: attempt.error_class,
      manual: attempt.attempt === null,
      responsePreview: attempt.response_preview,
    })),
  };
}

/** Without control, format and unassigned characters, which could disguise what a person reads. */
const plain = (text: string): string => text.replace(/[^\P{C}\n\t]/gu, "");
