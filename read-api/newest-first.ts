/** The rows of one business in a table whose order is the log position at which each was made, the newest first, in pages. */
import { z } from "zod";
import type { Context } from "../infra/http/endpoint";
import { rowsOf } from "./rows";

/** Where a page begins: behind this position. */
const mark = z.number().int();

/** The table has `business_id` and `position`. A page stays where it was while rows are added. */
export async function newestFirst<Row extends { readonly position: number }>(
  { read, business, cursors }: Pick<Context<"business">, "read" | "business" | "cursors">,
  table: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }> {
  const before = cursors.parse(mark, cursor);
  const found = read(table)
    .where({ business_id: business.id })
    .modify((builder) => {
      if (before !== undefined) void builder.andWhere("position", "<", before);
    })
    .orderBy("position", "desc")
    .limit(limit + 1);
  const all = await rowsOf<Row>(found);
  const rows = all.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: all.length > limit && last !== undefined ? cursors.sign(last.position) : null };
}
