/** Table `place_sections`: what was seen last of each section of a place: products, jobs, ads, technologies and so on. */
import type { PlaceEvent } from "../domain/places/events";
import { productKey, type Product } from "../domain/places/products";
import { instant, json, projection, text, type RowOf } from "../infra/projector/projection";

const columns = {
  place_id: text,
  section: text,
  content: json<unknown>(),
  /** Who saw it last, and when. */
  source: text,
  observed_at: instant,
  /** By product key: since when that product has been listed without a break. Empty for every other section. */
  listed_since: json<Readonly<Record<string, string>>>(),
};
export type PlaceSectionRow = RowOf<typeof columns>;

interface Observed<Content = unknown> {
  readonly data: {
    readonly placeId: string;
    readonly source: string;
    readonly observedAt: string;
    readonly content: Content;
  };
}

const keep = (section: string) => ({
  keys: ({ data }: Observed) => ({ place_id: data.placeId, section }),
  fold: (_row: PlaceSectionRow | null, { data }: Observed): PlaceSectionRow => ({
    place_id: data.placeId,
    section,
    content: data.content,
    source: data.source,
    observed_at: data.observedAt,
    listed_since: {},
  }),
});

const kept = keep("products");
const keepProducts = {
  keys: kept.keys,
  fold: (row: PlaceSectionRow | null, event: Observed<readonly Product[]>): PlaceSectionRow => {
    const { content, observedAt } = event.data;
    const since = content.map(productKey).map((key) => [key, row?.listed_since[key] ?? observedAt] as const);
    return { ...kept.fold(row, event), listed_since: Object.fromEntries(since) };
  },
};

export const placeSectionsTable = projection<PlaceEvent>()({
  table: "place_sections",
  version: 2,
  columns,
  key: ["place_id", "section"],
  erasedWith: { place: "place_id" },
  on: {
    PlaceProductsObserved: keepProducts,
    PlaceJobsObserved: keep("jobs"),
    PlaceAdsObserved: keep("ads"),
    PlaceTechnologiesObserved: keep("technologies"),
    PlacePhotosObserved: keep("photos"),
    PlaceWebsiteChangesObserved: keep("websiteChanges"),
    PlacePlatformRatingsObserved: keep("platformRatings"),
    PlaceSocialMetricsObserved: keep("socialMetrics"),
    PlaceVideoChannelObserved: keep("youtube"),
    PlaceEnriched: keep("enrichment"),
    PlaceSectionsConfirmed: {
      keys: ({ data }) => data.sections.map((section) => ({ place_id: data.placeId, section })),
      fold: (row, { data }) => row && { ...row, source: data.source, observed_at: data.observedAt },
    },
  },
});
