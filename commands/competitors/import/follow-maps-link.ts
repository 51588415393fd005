/** Follows a short link, or a URL that names a place by its cid, hop by hop to a URL that says more. */
import type { GuardedClient } from "../../../infra/outbound/guarded-connector";
import { readUrl } from "../../../infra/outbound/read-url";
import type { RowFault } from "./import-row";
import { isFollowable, mapsUrl, readMapsUrl, type MapsTarget } from "./maps-url";

const HOPS_MAX = 5;
const HOP_MS = 5_000;
/** What leads on stands in the head. */
const BODY_BYTES_MAX = 1_024;

const fault = (message: string): RowFault => ({ code: "maps_link_not_followed", message });

/**
 * Asks each hop for where it leads, at most five, and only hosts of maps and of their short links. `accept` is given what
 * each URL on the way says, and ends the walk by an answer. Rejects when the signal aborts.
 */
export async function followMapsLink<Found>(
  outbound: GuardedClient,
  link: string,
  accept: (target: MapsTarget) => Promise<Found | undefined>,
  signal: AbortSignal,
): Promise<Found | RowFault> {
  let url = mapsUrl(link);
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    if (url === undefined || !isFollowable(url)) return fault("The link leads to what is not a map.");
    const outcome = await outbound.request({
      method: "GET",
      url: url.href,
      headers: { accept: "text/html" },
      deadlineMs: HOP_MS,
      bodyBytesMax: BODY_BYTES_MAX,
      signal,
    });
    if (outcome.outcome === "failed") return fault("The link cannot be followed at the moment; try again.");
    const location = outcome.headers["location"];
    if (outcome.status < 300 || outcome.status > 399 || location === undefined)
      return fault("The link leads to no place.");
    const next: URL | null = readUrl(location, url.href);
    url = next === null ? undefined : mapsUrl(next.href);
    const found = url === undefined ? undefined : await accept(readMapsUrl(url.href));
    if (found !== undefined) return found;
  }
  return fault(`The link redirects more than ${HOPS_MAX} times.`);
}
