/** Details of a place, from the provider's form into the port's. */
import type { DetailSection, PlaceDetails, ProviderPhoto, ProviderReview } from "./places-provider";
import { photoForm, placeForm, reviewForm, type PlaceForm } from "./published-form";
import { readHours } from "./read-hours";
import { readPlaceId, type Drop, type DroppedKind } from "./reading";
import { countIn, instantIn, pointIn, ratingIn, saying, textIn, urlIn } from "./values";

const NAME_CHARS_MAX = 500;
const AREA_CHARS_MAX = 200;
const PHONE_CHARS_MAX = 100;
const REVIEW_CHARS_MAX = 20_000;
const REVIEW_ID_CHARS_MAX = 300;

const priceLevels: ReadonlyMap<string | undefined, number> = new Map([
  ["PRICE_LEVEL_FREE", 0],
  ["PRICE_LEVEL_INEXPENSIVE", 1],
  ["PRICE_LEVEL_MODERATE", 2],
  ["PRICE_LEVEL_EXPENSIVE", 3],
  ["PRICE_LEVEL_VERY_EXPENSIVE", 4],
]);

const statuses: ReadonlyMap<string | undefined, NonNullable<PlaceDetails["status"]>> = new Map([
  ["OPERATIONAL", "operational"],
  ["CLOSED_TEMPORARILY", "temporarily_closed"],
  ["CLOSED_PERMANENTLY", "permanently_closed"],
]);

export function readDetails(json: unknown, asked: readonly DetailSection[], drop: Drop): PlaceDetails {
  const place = placeForm.parse(json);
  const reviews = asked.includes("reviews") ? readEach(place.reviews, readReview, "review", drop) : undefined;
  const photos = asked.includes("photos") ? readEach(place.photos, readPhoto, "photo", drop) : undefined;
  return {
    placeId: readPlaceId(place.id),
    ...(asked.includes("listing") ? readListing(place) : {}),
    ...saying({ reviews, photos }),
  };
}

function readListing(place: PlaceForm): Omit<PlaceDetails, "placeId"> {
  return saying({
    name: textIn(place.displayName?.text, NAME_CHARS_MAX),
    address: textIn(place.formattedAddress, NAME_CHARS_MAX),
    category: textIn(place.primaryType, AREA_CHARS_MAX),
    city: area(place, "longText", "locality", "postal_town"),
    state: area(place, "longText", "administrative_area_level_1"),
    country: area(place, "shortText", "country"),
    location: pointIn(place.location?.latitude, place.location?.longitude),
    rating: ratingIn(place.rating),
    reviewCount: countIn(place.userRatingCount),
    website: urlIn(place.websiteUri),
    phone: textIn(place.internationalPhoneNumber, PHONE_CHARS_MAX),
    hours: place.regularOpeningHours && readHours(place.regularOpeningHours),
    priceLevel: priceLevels.get(place.priceLevel),
    status: statuses.get(place.businessStatus),
  });
}

/** The component of the first of these types that there is. */
function area(place: PlaceForm, spelling: "longText" | "shortText", ...types: readonly string[]): string | undefined {
  for (const type of types) {
    const component = place.addressComponents?.find((candidate) => candidate.types?.includes(type));
    const text = textIn(component?.[spelling], AREA_CHARS_MAX);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Every item that can be read, each id once; undefined where items were told and none can be read: that is not "none". */
function readEach<Item>(
  items: readonly unknown[] | undefined,
  read: (item: unknown) => readonly [string, Item] | undefined,
  kind: DroppedKind,
  drop: Drop,
): readonly Item[] | undefined {
  const byId = new Map<string, Item>();
  for (const item of items ?? []) {
    const [id, value] = read(item) ?? [];
    if (id === undefined || value === undefined || byId.has(id)) drop(kind);
    else byId.set(id, value);
  }
  return items === undefined || (items.length > 0 && byId.size === 0) ? undefined : [...byId.values()];
}

/** The text is in the language asked for, or as its author wrote it where there is no translation. */
function readReview(item: unknown): readonly [string, ProviderReview] | undefined {
  const parsed = reviewForm.safeParse(item);
  if (!parsed.success) return undefined;
  const { name, rating, text, originalText, authorAttribution, publishTime } = parsed.data;
  const [id, stars, publishedAt] = [textIn(name, REVIEW_ID_CHARS_MAX), ratingIn(rating), instantIn(publishTime)];
  if (id === undefined || stars === undefined || publishedAt === undefined) return undefined;
  const words = textIn(text?.text, REVIEW_CHARS_MAX) ?? textIn(originalText?.text, REVIEW_CHARS_MAX) ?? null;
  const author = textIn(authorAttribution?.displayName, NAME_CHARS_MAX) ?? "";
  return [id, { id, rating: stars, text: words, author, publishedAt }];
}

/**
 * A photo that can be looked at nowhere without a key is of no use. The provider names a photo anew in every answer, which
 * would make the same photos news every day: its page's address stays, and the photo's own id in it.
 */
function readPhoto(item: unknown): readonly [string, ProviderPhoto] | undefined {
  const parsed = photoForm.safeParse(item);
  if (!parsed.success) return undefined;
  const { widthPx, heightPx, googleMapsUri, authorAttributions } = parsed.data;
  const url = urlIn(googleMapsUri) ?? urlIn(authorAttributions?.find(({ uri }) => uri !== undefined)?.uri);
  if (url === undefined) return undefined;
  const name = /!1s([\w-]+)/.exec(url)?.[1] ?? url.slice(0, NAME_CHARS_MAX);
  return [url, { name, url, width: countIn(widthPx) ?? null, height: countIn(heightPx) ?? null }];
}
