/** A competitor with its stored contacts, and how far the search for them has come (interface specification). */
import { z } from "zod";
import type { Context } from "../../infra/http/endpoint";
import { findTracked, type TrackedRow } from "./competitor-rows";
import { competitorOf } from "./competitor-view";
import { refreshStatusOf, scanStatus, scanStatusView } from "./refresh-status-view";
import { sectionsOf, type StoredSections } from "../places/stored-sections";

export const enrichedCompetitorView = z.strictObject({
  id: z.string(),
  name: z.string(),
  website: z.string().nullable().describe("The listing's, where the enrichment has none."),
  ownerName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  phone: z.string().nullable().describe("The listing's, where the enrichment has none."),
  socialLinks: z.array(z.strictObject({ platform: z.string(), url: z.string() })),
  enrichmentStatus: scanStatusView,
  enrichedAt: z.iso.datetime().nullable(),
});

export async function enrichedCompetitor(
  context: Pick<Context<"business">, "read" | "business" | "now">,
  tracked: TrackedRow,
  stored: StoredSections["enrichment"],
): Promise<z.output<typeof enrichedCompetitorView>> {
  const { id, name } = competitorOf(tracked);
  const found = stored?.content;
  const refresh = await refreshStatusOf(context, tracked.place_id, "enrichment");
  return {
    id,
    name,
    website: found?.website ?? tracked.p_website ?? tracked.claimed_website,
    ownerName: found?.ownerName ?? null,
    contactEmail: found?.contactEmail ?? null,
    phone: found?.phone ?? tracked.p_phone,
    socialLinks: found?.socialLinks ?? [],
    enrichmentStatus: scanStatus(refresh, stored !== undefined),
    enrichedAt: stored?.observed_at ?? null,
  };
}

/** For a competitor that the caller knows by its id alone; undefined where the business does not track it. */
export async function findEnrichedCompetitor(
  context: Context<"business">,
  competitorId: string,
): Promise<z.output<typeof enrichedCompetitorView> | undefined> {
  const tracked = await findTracked(context, competitorId);
  if (tracked === undefined) return undefined;
  const { enrichment } = await sectionsOf(context, tracked.place_id, ["enrichment"]);
  return enrichedCompetitor(context, tracked, enrichment);
}
