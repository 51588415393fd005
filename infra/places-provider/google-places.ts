/** The places provider as Google publishes it: Places API (New) and Geocoding API, behind our port. */
import { Asking, asProviderError, type AskingOptions, type Operation, type Question } from "./asking";
import { isInside, rectangleAround, type Circle } from "./circle";
import { Coalescing } from "./coalescing";
import { Coordinates } from "./coordinates";
import { isUnknownPlace } from "./faults";
import { autocompleteMask, detailsMask, searchMask, type FieldMask } from "./field-masks";
import type { FoundPlace, PlacesProvider } from "./places-provider";
import { readDetails } from "./read-details";
import { readAddressOf, readFoundPage, readPointOf, readSuggestions, type FoundPage } from "./read-finds";

export interface GooglePlacesOptions extends AskingOptions {
  readonly key: string;
  /** Without a slash at the end, as is `geocodingUrl`. */
  readonly placesUrl: string;
  readonly geocodingUrl: string;
  /** Of names and texts, as a BCP 47 tag. */
  readonly language: string;
}

export interface GooglePlaces extends PlacesProvider {
  /** Ends what it waits for, and forgets what it remembers; the client is the caller's. */
  stop(): void;
}

const PAGE_MAX = 20;
/** The provider gives no further ones. */
const PAGES_MAX = 3;
const BIAS_METERS = 50_000;
/** The guarded client takes no longer URL than 2,048 characters; no address is as long as that. */
const ADDRESS_ENCODED_MAX = 1_500;
const OWN_ID = /^[\w-]{1,300}$/;

export function createGooglePlaces(options: GooglePlacesOptions): GooglePlaces {
  const { language } = options;
  const asking = new Asking(options);
  const coordinates = new Coordinates(options.clock);
  const coalescing = new Coalescing();
  const once = <Answer>(key: readonly unknown[], ask: () => Promise<Answer>): Promise<Answer> =>
    coalescing.once(JSON.stringify(key), ask).catch((error: unknown) => Promise.reject(asProviderError(error)));
  const drop = options.metrics.dropped;
  return {
    autocomplete: (input, { near } = {}) =>
      once(["autocomplete", input, near], () => {
        const bias = near && { locationBias: { circle: { center: near, radius: BIAS_METERS } } };
        const body = { input, languageCode: language, ...bias };
        const read = (json: unknown) => readSuggestions(json, drop);
        return asking.ask({ ...post(options, "autocomplete", autocompleteMask, body), read });
      }),
    search: (words, { limit, within }) =>
      once(["search", words, limit, within], () => searchAll(asking, options, { words, limit, within })),
    locate: (address) =>
      once(["locate", address], async () => {
        const known = coordinates.get(address);
        if (known !== undefined) return known;
        const encoded = encodeURIComponent(address.replace(/\p{Surrogate}/gu, ""));
        if (encoded.length > ADDRESS_ENCODED_MAX) return null;
        const point = await asking.ask({ ...geocode(options, "geocode", `address=${encoded}`), read: readPointOf });
        if (point !== null) coordinates.set(address, point);
        return point;
      }),
    addressAt: ({ latitude, longitude }) =>
      once(["addressAt", latitude, longitude], () => {
        const query = `latlng=${String(latitude)},${String(longitude)}`;
        return asking.ask({ ...geocode(options, "reverse_geocode", query), read: readAddressOf });
      }),
    details: (placeId, sections) =>
      once(["details", placeId, [...sections].sort()], async () => {
        // An id of another form is nobody's, and could be read as a path.
        if (!OWN_ID.test(placeId)) return null;
        const mask = detailsMask(sections);
        return asking.ask({
          operation: "details",
          sku: mask.sku,
          request: {
            method: "GET",
            url: `${options.placesUrl}/v1/places/${placeId}?languageCode=${encodeURIComponent(language)}`,
            headers: headersOf(options, mask),
          },
          read: (json) => readDetails(json, sections, drop),
          otherwise: (response) => (isUnknownPlace(response) ? { answer: null } : undefined),
        });
      }),
    stop: () => {
      asking.stop();
      coordinates.stop();
    },
  };
}

interface Search {
  readonly words: string;
  readonly limit: number;
  readonly within: Circle | undefined;
}

/** As many pages as the limit needs at most: places outside of the circle are not made up for by further calls. */
async function searchAll(asking: Asking, options: GooglePlacesOptions, search: Search): Promise<readonly FoundPlace[]> {
  const { words, limit, within } = search;
  const pages = Math.min(PAGES_MAX, Math.ceil(limit / PAGE_MAX));
  const restriction = within && { locationRestriction: { rectangle: rectangleAround(within) } };
  const asked = {
    textQuery: words,
    languageCode: options.language,
    pageSize: Math.min(limit, PAGE_MAX),
    ...restriction,
  };
  const mask = searchMask({ pages: pages > 1 });
  /** A place may come again on the next page. */
  const found = new Map<string, FoundPlace>();
  let pageToken: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const body = pageToken === undefined ? asked : { ...asked, pageToken };
    const read = (json: unknown): FoundPage => readFoundPage(json, options.metrics.dropped);
    const answer = await asking.ask({ ...post(options, "search", mask, body), read });
    for (const place of answer.places) found.set(place.placeId, place);
    pageToken = answer.nextPageToken;
    if (pageToken === undefined || pageToken === "") break;
  }
  const inside = [...found.values()].filter(
    ({ location }) => within === undefined || (location !== null && isInside(location, within)),
  );
  return inside.slice(0, limit);
}

type Asked = Pick<Question<unknown>, "operation" | "sku" | "request">;

const methods = { autocomplete: "places:autocomplete", search: "places:searchText" } as const;

function post(options: GooglePlacesOptions, operation: keyof typeof methods, mask: FieldMask, body: unknown): Asked {
  const headers = { ...headersOf(options, mask), "content-type": "application/json" };
  const url = `${options.placesUrl}/v1/${methods[operation]}`;
  return { operation, sku: mask.sku, request: { method: "POST", url, headers, body: JSON.stringify(body) } };
}

function headersOf({ key }: GooglePlacesOptions, mask: FieldMask): Readonly<Record<string, string>> {
  return { "x-goog-api-key": key, "x-goog-fieldmask": mask.header };
}

/** Geocoding takes the key in the URL alone: this one goes to the client and nowhere else. */
function geocode(options: GooglePlacesOptions, operation: Operation, query: string): Asked {
  const { geocodingUrl, language, key } = options;
  const secret = `language=${encodeURIComponent(language)}&key=${encodeURIComponent(key)}`;
  const url = `${geocodingUrl}/maps/api/geocode/json?${query}&${secret}`;
  return { operation, sku: "geocoding", request: { method: "GET", url } };
}
