/** The conversations of a business, those in which somebody wrote last first, in pages that hold while messages come in. */
import { z } from "zod";
import type { Context } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";
import type { ConversationRow } from "../../projections/conversations";

export const conversationsQuery = z.strictObject({
  ...pageQuery({ default: 20, max: 100 }),
  status: z.enum(["open", "closed", "all"]).default("all"),
});

export const conversationStats = z
  .strictObject({
    total: z.number().int(),
    open: z.number().int(),
    unread: z.number().int().describe("Messages of customers that nobody has marked as read."),
  })
  .describe("All conversations of the business, whatever this page shows.");

export const conversationTables = ["conversations", "messages"];

/** Where a page begins: behind `before`, in the order as it was when the log ended with `upTo`. */
const mark = z.strictObject({ upTo: z.number().int(), before: z.number().int() });

type ListedRow = ConversationRow & { readonly listed_at: number };

const FIRST = `SELECT *, position AS listed_at FROM conversations
  WHERE business_id = :business AND status = ANY(:statuses) ORDER BY position DESC LIMIT :limit`;
/** A conversation in which somebody has written since the first page is where it was then. */
const BEHIND = `SELECT * FROM (
    (SELECT *, position AS listed_at FROM conversations
      WHERE business_id = :business AND status = ANY(:statuses) AND position < :before
      ORDER BY position DESC LIMIT :limit)
    UNION ALL
    (SELECT *, coalesce((SELECT max(m.position) FROM messages m
        WHERE m.conversation_id = c.conversation_id AND m.position <= :upTo), opened_position) AS listed_at
      FROM conversations c WHERE business_id = :business AND status = ANY(:statuses) AND position > :upTo
        AND opened_position <= :upTo)
  ) listed WHERE listed_at < :before ORDER BY listed_at DESC LIMIT :limit`;
/** In one statement: what is counted is what is shown, whatever comes in meanwhile. A page without rows is one of nulls. */
const withStats = (page: string): string => `WITH page AS (${page}), stats AS (
    SELECT count(*) AS all_total, count(*) FILTER (WHERE status = 'open') AS all_open,
      coalesce(sum(unread_count), 0)::bigint AS all_unread, coalesce(bool_or(provider = 'sandbox'), false) AS any_sandbox
    FROM conversations WHERE business_id = :business)
  SELECT * FROM stats LEFT JOIN page ON true ORDER BY listed_at DESC`;

interface Stats {
  readonly all_total: number;
  readonly all_open: number;
  readonly all_unread: number;
  readonly any_sandbox: boolean;
}
type Told = Stats & (ListedRow | { readonly conversation_id: null });

interface Page {
  readonly rows: readonly ConversationRow[];
  readonly stats: z.input<typeof conversationStats>;
  readonly nextCursor: string | null;
  /** Whether the stand-in of a messaging provider takes part. */
  readonly sandbox: boolean;
}

export async function pageOfConversations(
  { read, business, cursors, services }: Context<"business">,
  { limit, cursor, status }: z.output<typeof conversationsQuery>,
): Promise<Page> {
  const begin = cursors.parse(mark, cursor);
  const statuses = status === "all" ? ["open", "closed"] : [status];
  const asked = { business: business.id, statuses, limit: limit + 1, ...begin };
  const told = await read.raw<{ rows: readonly Told[] }>(withStats(begin === undefined ? FIRST : BEHIND), asked);
  const found = told.rows.filter((row) => row.conversation_id !== null);
  const rows = found.slice(0, limit);
  const [first, last] = [rows[0], rows.at(-1)];
  const more = found.length > limit && first !== undefined && last !== undefined;
  const { all_total: total = 0, all_open: open = 0, all_unread: unread = 0, any_sandbox = false } = told.rows[0] ?? {};
  return {
    rows,
    stats: { total, open, unread },
    nextCursor: more ? cursors.sign({ upTo: begin?.upTo ?? first.listed_at, before: last.listed_at }) : null,
    sandbox: any_sandbox || services.sms?.name === "sandbox",
  };
}
