/** What was written for a request for drafts, as an event. */
import type { ContentEvent } from "../../domain/content";

interface Ids {
  readonly businessId: string;
  readonly accountId: string;
  readonly requestId: string;
}

const nothingKnown = {
  ...{ listing: false, rating: false, reviewCount: null, recentReviews: 0, snapshots: 0, category: false },
  ...{ location: false, phone: false, website: false, hours: false, targetCustomer: false },
  ...{ differentiator: false, sourcePage: false },
};

export const writtenContent = (
  ids: Ids,
  generationIds: readonly string[],
  generatedAt = "2026-02-01T00:00:00.000Z",
): Extract<ContentEvent, { type: "ContentGenerated" }> => ({
  type: "ContentGenerated",
  data: {
    ...{ ...ids, type: "faq", presetCategory: "ecommerce", tone: "casual", length: "short", platform: null },
    ...{ topic: "Autumn menu", sourcePage: null, refinement: null, provider: "local-composer", model: null },
    dataCoverage: nothingKnown,
    drafts: generationIds.map((generationId) => ({ generationId, content: '{"title":"Autumn menu"}' })),
    generatedAt,
  },
});
