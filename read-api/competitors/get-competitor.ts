/** GET /api/v1/competitors/:id: a competitor, with the stored detail sections that the caller asks for. */
import { z } from "zod";
import { refuse } from "../../domain/refusals";
import { apiKey, query, type Context } from "../../infra/http/endpoint";
import { Failure, invalid } from "../../infra/http/failure";
import { detailSections, detailViews, loadDetails, type DetailSection } from "./competitor-details";
import { findTracked, trackedTables } from "./competitor-rows";
import { competitorOf, competitorView } from "./competitor-view";

export const getCompetitor = query({
  id: "get-competitor",
  method: "GET",
  path: "/api/v1/competitors/:id",
  access: apiKey("competitors:read"),
  on: "business",
  area: "competitor",
  summary: "A competitor and its stored details",
  description: "The section `reviews` needs the scope reviews:read, every other section analytics:read.",
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({
    include: z
      .string()
      .max(200)
      .optional()
      .describe("Comma list of snapshot, reviews, products, hiring, ads and tech_stack, or `all`."),
  }),
  reads: [...trackedTables, "place_snapshots", "place_reviews", "place_sections"],
  responds: {
    status: 200,
    body: competitorView.extend({ included: z.array(z.enum(detailSections)), ...detailViews.partial().shape }),
  },
  refusals: ["competitor_not_found"],
  handle: async ({ params: { id }, query: { include } }, context) => {
    const included = sectionsIn(include);
    requireScopes(context, included);
    const tracked = await findTracked(context, id);
    if (tracked === undefined) return refuse("competitor_not_found", "There is no such competitor.");
    return { ...competitorOf(tracked), included, ...(await loadDetails(context, tracked.place_id, included)) };
  },
});

function sectionsIn(include: string | undefined): DetailSection[] {
  const asked = new Set(
    (include ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  );
  if (asked.has("all")) return [...detailSections];
  const unknown = [...asked].filter((name) => !detailSections.some((section) => section === name));
  if (unknown.length > 0)
    throw invalid([
      {
        path: "query.include",
        message: `Unknown section: ${unknown.join(", ")}. Known: ${detailSections.join(", ")}, all.`,
      },
    ]);
  return detailSections.filter((section) => asked.has(section));
}

function requireScopes({ principal }: Context, included: readonly DetailSection[]): void {
  const held = principal.kind === "api_key" ? principal.scopes : [];
  for (const section of included) {
    const requiredScope = section === "reviews" ? "reviews:read" : "analytics:read";
    if (held.includes(requiredScope)) continue;
    throw new Failure(403, "insufficient_scope", `The section ${section} needs the scope ${requiredScope}.`, {
      requiredScope,
    });
  }
}
