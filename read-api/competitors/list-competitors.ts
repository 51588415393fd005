/** GET /api/v1/competitors, also /api/v1/me/competitors: the tracked competitors, as stored. */
import { z } from "zod";
import { apiKey, query } from "../../infra/http/endpoint";
import { listedAs, type JsonStatement } from "../../infra/postgres/json-answers";
import { trackedTables } from "./competitor-rows";
import { competitorColumns, competitorView } from "./competitor-view";

const SHOWN: JsonStatement = {
  name: "list-competitors",
  text: listedAs(
    "competitors",
    `SELECT ${competitorColumns}
     FROM competitors c LEFT JOIN places p ON p.place_id = c.place_id
     WHERE c.business_id = $1 AND c.active ORDER BY c.added_at, c.competitor_id`,
  ),
};

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
  handle: (_input, { askJson, business }) => askJson(SHOWN, business.id),
});
