/** The world that the stand-in of the places provider knows, and what it answers of it in the provider's published form. */
import { project, readMask, unknownPath } from "./places-stand-in-mask";

/** A place in the provider's published form: members of any form, so that tests can make them wrong. */
export type ProvidedPlace = { readonly id: string } & Readonly<Record<string, unknown>>;

export interface StandInAnswer {
  readonly status: number;
  readonly body: unknown;
}

interface LatLng {
  readonly latitude: number;
  readonly longitude: number;
}

/** Shown a place whole, in the published form; `members` replaces or adds, and an undefined one is left out. */
export function providedPlace(id: string, members: Readonly<Record<string, unknown>> = {}): ProvidedPlace {
  return {
    name: `places/${id}`,
    displayName: { text: `Place ${id}`, languageCode: "en" },
    formattedAddress: `${id} Kirkegata, 0153 Oslo, Norway`,
    addressComponents: [
      { longText: "Kirkegata", shortText: "Kirkegata", types: ["route"], languageCode: "no" },
      { longText: "Oslo", shortText: "Oslo", types: ["postal_town"], languageCode: "no" },
      { longText: "Oslo", shortText: "Oslo", types: ["administrative_area_level_1", "political"], languageCode: "no" },
      { longText: "Norway", shortText: "NO", types: ["country", "political"], languageCode: "en" },
    ],
    types: ["cafe", "food", "point_of_interest", "establishment"],
    primaryType: "cafe",
    location: { latitude: 59.911, longitude: 10.741 },
    rating: 4.4,
    userRatingCount: 321,
    websiteUri: `https://${id.toLowerCase()}.example/`,
    internationalPhoneNumber: "+47 22 33 44 55",
    nationalPhoneNumber: "22 33 44 55",
    regularOpeningHours: {
      openNow: true,
      periods: [{ open: { day: 1, hour: 9, minute: 0 }, close: { day: 1, hour: 17, minute: 30 } }],
      weekdayDescriptions: ["Monday: 9:00 AM – 5:30 PM"],
      nextCloseTime: "2026-01-05T16:30:00Z",
    },
    priceLevel: "PRICE_LEVEL_MODERATE",
    businessStatus: "OPERATIONAL",
    reviews: [providedReview(id, "review-1")],
    photos: [providedPhoto(id, "photo-1")],
    ...members,
    id,
  };
}

export function providedReview(placeId: string, id: string, members: Readonly<Record<string, unknown>> = {}) {
  return {
    name: `places/${placeId}/reviews/${id}`,
    relativePublishTimeDescription: "a month ago",
    rating: 5,
    text: { text: "Very good coffee.", languageCode: "en" },
    originalText: { text: "Veldig god kaffe.", languageCode: "no" },
    authorAttribution: { displayName: "Ada", uri: "https://www.google.com/maps/contrib/1/reviews" },
    publishTime: "2025-12-01T10:15:30.123456789Z",
    ...members,
  };
}

export function providedPhoto(placeId: string, id: string, members: Readonly<Record<string, unknown>> = {}) {
  return {
    name: `places/${placeId}/photos/${id}`,
    widthPx: 4032,
    heightPx: 3024,
    authorAttributions: [{ displayName: "Ada", uri: "https://maps.google.com/maps/contrib/1" }],
    googleMapsUri: `https://www.google.com/maps/place//data=!3m4!1e2!3m2!1s${id}`,
    ...members,
  };
}

/** An error in the provider's published form. */
export function providerError(code: number, status: string, message: string, reason?: string): StandInAnswer {
  const type = "type.googleapis.com/google.rpc.ErrorInfo";
  const details = reason === undefined ? {} : { details: [{ "@type": type, reason, domain: "googleapis.com" }] };
  return { status: code, body: { error: { code, message, status, ...details } } };
}

const MASK_MISSING =
  "FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters on how to provide it in the request.";
const PAGE_MAX = 20;
const SUGGESTIONS_MAX = 5;

export class PlacesWorld {
  readonly places = new Map<string, ProvidedPlace>();
  readonly addresses = new Map<string, LatLng>();
  /** Ids that have become others. */
  readonly moved = new Map<string, string>();

  details(id: string, maskHeader: string | undefined): StandInAnswer {
    const mask = readMask(maskHeader);
    const refusal = refuseMask(mask);
    if (mask === null || refusal !== null) return refusal ?? providerError(400, "INVALID_ARGUMENT", MASK_MISSING);
    if (!/^[\w-]+$/.test(id)) return providerError(400, "INVALID_ARGUMENT", `Not a valid Place ID: ${id}`);
    const place = this.places.get(this.moved.get(id) ?? id);
    if (place !== undefined) return { status: 200, body: project(place, mask) };
    return providerError(404, "NOT_FOUND", "The Place ID is no longer valid. Please refresh cached Place IDs.");
  }

  /** Those whose name, address and types hold every word, in the order in which they were added. */
  search(body: Readonly<Record<string, unknown>>, maskHeader: string | undefined): StandInAnswer {
    const mask = readMask(maskHeader);
    const refusal = refuseMask(mask, "places.");
    if (mask === null || refusal !== null) return refusal ?? providerError(400, "INVALID_ARGUMENT", MASK_MISSING);
    if (typeof body["textQuery"] !== "string" || body["textQuery"] === "") {
      return providerError(400, "INVALID_ARGUMENT", "Empty text_query. Please provide a non-empty text_query.");
    }
    const words = wordsOf(body["textQuery"]);
    const restriction = body["locationRestriction"] as
      { readonly rectangle: { readonly low: LatLng; readonly high: LatLng } } | undefined;
    const found = [...this.places.values()].filter((place) => {
      const text = wordsOf(textOf(place));
      return words.every((word) => text.includes(word)) && (!restriction || isInside(place, restriction.rectangle));
    });
    const from = typeof body["pageToken"] === "string" ? Number(Buffer.from(body["pageToken"], "base64")) : 0;
    const to = from + Math.min(PAGE_MAX, Number(body["pageSize"] ?? PAGE_MAX));
    const more = to < found.length ? { nextPageToken: Buffer.from(String(to)).toString("base64") } : {};
    // An answer without results is an empty object.
    const places = found.slice(from, to);
    return { status: 200, body: project(places.length === 0 ? {} : { places, ...more }, mask) };
  }

  /** Those whose name or address holds the input; where a bias is given, the nearest first. */
  autocomplete(body: Readonly<Record<string, unknown>>, maskHeader: string | undefined): StandInAnswer {
    const input = typeof body["input"] === "string" ? body["input"].toLowerCase() : "";
    if (input === "") return providerError(400, "INVALID_ARGUMENT", "Empty input. Please provide a non-empty input.");
    const bias = body["locationBias"] as { readonly circle: { readonly center: LatLng } } | undefined;
    const found = [...this.places.values()].filter((place) =>
      `${nameOf(place)}\n${addressOf(place)}`.toLowerCase().includes(input),
    );
    if (bias) found.sort((left, right) => distance(left, bias.circle.center) - distance(right, bias.circle.center));
    const suggestions = found.slice(0, SUGGESTIONS_MAX).map((place) => ({
      placePrediction: {
        place: `places/${place.id}`,
        placeId: place.id,
        text: { text: `${nameOf(place)}, ${addressOf(place)}`, matches: [{ endOffset: input.length }] },
        structuredFormat: { mainText: { text: nameOf(place) }, secondaryText: { text: addressOf(place) } },
        types: place["types"],
      },
    }));
    const answer = suggestions.length === 0 ? {} : { suggestions };
    return { status: 200, body: project(answer, readMask(maskHeader) ?? ["*"]) };
  }

  /** Geocoding, both ways. Its errors have statuses of their own and come with 200. */
  geocode(query: URLSearchParams): StandInAnswer {
    const [address, latlng] = [query.get("address"), query.get("latlng")];
    const known = [...this.addresses, ...[...this.places.values()].map(addressAndPoint)];
    if (address !== null && address !== "") {
      const asked = wordsOf(address);
      return geocoded(known.filter(([text]) => asked.every((word) => wordsOf(text).includes(word))));
    }
    const [latitude, longitude] = (latlng ?? "").split(",").map(Number);
    if (latlng === null || latitude === undefined || longitude === undefined) {
      return {
        status: 400,
        body: {
          status: "INVALID_REQUEST",
          results: [],
          error_message: "Invalid request. Missing the 'address' parameter.",
        },
      };
    }
    const point = { latitude, longitude };
    const near = known.filter(([, at]) => flat(at, point) < 0.002);
    return geocoded(near.sort(([, left], [, right]) => flat(left, point) - flat(right, point)));
  }
}

function refuseMask(mask: readonly string[] | null, prefix = ""): StandInAnswer | null {
  const unknown = unknownPath(mask ?? [], prefix);
  if (unknown === undefined) return null;
  const message = `Error expanding 'fields' parameter. Cannot find matching fields for path '${unknown}'.`;
  return providerError(400, "INVALID_ARGUMENT", message);
}

function geocoded(found: readonly (readonly [string, LatLng])[]): StandInAnswer {
  const results = found.map(([address, { latitude, longitude }], index) => ({
    formatted_address: address,
    geometry: { location: { lat: latitude, lng: longitude }, location_type: "ROOFTOP" },
    place_id: `geocoded-${String(index)}`,
    types: ["street_address"],
    address_components: [],
  }));
  return { status: 200, body: { results, status: results.length === 0 ? "ZERO_RESULTS" : "OK" } };
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s,_]+/)
    .filter((word) => word !== "");
}

function nameOf(place: ProvidedPlace): string {
  const { text } = (place["displayName"] ?? {}) as { readonly text?: unknown };
  return typeof text === "string" ? text : "";
}

function addressOf(place: ProvidedPlace): string {
  return typeof place["formattedAddress"] === "string" ? place["formattedAddress"] : "";
}

function textOf(place: ProvidedPlace): string {
  const types = Array.isArray(place["types"]) ? place["types"].join(" ") : "";
  return `${nameOf(place)} ${addressOf(place)} ${types}`;
}

function pointOf(place: ProvidedPlace): LatLng {
  return (place["location"] as LatLng | undefined) ?? { latitude: 90, longitude: 0 };
}

function addressAndPoint(place: ProvidedPlace): [string, LatLng] {
  return [addressOf(place), pointOf(place)];
}

function isInside(place: ProvidedPlace, { low, high }: { readonly low: LatLng; readonly high: LatLng }): boolean {
  const { latitude, longitude } = pointOf(place);
  const east = longitude >= low.longitude;
  const west = longitude <= high.longitude;
  const between = low.longitude <= high.longitude ? east && west : east || west;
  return between && latitude >= low.latitude && latitude <= high.latitude;
}

function distance(place: ProvidedPlace, point: LatLng): number {
  return flat(pointOf(place), point);
}

/** Good enough to tell near from far within a town. */
function flat(left: LatLng, right: LatLng): number {
  return Math.hypot(left.latitude - right.latitude, left.longitude - right.longitude);
}
