/** Finds the place that one row of an import means: among the stored places first, by the provider or a redirect where it must. */
import type { Context } from "../../../infra/http/endpoint";
import { PlacesProviderError, type PlacesProvider } from "../../../infra/places-provider/places-provider";
import { unlessAborted } from "../../../infra/time/waiting";
import { followMapsLink } from "./follow-maps-link";
import type { RowFault, RowTarget } from "./import-row";
import type { MapsTarget } from "./maps-url";
import { countToday, type Counting } from "../../account/count-today";
import { isAlike } from "./place-names";
import { storedAround, storedCids, storedNames, type Neighbour } from "./stored-places";

/** A place, and the name by which its row or the provider called it. */
export interface FoundTarget {
  readonly placeId: string;
  readonly name: string | null;
}

type Looking = Counting & Pick<Context<"business">, "read" | "now">;
type Search = Parameters<PlacesProvider["search"]>;

/** How far from the point of a URL the place may be that the provider knows by the URL's name. */
const SEARCH_METERS = 200;
/** How far from the middle of a map the place may be that was searched for on it. */
const MAP_METERS = 20_000;
const RESULTS_MAX = 5;

export const notMade: RowFault = {
  code: "location_lookup_not_made",
  message: "There was no time left to look this place up; import the row again.",
};

const ambiguous: RowFault = {
  code: "place_ambiguous",
  message: "This search has several answers; give the URL of the one place, or its place id.",
};

const onlyOne = <One>(all: readonly One[]): One | undefined => (all.length === 1 ? all[0] : undefined);

const notFound = (message: string): RowFault => ({ code: "place_not_found", message });

/** Which of the places around a point is meant: that of the same name, or the nearest where the URL has no name. */
export const meant = (near: readonly Neighbour[], name: string | null): Neighbour | undefined =>
  near.find((one) => name === null || (one.name !== null && isAlike(one.name, name)));

/** Looks up one row at a time; each request that leaves the service is counted first. Rejects for defects of ours alone. */
export class PlaceFinder {
  constructor(
    private readonly context: Looking,
    private readonly signal: AbortSignal,
  ) {}

  /** What must be asked of others: the stored places have been looked through. */
  async find(target: RowTarget): Promise<FoundTarget | RowFault> {
    try {
      return (await this.resolve(target)) ?? notMade;
    } catch (error) {
      if (this.signal.aborted) return notMade;
      throw error;
    }
  }

  /** The stored name, or the provider's; null where no provider is configured, or where it knows none. */
  async nameOf(placeId: string): Promise<{ readonly name: string | null } | RowFault> {
    const name = (await storedNames(this.context.read, [placeId])).get(placeId) ?? null;
    const { places } = this.context.services;
    if (name !== null || places === null) return { name };
    if (this.signal.aborted) return notMade;
    const asked = await this.asking(() => places.details(placeId, ["listing"]));
    if (asked === undefined) return notMade;
    if (asked === null) return { name };
    return "code" in asked ? asked : { name: asked.name ?? null };
  }

  private async resolve(target: RowTarget): Promise<FoundTarget | RowFault | undefined> {
    switch (target.kind) {
      case "place":
        return target;
      case "cid":
        return this.follow(`https://maps.google.com/?cid=${target.cid}`);
      case "link":
        return this.follow(target.url);
      case "point": {
        const { name, point } = target;
        if (name !== null) return this.search(name, name, { center: point, radiusMeters: SEARCH_METERS });
        return notFound("No place is stored at these coordinates, and there is no name to search for.");
      }
      case "words": {
        const { words, name, around } = target;
        return this.search(words, name, around === null ? undefined : { center: around, radiusMeters: MAP_METERS });
      }
    }
  }

  private async follow(link: string): Promise<FoundTarget | RowFault> {
    const usedUp = await this.count();
    if (usedUp !== undefined) return usedUp;
    return followMapsLink(this.context.services.outbound, link, (target) => this.accept(target), this.signal);
  }

  /** What a URL on the way says, where that is enough to end there. */
  private async accept(target: MapsTarget): Promise<FoundTarget | RowFault | undefined> {
    const { read } = this.context;
    if (target.kind === "nothing" || target.kind === "link") return undefined;
    if (target.kind === "cid") {
      const placeId = (await storedCids(read, [target.cid])).get(target.cid);
      return placeId === undefined ? undefined : { placeId, name: target.name };
    }
    if (target.kind === "point") {
      const found = meant((await storedAround(read, [target.point]))[0] ?? [], target.name);
      if (found !== undefined) return { placeId: found.placeId, name: target.name };
    }
    return this.resolve(target);
  }

  /** A place that is called by name must be alike; of those that were searched for by words alone one must stand out. */
  private async search(
    words: string,
    name: string | null,
    within: Search[1]["within"],
  ): Promise<FoundTarget | RowFault | undefined> {
    const { places } = this.context.services;
    if (places === null)
      return {
        code: "location_search_not_configured",
        message: "Location search is not configured on this service; give the place id.",
      };
    const options = { limit: RESULTS_MAX, ...(within === undefined ? {} : { within }) };
    const found = await this.asking(() => places.search(words, options));
    if (found === undefined || "code" in found) return found;
    const alike = found.filter((one) => isAlike(one.name, name ?? words));
    const best = name === null ? (onlyOne(found) ?? onlyOne(alike)) : alike[0];
    if (best !== undefined) return { placeId: best.placeId, name: name ?? best.name };
    if (name === null && found.length > 1) return ambiguous;
    return notFound("The provider of places knows none of this name there; give the place id.");
  }

  /** Undefined where the time was over first. */
  private async asking<Answer>(ask: () => Promise<Answer>): Promise<Answer | RowFault | undefined> {
    const usedUp = await this.count();
    if (usedUp !== undefined) return usedUp;
    try {
      return await unlessAborted(ask(), this.signal);
    } catch (error) {
      if (!(error instanceof PlacesProviderError)) throw error;
      const when = error.retryAfterSeconds === undefined ? "later" : `after ${this.inSeconds(error.retryAfterSeconds)}`;
      return { code: "location_lookup_failed", message: `The provider of places gave no answer; try again ${when}.` };
    }
  }

  private async count(): Promise<RowFault | undefined> {
    const exceeded = await countToday(this.context, "placeSearchesPerDay");
    if (exceeded === null) return undefined;
    const when = this.inSeconds(Number(exceeded.headers["retry-after"]));
    return { code: "location_lookups_used_up", message: `${exceeded.message} Try again after ${when}.` };
  }

  private inSeconds(seconds: number): string {
    return new Date(this.context.now.getTime() + seconds * 1_000).toISOString();
  }
}
