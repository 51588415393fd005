/** GET /api/v1/embeds: the charts that the active business lets others show, and those that it took back, the newest first. */
import { z } from "zod";
import { apiKey, query } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";
import type { EmbedRow } from "../../projections/embeds";
import { embedView, viewOfEmbed } from "./embed-view";
import { newestFirst } from "../newest-first";

export const listEmbeds = query({
  id: "list-embeds",
  method: "GET",
  path: "/api/v1/embeds",
  access: apiKey("embeds:write"),
  on: "business",
  area: "embed",
  summary: "Shared charts",
  query: z.strictObject(pageQuery({ default: 20, max: 100 })),
  reads: ["embeds"],
  responds: {
    status: 200,
    body: z.strictObject({ embeds: z.array(embedView), nextCursor: z.string().nullable() }),
  },
  handle: async ({ query: asked }, context) => {
    const { rows, nextCursor } = await newestFirst<EmbedRow>(context, "embeds", asked);
    return { embeds: rows.map((row) => viewOfEmbed(madeOf(row), context.services)), nextCursor };
  },
});

const madeOf = (row: EmbedRow) => ({
  embedId: row.embed_id,
  metric: row.metric,
  days: row.days,
  own: row.own,
  competitorIds: [...row.competitor_ids],
  title: row.title,
  origins: [...row.origins],
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
});
