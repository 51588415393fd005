/** Which members of a place are asked for, and what asking for them is charged as. */
import type { DetailSection } from "./places-provider";
import { tiers, type Sku, type Tier } from "./list-prices";

/** The step at which the provider charges each member that is ever asked for. */
const tierOf = {
  id: "ids_only",
  photos: "ids_only",
  nextPageToken: "ids_only",
  formattedAddress: "essentials",
  addressComponents: "essentials",
  location: "essentials",
  types: "essentials",
  displayName: "pro",
  primaryType: "pro",
  businessStatus: "pro",
  rating: "enterprise",
  userRatingCount: "enterprise",
  websiteUri: "enterprise",
  internationalPhoneNumber: "enterprise",
  regularOpeningHours: "enterprise",
  priceLevel: "enterprise",
  reviews: "atmosphere",
} as const satisfies Readonly<Record<string, Tier>>;

type Field = keyof typeof tierOf;
/** A member, or a member of it. */
type Path = Field | `${Field}.${string}`;

/** Of the hours only the periods: the rest changes by the time of day. */
const sections: Readonly<Record<DetailSection, readonly Path[]>> = {
  listing: [
    "displayName.text",
    "formattedAddress",
    "addressComponents",
    "location",
    "primaryType",
    "businessStatus",
    "rating",
    "userRatingCount",
    "websiteUri",
    "internationalPhoneNumber",
    "regularOpeningHours.periods",
    "priceLevel",
  ],
  reviews: [
    "reviews.name",
    "reviews.rating",
    "reviews.text",
    "reviews.originalText",
    "reviews.authorAttribution",
    "reviews.publishTime",
  ],
  photos: ["photos.widthPx", "photos.heightPx", "photos.googleMapsUri", "photos.authorAttributions"],
};

const found: readonly Path[] = [
  "id",
  "displayName.text",
  "formattedAddress",
  "rating",
  "userRatingCount",
  "types",
  "websiteUri",
  "location",
];

export interface FieldMask {
  readonly header: string;
  readonly sku: Sku;
}

/** The narrowest mask for the sections; with none, whether there is such a place, and under which id. */
export function detailsMask(asked: readonly DetailSection[]): FieldMask {
  const paths: readonly Path[] = ["id", ...new Set(asked.flatMap((section) => sections[section]))];
  return { header: paths.join(","), sku: `details_${highestTier(paths)}` };
}

/** `pages`: whether further pages may be asked for. */
export function searchMask({ pages }: { readonly pages: boolean }): FieldMask {
  const paths = found.map((path) => `places.${path}`);
  return { header: [...paths, ...(pages ? ["nextPageToken"] : [])].join(","), sku: `search_${highestTier(found)}` };
}

export const autocompleteMask: FieldMask = {
  header: ["placeId", "text.text", "structuredFormat.mainText.text", "structuredFormat.secondaryText.text"]
    .map((path) => `suggestions.placePrediction.${path}`)
    .join(","),
  sku: "autocomplete",
};

function highestTier(paths: readonly Path[]): Tier {
  const steps = paths.map((path) => tiers.indexOf(tierOf[path.split(".", 1)[0] as Field]));
  return tiers[Math.max(...steps)] ?? "atmosphere";
}
