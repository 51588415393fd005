/** What searching, completing and geocoding found, from the provider's form into the port's. */
import { PlacesProviderError, type FoundPlace, type PlaceSuggestion, type Point } from "./places-provider";
import { autocompleteForm, geocodingForm, searchForm, type FoundForm, type PredictionForm } from "./published-form";
import { nonsense, readPlaceId, type Drop } from "./reading";
import { countIn, pointIn, ratingIn, textIn, urlIn } from "./values";

const TEXT_CHARS_MAX = 500;
const TYPE_CHARS_MAX = 200;
const TYPES_MAX = 50;

export interface FoundPage {
  readonly places: readonly FoundPlace[];
  readonly nextPageToken: string | undefined;
}

/** A place without a name is nothing to choose from and left out. */
export function readFoundPage(json: unknown, drop: Drop): FoundPage {
  const { places = [], nextPageToken } = searchForm.parse(json);
  return { places: places.flatMap((place) => kept(readFound(place), drop)), nextPageToken };
}

function readFound(place: FoundForm): FoundPlace | undefined {
  const placeId = readPlaceId(place.id);
  const name = textIn(place.displayName?.text, TEXT_CHARS_MAX);
  if (name === undefined) return undefined;
  return {
    placeId,
    name,
    address: textIn(place.formattedAddress, TEXT_CHARS_MAX) ?? null,
    rating: ratingIn(place.rating) ?? null,
    reviewCount: countIn(place.userRatingCount) ?? null,
    types: (place.types ?? []).flatMap((type) => textIn(type, TYPE_CHARS_MAX) ?? []).slice(0, TYPES_MAX),
    website: urlIn(place.websiteUri) ?? null,
    location: pointIn(place.location?.latitude, place.location?.longitude) ?? null,
  };
}

export function readSuggestions(json: unknown, drop: Drop): readonly PlaceSuggestion[] {
  const { suggestions = [] } = autocompleteForm.parse(json);
  return suggestions.flatMap(({ placePrediction }) =>
    placePrediction === undefined ? [] : kept(readSuggestion(placePrediction), drop),
  );
}

function readSuggestion({ placeId, text, structuredFormat }: PredictionForm): PlaceSuggestion | undefined {
  const id = readPlaceId(placeId);
  const [whole, main] = [text, structuredFormat?.mainText].map((form) => textIn(form?.text, TEXT_CHARS_MAX));
  const words = whole ?? main;
  if (words === undefined) return undefined;
  const secondaryText = textIn(structuredFormat?.secondaryText?.text, TEXT_CHARS_MAX) ?? null;
  return { placeId: id, text: words, mainText: main ?? words, secondaryText };
}

export function readPointOf(json: unknown): Point | null {
  const [best] = readGeocoded(json);
  if (best === undefined) return null;
  const point = pointIn(best.geometry?.location?.lat, best.geometry?.location?.lng);
  if (point === undefined) throw nonsense("an address that lies nowhere");
  return point;
}

/** The first of the results that says an address. */
export function readAddressOf(json: unknown): string | null {
  const addresses = readGeocoded(json).flatMap((result) => textIn(result.formatted_address, TEXT_CHARS_MAX) ?? []);
  return addresses[0] ?? null;
}

/** Geocoding tells its errors in an answer that is fine for HTTP. */
function readGeocoded(json: unknown) {
  const { status, results = [] } = geocodingForm.parse(json);
  switch (status) {
    case "OK":
      return results;
    case "ZERO_RESULTS":
      return [];
    case "OVER_QUERY_LIMIT":
    case "OVER_DAILY_LIMIT":
      throw new PlacesProviderError("quota", "The places provider geocodes no more for now.");
    case "REQUEST_DENIED":
    case "INVALID_REQUEST":
      throw new PlacesProviderError(
        "denied",
        "The places provider refuses to geocode: the key, its rights or the request.",
      );
    case "UNKNOWN_ERROR":
      throw new PlacesProviderError("unavailable", "The places provider failed to geocode.");
    default:
      throw nonsense("a status of geocoding that is none");
  }
}

function kept<Item>(item: Item | undefined, drop: Drop): readonly Item[] {
  if (item !== undefined) return [item];
  drop("result");
  return [];
}
