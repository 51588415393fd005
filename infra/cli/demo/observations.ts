/** Made-up places in one town: 60 quiet days, and then a day on which everything happens. */
import type { Json } from "./api";

const DAY_MS = 86_400_000;

export interface Place {
  readonly placeId: string;
  readonly name: string;
}

/** `run` keeps the places of one demo apart from those of another. */
export const ownPlace = (run: string): Place => ({ placeId: `${run}-harbour-cafe`, name: "Harbour Café" });
export const rivals = (run: string): readonly Place[] => [
  { placeId: `${run}-fjord-coffee`, name: "Fjord Coffee" },
  { placeId: `${run}-north-roasters`, name: "North Roasters" },
  { placeId: `${run}-old-mill`, name: "The Old Mill" },
];

const place = { category: "cafe", city: "Oslo", country: "NO", status: "operational", priceLevel: 2 };

/** An observation of every place on each of the 60 days before `now`, a review or none a day. */
export function quietDays(now: Date, run: string): Json[] {
  return [ownPlace(run), ...rivals(run)].flatMap(({ placeId, name }, index) =>
    Array.from({ length: 60 }, (_none, day) => {
      const observedAt = new Date(now.getTime() - (60 - day) * DAY_MS).toISOString();
      const first = {
        ...place,
        name,
        address: `Kaigata ${index + 1}, Oslo`,
        latitude: 59.91 + index / 1000,
        longitude: 10.74,
        website: `https://${placeId}.example`,
        hours: { mon: "08:00-17:00" },
        rating: 4.2,
      };
      const listing = { ...(day === 0 ? first : {}), reviewCount: 200 + 10 * index + Math.floor(day / 3) };
      return { id: `${placeId}-${day}`, placeId, observedAt, source: "demo", listing };
    }),
  );
}

/** Today: ratings, hours, a website, prices, a closure, a burst of reviews, and a place that nobody knew. */
export function today(now: Date, run: string): Json[] {
  const observedAt = now.toISOString();
  const seen = (name: string, facts: Json) => {
    const placeId = `${run}-${name}`;
    return { id: `${placeId}-today`, placeId, observedAt, source: "demo", ...facts };
  };
  const review = (id: number) => ({
    id: `r${id}`,
    rating: 5,
    text: "The best cinnamon buns of the harbour.",
    author: "A guest",
    publishedAt: observedAt,
    ownerResponse: id % 2 === 0 ? "Thank you!" : null,
  });
  return [
    seen("harbour-cafe", { listing: { rating: 4.3, reviewCount: 240 }, reviews: [review(1), review(2)] }),
    seen("fjord-coffee", {
      listing: { rating: 4.4, reviewCount: 262 },
      reviews: [review(3), review(4)],
      products: [{ productName: "Flat white", price: 45, currency: "NOK", category: "Coffee" }],
      technologies: [{ toolName: "Shopify", category: "shop", confidence: 0.9 }],
    }),
    seen("north-roasters", {
      listing: { rating: 4.1, hours: { mon: "10:00-18:00" }, website: "https://north.example", priceLevel: 3 },
    }),
    seen("old-mill", { listing: { status: "temporarily_closed" } }),
    seen("new-place", {
      listing: { ...place, name: "Pier Six", rating: 4.9, reviewCount: 3, latitude: 59.9112, longitude: 10.7425 },
    }),
  ];
}

/** One more change, for the time of a pause. */
export function later(now: Date, run: string): Json[] {
  const observedAt = now.toISOString();
  const placeId = `${run}-fjord-coffee`;
  return [{ id: `${placeId}-later`, placeId, observedAt, source: "demo", listing: { rating: 4.5 } }];
}

/** What a collector brings when it was asked. */
export function brought(now: Date, placeId: string, requestId: string): Json {
  const facts = { listing: { rating: 4.5, reviewCount: 263 }, reviews: [] };
  return {
    id: `${requestId}-answer`,
    placeId,
    observedAt: now.toISOString(),
    source: "demo",
    answers: requestId,
    ...facts,
  };
}
