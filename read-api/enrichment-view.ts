/** A competitor with its stored contacts, and how far the search for them has come (interface specification). */
import { z } from "zod";
import type { Context } from "../infra/http/endpoint";
import type { TrackedRow } from "./competitor-rows";
import { competitorOf } from "./competitor-view";
import { refreshStatusOf, scanStatus, scanStatusView } from "./refresh-status-view";
import type { StoredSections } from "./stored-sections";

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
  context: Pick<Context<"business">, "read" | "business">,
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
