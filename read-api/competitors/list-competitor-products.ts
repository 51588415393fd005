/** GET /api/competitors/:id/products: what a competitor sells, as stored, and since when each product is listed. */
import { z } from "zod";
import { productKey } from "../../domain/places/products";
import { query, session } from "../../infra/http/endpoint";
import { productView } from "./competitor-details";
import { factsOf, factTables, ofCompetitor, sightedView } from "./competitor-facts";
import type { StoredSections } from "../places/stored-sections";

const listedProductView = productView.extend({
  source: z.string().describe("Who saw it last."),
  detectedAt: z.iso.datetime().describe("When it was first seen; anew where it was gone in between."),
});

export const listCompetitorProducts = query({
  ...ofCompetitor,
  id: "list-competitor-products",
  path: "/api/competitors/:id/products",
  access: session(),
  summary: "A competitor's products and prices",
  description: "As they were last seen.",
  reads: factTables,
  responds: { status: 200, body: z.strictObject({ products: z.array(listedProductView), ...sightedView }) },
  handle: ({ params: { id } }, context) =>
    factsOf(context, id, "products", (stored) => ({ products: productsOf(stored) })),
});

function productsOf(stored: StoredSections["products"]): z.output<typeof listedProductView>[] {
  if (stored === undefined) return [];
  const { content, source, listed_since: since, observed_at: seen } = stored;
  return content.map((product) => ({ ...product, source, detectedAt: since[productKey(product)] ?? seen }));
}
