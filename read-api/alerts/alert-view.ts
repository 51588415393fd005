/** An alert as its business sees it, and the lists of them on both surfaces. */
import { z } from "zod";
import { alertTypeSchema } from "../../domain/event-types";
import type { Context } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";
import type { AlertRow } from "../../projections/alerts";
import { rowsOf } from "../rows";

export const alertView = z.strictObject({
  id: z.string(),
  type: alertTypeSchema,
  title: z.string(),
  competitorId: z
    .string()
    .nullable()
    .describe("Null where it is about the own listing, an untracked place or no place."),
  placeId: z.string().nullable().describe("Null where it is about no place."),
  data: z.record(z.string(), z.json()).describe("What the event type's schema in the catalogue says."),
  read: z.boolean(),
  readAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});

export const alertsQuery = z.strictObject({
  ...pageQuery({ default: 20, max: 100 }),
  status: z.enum(["all", "read", "unread"]).default("all"),
  type: alertTypeSchema.optional(),
});

export const alertsPage = z.strictObject({
  alerts: z.array(alertView),
  unread: z.number().int().describe("All unread alerts of the business, whatever this page shows."),
  nextCursor: z.string().nullable(),
});

export function alertOf(row: AlertRow): z.input<typeof alertView> {
  return {
    id: row.alert_id,
    type: row.type,
    title: row.title,
    competitorId: row.competitor_id,
    placeId: row.place_id,
    data: row.data as z.input<typeof alertView>["data"],
    read: row.read_at !== null,
    readAt: row.read_at,
    createdAt: row.created_at,
  };
}

/** The business's alerts, the newest first. */
export async function listAlertsOf(
  { read, business, cursors }: Context<"business">,
  { limit, cursor, status, type }: z.output<typeof alertsQuery>,
): Promise<z.input<typeof alertsPage>> {
  const before = cursors.parse(z.number().int(), cursor);
  const listed = read("alerts")
    .where({ business_id: business.id, ...(type === undefined ? {} : { type }) })
    .modify((builder) => {
      if (status === "read") void builder.whereNotNull("read_at");
      if (status === "unread") void builder.whereNull("read_at");
      if (before !== undefined) void builder.andWhere("position", "<", before);
    })
    .orderBy("position", "desc")
    .limit(limit + 1);
  const unread = read("alerts").where({ business_id: business.id }).whereNull("read_at").count("* as unread");
  const [rows, [counted]] = await Promise.all([rowsOf<AlertRow>(listed), rowsOf<{ unread: number }>(unread)]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    alerts: page.map(alertOf),
    unread: counted?.unread ?? 0,
    nextCursor: more ? cursors.sign(last.position) : null,
  };
}

export async function findAlert(
  { read, business }: Context<"business">,
  alertId: string,
): Promise<AlertRow | undefined> {
  return read<AlertRow>("alerts").where({ business_id: business.id, alert_id: alertId }).first();
}
