/** Table `places`: the newest facts about each place. */
import { featureIdOf, placeIdEnding } from "../domain/places/feature-id";
import type { PlaceEvent } from "../domain/places/events";
import { segmentName } from "../domain/places/segments";
import { instant, integer, json, projection, real, text, type Column, type RowOf } from "../infra/projector/projection";

const columns = {
  place_id: text,
  /** How the place id ends that is made of a cid; null for ids of other forms. */
  cid_ending: text.orNull,
  name: text.orNull,
  address: text.orNull,
  category: text.orNull,
  city: text.orNull,
  state: text.orNull,
  country: text.orNull,
  /** City, country and category as segments are asked for: in one spelling. */
  city_name: text.orNull,
  country_name: text.orNull,
  category_name: text.orNull,
  latitude: real.orNull,
  longitude: real.orNull,
  phone: text.orNull,
  rating: real.orNull,
  review_count: integer.orNull,
  /** When the review count was seen, not merely carried along: an older day's count does not overwrite it. */
  counted_at: instant.orNull,
  website: text.orNull,
  hours: json<unknown>().orNull,
  price_level: integer.orNull,
  status: text.orNull as Column<"operational" | "temporarily_closed" | "permanently_closed" | null>,
  /** When the permanent closure was first seen, while it lasts. */
  closed_detected_at: instant.orNull,
  first_seen_at: instant,
  last_checked_at: instant,
};
export type PlaceRow = RowOf<typeof columns>;

const named = (name: string | null): string | null => (name === null ? null : segmentName(name));

type Seen = { readonly data: { readonly placeId: string; readonly observedAt: string } };
const keys = (event: Seen) => ({ place_id: event.data.placeId });

function cidEnding(placeId: string): string | null {
  const feature = featureIdOf(placeId);
  return feature === undefined ? null : placeIdEnding(feature.cid);
}

const blank = ({ data }: Seen): PlaceRow => ({
  place_id: data.placeId,
  cid_ending: cidEnding(data.placeId),
  name: null,
  address: null,
  category: null,
  city: null,
  state: null,
  country: null,
  city_name: null,
  country_name: null,
  category_name: null,
  latitude: null,
  longitude: null,
  phone: null,
  rating: null,
  review_count: null,
  counted_at: null,
  website: null,
  hours: null,
  price_level: null,
  status: null,
  closed_detected_at: null,
  first_seen_at: data.observedAt,
  last_checked_at: data.observedAt,
});

const earlier = (a: string, b: string) => (a < b ? a : b);
const later = (a: string, b: string) => (a > b ? a : b);

/** What an event says is laid over the row; the place was looked at then, whatever was found. */
const learn = <Event extends Seen>(learnt: (event: Event, row: PlaceRow) => Partial<PlaceRow>) => ({
  keys,
  fold: (before: PlaceRow | null, event: Event): PlaceRow => {
    const row = before ?? blank(event);
    const { observedAt } = event.data;
    const first_seen_at = earlier(row.first_seen_at, observedAt);
    const last_checked_at = later(row.last_checked_at, observedAt);
    return { ...row, ...learnt(event, row), first_seen_at, last_checked_at };
  },
});
const look = learn(() => ({}));

export const placesTable = projection<PlaceEvent>()({
  table: "places",
  version: 5,
  columns,
  key: ["place_id"],
  indexes: [["city_name", "category_name"], ["latitude", "longitude"], ["cid_ending"]],
  erasedWith: { place: "place_id" },
  on: {
    PlaceFirstSeen: look,
    PlaceDetailsObserved: learn(({ data }, row) => {
      const { city = row.city, country = row.country, category = row.category } = data.details;
      const names = { city_name: named(city), country_name: named(country), category_name: named(category) };
      return { ...data.details, ...names };
    }),
    PlaceRatingChanged: learn(({ data }) => ({ rating: data.after })),
    PlaceHoursChanged: learn(({ data }) => ({ hours: data.after })),
    PlaceWebsiteChanged: learn(({ data }) => ({ website: data.after })),
    PlacePriceLevelChanged: learn(({ data }) => ({ price_level: data.after })),
    PlaceStatusChanged: learn(({ data }, row) => ({
      status: data.after,
      closed_detected_at: data.after === "permanently_closed" ? (row.closed_detected_at ?? data.observedAt) : null,
    })),
    PlaceSnapshotTaken: learn(({ data }, row) =>
      !data.listed.includes("reviewCount") || data.reviewCount === null || (row.counted_at ?? "") > data.observedAt
        ? {}
        : { review_count: data.reviewCount, counted_at: data.observedAt },
    ),
    PlaceReviewsCollected: look,
    PlaceProductsObserved: look,
    PlaceJobsObserved: look,
    PlaceAdsObserved: look,
    PlaceTechnologiesObserved: look,
    PlacePhotosObserved: look,
    PlaceWebsiteChangesObserved: look,
    PlacePlatformRatingsObserved: look,
    PlaceSocialMetricsObserved: look,
    PlaceVideoChannelObserved: look,
    PlaceEnriched: look,
    PlaceSectionsConfirmed: look,
  },
});
