/** What a provider told of a place, as an observation that answers the request for it: a valid one, or a rejection that names the member. */
import type {
  DetailSection,
  PlaceDetails,
  ProviderPhoto,
  ProviderReview,
} from "../../infra/places-provider/places-provider";
import { fitting, type Fitted, type Told } from "./fitting";

export const SOURCE = "google-places";

/** What the provider's sections are asked for by; the service is asked for requests of nothing else. */
export const servedSections: readonly DetailSection[] = ["listing", "reviews", "photos"];

/** A request that the service gave out. */
export interface TakenRequest {
  readonly id: string;
  readonly placeId: string;
  readonly sections: readonly DetailSection[];
}

/** The observation's own id, and when the provider was asked (ISO instant). */
export interface Seen {
  readonly id: string;
  readonly observedAt: string;
}

/**
 * Told of the id that was asked for, which is the one that the service knows; `details` may carry another. Null, a place that
 * the provider does not know, becomes an observation that answers and brings nothing, so that nobody waits for it.
 */
export function observationOf(request: TakenRequest, details: PlaceDetails | null, seen: Seen): Fitted {
  const { id: answers, placeId, sections } = request;
  const told = details === null ? {} : toldBy(details);
  const asked = Object.entries(told).filter(([section]) => (sections as readonly string[]).includes(section));
  return fitting({ ...seen, placeId, source: SOURCE, answers }, Object.fromEntries(asked));
}

function toldBy({ location, reviews, photos, ...told }: PlaceDetails): Told {
  const { name, address, category, city, state, country, rating, reviewCount } = told;
  const { website, phone, hours, priceLevel, status } = told;
  const area = { name, address, category, city, state, country, ...location };
  return {
    listing: { ...area, rating, reviewCount, website, phone, hours, priceLevel, status },
    ...(reviews === undefined ? {} : { reviews: reviews.map(reviewOf) }),
    ...(photos === undefined ? {} : { photos: photos.map(photoOf) }),
  };
}

/** The provider tells no owner's response, and what is missing says nothing: one that is known stays. */
const reviewOf = ({ id, rating, text, author, publishedAt }: ProviderReview) => {
  return { id, rating, text, author, publishedAt };
};

const photoOf = ({ name, url, width, height }: ProviderPhoto) => ({ name, url, width, height, capturedAt: null });
