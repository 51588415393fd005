/** The port to whoever knows the world's places: what can be asked, in no provider's words, and how asking can fail. */

/** Degrees, WGS 84. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export interface PlaceSuggestion {
  readonly placeId: string;
  readonly text: string;
  readonly mainText: string;
  readonly secondaryText: string | null;
}

/** A place as a search finds it; null where the provider did not say. */
export interface FoundPlace {
  readonly placeId: string;
  readonly name: string;
  readonly address: string | null;
  readonly rating: number | null;
  readonly reviewCount: number | null;
  /** The provider's categories, the most telling first. */
  readonly types: readonly string[];
  readonly website: string | null;
  readonly location: Point | null;
}

/** A review as the provider shows it now. `publishedAt` is an ISO instant. */
export interface ProviderReview {
  readonly id: string;
  readonly rating: number;
  readonly text: string | null;
  readonly author: string;
  readonly publishedAt: string;
}

export interface ProviderPhoto {
  readonly name: string;
  /** Where the photo can be looked at; never holds a key. */
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** What the provider knows of one place. An absent member was not asked for or not told: it says nothing. */
export interface PlaceDetails {
  /** May differ from the id asked for, where the provider has given the place a new one. */
  readonly placeId: string;
  readonly name?: string;
  readonly address?: string;
  readonly category?: string;
  readonly city?: string;
  readonly state?: string;
  readonly country?: string;
  readonly location?: Point;
  readonly rating?: number;
  readonly reviewCount?: number;
  readonly website?: string;
  readonly phone?: string;
  readonly hours?: unknown;
  readonly priceLevel?: number;
  readonly status?: "operational" | "temporarily_closed" | "permanently_closed";
  readonly reviews?: readonly ProviderReview[];
  readonly photos?: readonly ProviderPhoto[];
}

/** The parts of a place that the provider can tell; each costs. */
export type DetailSection = "listing" | "reviews" | "photos";

/**
 * `unavailable`: no answer, or the provider's own failure; trying again may help. `quota`: it, or our own budget, allows no
 * more for now. `denied`: the key or the request is refused. `nonsense`: an answer that is none.
 */
export type ProviderFault = "unavailable" | "quota" | "denied" | "nonsense";

/** Asking failed. The message is for operators and holds neither key nor answer. */
export class PlacesProviderError extends Error {
  override readonly name = "PlacesProviderError";

  constructor(
    readonly fault: ProviderFault,
    message: string,
    /** When asking again makes sense, where the provider said so. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** Every method throws {@link PlacesProviderError}, and nothing else, for whatever the provider does. */
export interface PlacesProvider {
  /** Places whose name or address continues `input` (2 characters or more); `near` ranks. */
  autocomplete(input: string, options?: { readonly near?: Point }): Promise<readonly PlaceSuggestion[]>;
  /** Places that fit the words, the best first. `within` keeps those of a circle alone; `radiusMeters` up to 50,000. */
  search(
    words: string,
    options: {
      readonly limit: number;
      readonly within?: { readonly center: Point; readonly radiusMeters: number };
    },
  ): Promise<readonly FoundPlace[]>;
  /** Where an address lies; null where the provider knows none. */
  locate(address: string): Promise<Point | null>;
  /** The address at a point; null where there is none. */
  addressAt(point: Point): Promise<string | null>;
  /** What is known of one place; null where the provider does not know it (any more). */
  details(placeId: string, sections: readonly DetailSection[]): Promise<PlaceDetails | null>;
}
