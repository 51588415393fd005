/** Reads which place a maps URL means, in the usual spellings of such URLs, without asking anybody. */
import type { Coordinates } from "../../../domain/geometry";
import { FEATURE_NUMBER_MAX, placeIdOf } from "../../../domain/places/feature-id";
import { readUrl } from "../../../infra/outbound/read-url";
import { nameIn, pointIn, spellingOf, type Spelling } from "./maps-url-parts";

/**
 * What a URL says. `cid`: one of the two numbers of a place id. `point`: where the place is. `words`: what to search for,
 * around a point where there is one, and how the place is called where that is known. `link`: a short link, which tells nothing before it is followed. `nothing`: why not.
 */
export type MapsTarget =
  | { readonly kind: "place"; readonly placeId: string; readonly name: string | null }
  | { readonly kind: "cid"; readonly cid: bigint; readonly name: string | null }
  | { readonly kind: "point"; readonly point: Coordinates; readonly name: string | null }
  | {
      readonly kind: "words";
      readonly words: string;
      readonly name: string | null;
      readonly around: Coordinates | null;
    }
  | { readonly kind: "link" }
  | { readonly kind: "nothing"; readonly why: string };

export const MAPS_URL_CHARS_MAX = 4_000;
const DEPTH_MAX = 3;
const EXPECTED = "Expected the URL of a place on Google Maps, or a short link to one.";

/** Never throws, whatever the text. */
export function readMapsUrl(text: string): MapsTarget {
  const url = mapsUrl(text);
  if (url === undefined) return { kind: "nothing", why: EXPECTED };
  if (isShortLink(url)) return { kind: "link" };
  if (!isMaps(url)) return { kind: "nothing", why: EXPECTED };
  const spelling = spellingOf(url);
  if (spelling.path[0] === "dir")
    return { kind: "nothing", why: "This URL is a route; expected the URL of one place." };
  return (
    readings.map((read) => read(spelling)).find((target) => target !== undefined) ?? {
      kind: "nothing",
      why:
        spelling.viewport === undefined
          ? "This maps URL names no place, no coordinates and nothing to search for."
          : "This maps URL shows an area and names no place.",
    }
  );
}

/** The URL as it may be requested: https, and without the pages that only lead on; undefined for what is none. */
export function mapsUrl(text: string, depth = 0): URL | undefined {
  const trimmed = text.trim();
  const whole = /^(?:[\w-]+\.)+[a-z]{2,}(?:[/?]|$)/i.test(trimmed) ? `https://${trimmed}` : trimmed;
  const url = whole.length > MAPS_URL_CHARS_MAX ? null : readUrl(whole);
  if (url === null) return undefined;
  if (url.protocol === "http:" && url.port === "") url.protocol = "https:";
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return undefined;
  const inner = wrapped(url);
  return inner === undefined || depth === DEPTH_MAX ? url : mapsUrl(inner, depth + 1);
}

/** Whether a request to this URL may be made: it is a map's, or a short link to one. */
export const isFollowable = (url: URL): boolean => isShortLink(url) || isMaps(url);

const GOOGLE = "google\\.(?:com|[a-z]{2}|com?\\.[a-z]{2})";
const MAPS_HOST = new RegExp(`^maps\\.${GOOGLE}$`);
const GOOGLE_HOST = new RegExp(`^(?:www\\.)?${GOOGLE}$`);
const CONSENT_HOST = new RegExp(`^consent\\.${GOOGLE}$`);
/** By host: how the paths of its short links to places begin. */
const SHORT_LINKS: ReadonlyMap<string, string> = new Map([
  ["maps.app.goo.gl", "/"],
  ["goo.gl", "/maps/"],
  ["g.page", "/"],
  ["www.g.page", "/"],
  ["g.co", "/"],
  ["share.google", "/"],
]);

function isShortLink({ hostname, pathname }: URL): boolean {
  // Where share.google leads first, with what it shortens in the query.
  if (GOOGLE_HOST.test(hostname) && pathname === "/share.google") return true;
  const start = SHORT_LINKS.get(hostname);
  return start !== undefined && pathname.startsWith(start) && pathname.length > start.length;
}

/** Links to write a review name the place that is reviewed; a search for one thing that is known (`kgmid`) is where shared places end. */
const isMaps = ({ hostname, pathname, searchParams }: URL): boolean =>
  MAPS_HOST.test(hostname) ||
  (GOOGLE_HOST.test(hostname) && /^\/maps(?:\/|$)/.test(pathname)) ||
  (GOOGLE_HOST.test(hostname) && pathname === "/search" && searchParams.has("kgmid")) ||
  (hostname === "search.google.com" && pathname.startsWith("/local/"));

/** The URL to which a page leads on: a consent, a click that is counted, a link that opens an app. */
function wrapped({ hostname, pathname, searchParams }: URL): string | undefined {
  const { continue: onwards, link, q, url } = Object.fromEntries(searchParams);
  if (CONSENT_HOST.test(hostname)) return onwards;
  if (hostname === "maps.app.goo.gl") return link;
  return GOOGLE_HOST.test(hostname) && pathname === "/url" ? (q ?? url) : undefined;
}

type Reading = (spelling: Spelling) => MapsTarget | undefined;

const ofPlaceId: Reading = (spelling) => {
  const { param, data } = spelling;
  const worded = /^place_id:(.+)$/i.exec(param("q", "query"))?.[1]?.trim();
  const written = [param("query_place_id", "placeid"), worded, /!(?:19|1)s(ChIJ[\w-]+)/.exec(data)?.[1]];
  const placeId = written.find((id) => id !== undefined && /^[^\s,]+$/.test(id));
  return placeId === undefined ? undefined : { kind: "place", placeId, name: nameIn(spelling) };
};

const FEATURE = /^0x([0-9a-f]{1,16}):0x([0-9a-f]{1,16})$/i;

const ofFeature: Reading = (spelling) => {
  const written = [/!1s(0x[0-9a-f]+:0x[0-9a-f]+)/i.exec(spelling.data)?.[1] ?? "", spelling.param("ftid")];
  for (const one of written) {
    const [, first, second] = FEATURE.exec(one) ?? [];
    if (first === undefined || second === undefined) continue;
    const [cell, cid] = [BigInt(`0x${first}`), BigInt(`0x${second}`)];
    const name = nameIn(spelling);
    // Without its first half a feature is known by its cid alone; without the second it is none.
    if (cid !== 0n)
      return cell === 0n ? { kind: "cid", cid, name } : { kind: "place", placeId: placeIdOf({ cell, cid }), name };
  }
  return undefined;
};

const ofCid: Reading = (spelling) => {
  const written = spelling.param("cid").trim();
  const cid = /^\d{1,20}$/.test(written) ? BigInt(written) : 0n;
  return cid === 0n || cid > FEATURE_NUMBER_MAX ? undefined : { kind: "cid", cid, name: nameIn(spelling) };
};

const ofPoint: Reading = (spelling) => {
  const point = pointIn(spelling);
  return point === undefined ? undefined : { kind: "point", point, name: nameIn(spelling) };
};

const ofWords: Reading = (spelling) => {
  const words = nameIn(spelling);
  return words === null ? undefined : { kind: "words", words, name: null, around: spelling.viewport ?? null };
};

/** The most certain first. */
const readings: readonly Reading[] = [ofPlaceId, ofFeature, ofCid, ofPoint, ofWords];
