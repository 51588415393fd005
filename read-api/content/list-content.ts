/** GET /api/v1/content: the drafts that were written for the active business, the newest first. */
import { z } from "zod";
import { contentTypeSchema, presetCategorySchema } from "../../domain/content/choices";
import { apiKey, query, type Context } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";
import type { ContentRow } from "../../projections/content";
import { connectedView, contentItem, viewOfContent } from "./content-view";
import { ownPlaceId } from "../business/own-listing";
import { rowsOf } from "../rows";

/** Behind which draft a page begins: the variations of one request have one position. */
const mark = z.strictObject({ position: z.number().int(), index: z.number().int() });

const contentQuery = z.strictObject({
  ...pageQuery({ default: 20, max: 100 }),
  type: contentTypeSchema.optional(),
  presetCategory: presetCategorySchema.optional(),
});

export const listContent = query({
  id: "list-content",
  method: "GET",
  path: "/api/v1/content",
  access: apiKey("content:read", "competitors:read"),
  on: "business",
  area: "content",
  summary: "Drafts of the business",
  description: "The newest first; the variations of one request in their order.",
  query: contentQuery,
  reads: ["businesses", "content"],
  responds: {
    status: 200,
    body: z.strictObject({
      connected: connectedView,
      businessId: z.string(),
      businessName: z.string(),
      count: z.number().int().describe("How many this page holds."),
      generations: z.array(contentItem),
      nextCursor: z.string().nullable(),
    }),
  },
  handle: async ({ query: asked }, context) => {
    const { business, cursors } = context;
    const [placeId, rows] = await Promise.all([ownPlaceId(context), rowsOf<ContentRow>(selected(context, asked))]);
    const page = rows.slice(0, asked.limit);
    const last = page.at(-1);
    const more = rows.length > asked.limit && last !== undefined;
    return {
      ...{ connected: placeId !== null, businessId: business.id, businessName: business.name },
      ...{ count: page.length, generations: page.map(viewOfContent) },
      nextCursor: more ? cursors.sign({ position: last.position, index: last.batch_index }) : null,
    };
  },
});

function selected(
  { read, business, cursors }: Context<"business">,
  { limit, cursor, type, presetCategory }: z.output<typeof contentQuery>,
) {
  const behind = cursors.parse(mark, cursor);
  return read("content")
    .where({
      business_id: business.id,
      ...(type === undefined ? {} : { type }),
      ...(presetCategory === undefined ? {} : { preset_category: presetCategory }),
    })
    .modify((builder) => {
      // Each row stands before those that it is less than.
      if (behind !== undefined)
        void builder.whereRaw("(position, -batch_index) < (?, ?)", [behind.position, -behind.index]);
    })
    .orderBy([
      { column: "position", order: "desc" },
      { column: "batch_index", order: "asc" },
    ])
    .limit(limit + 1);
}
