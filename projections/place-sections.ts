/** Table `place_sections`: what was seen last of each section of a place: products, jobs, ads, technologies and so on. */
import type { PlaceEvent } from "../domain/places/events";
import { instant, json, projection, text, type RowOf } from "../infra/projector/projection";

const columns = {
  place_id: text,
  section: text,
  content: json<unknown>(),
  source: text,
  observed_at: instant,
};
export type PlaceSectionRow = RowOf<typeof columns>;

interface Observed {
  readonly data: {
    readonly placeId: string;
    readonly source: string;
    readonly observedAt: string;
    readonly content: unknown;
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
  }),
});

export const placeSectionsTable = projection<PlaceEvent>()({
  table: "place_sections",
  version: 1,
  columns,
  key: ["place_id", "section"],
  erasedWith: { place: "place_id" },
  on: {
    PlaceProductsObserved: keep("products"),
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
      fold: (row, { data }) => row && { ...row, observed_at: data.observedAt },
    },
  },
});
