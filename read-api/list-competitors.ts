/** GET /api/v1/competitors, also /api/v1/me/competitors: the tracked competitors, as stored. */
import { z } from "zod";
import { apiKey, query } from "../infra/http/endpoint";
import { selectTracked, trackedTables, type TrackedRow } from "./competitor-rows";
import { competitorOf, competitorView } from "./competitor-view";
import { rowsOf } from "./rows";

export const listCompetitors = query({
  id: "list-competitors",
  method: "GET",
  path: "/api/v1/competitors",
  aliases: ["/api/v1/me/competitors"],
  access: apiKey("competitors:read"),
  on: "business",
  area: "competitor",
  summary: "Tracked competitors",
  reads: trackedTables,
  responds: {
    status: 200,
    body: z.strictObject({ competitors: z.array(competitorView), count: z.number().int() }),
  },
  handle: async (_input, context) => {
    const rows = await rowsOf<TrackedRow>(selectTracked(context).orderBy(["c.added_at", "c.competitor_id"]));
    return { competitors: rows.map(competitorOf), count: rows.length };
  },
});
