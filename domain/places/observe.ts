/** Decides what an observation says that was not known yet. Older sightings fill history and never overwrite newer facts. */
import type { Decision } from "../fold/aggregate";
import { detailsSchema, type PlaceEvent, type Segment } from "./events";
import type { Observation, Section } from "./observation";
import { fingerprint, type DaySnapshot, type PlaceState } from "./place";
import { reviewSurge } from "./review-surge";

/** An observation this old or older is an import of the past: it fills history and raises no alert. */
export const LIVE_HOURS = 48;

interface Sighting {
  readonly observation: Observation;
  readonly seen: { readonly placeId: string; readonly observedAt: string; readonly source: string };
  readonly live: boolean;
  readonly name: string | null;
}
type Rule = (state: PlaceState, sighting: Sighting) => readonly PlaceEvent[];

/** `now` is an ISO instant; it decides only whether the observation is live. */
export const observe =
  (observation: Observation, now: string): Decision<PlaceState, PlaceEvent> =>
  (state) => {
    const { placeId, observedAt, source } = observation;
    const live = Date.parse(now) - Date.parse(observedAt) < LIVE_HOURS * 3_600_000;
    const known = state.facts["name"]?.value;
    const name = observation.listing?.name ?? (typeof known === "string" ? known : null);
    const sighting: Sighting = { observation, seen: { placeId, observedAt, source }, live, name };
    return rules.flatMap((rule) => rule(state, sighting));
  };

const firstSeen: Rule = (state, { seen, live }) =>
  state.firstSeenAt === null ? [{ type: "PlaceFirstSeen", data: { ...seen, live } }] : [];

const detailMembers = Object.keys(detailsSchema.shape) as (keyof typeof detailsSchema.shape)[];

const details: Rule = (state, { observation, seen }) => {
  const changed = detailMembers.filter((member) => saysNew(state, observation, member));
  if (changed.length === 0) return [];
  const listing: Readonly<Record<string, unknown>> = observation.listing ?? {};
  const values = detailsSchema.parse(Object.fromEntries(changed.map((member) => [member, listing[member]])));
  return [{ type: "PlaceDetailsObserved", data: { ...seen, details: values } }];
};

const located: Rule = (state, { observation, seen, live, name }) => {
  const newest = (member: "city" | "country" | "category") => {
    const value = saysNew(state, observation, member) ? observation.listing?.[member] : state.facts[member]?.value;
    return typeof value === "string" ? value : null;
  };
  const [city, country, category] = [newest("city"), newest("country"), newest("category")];
  if (city === null || category === null) return [];
  const after: Segment = { city, country, category };
  if (state.segment !== null && fingerprint(state.segment) === fingerprint(after)) return [];
  const newlySeen = state.firstSeenAt === null && live;
  return [{ type: "PlaceLocated", data: { ...seen, live, newlySeen, name, before: state.segment, after } }];
};

/** One fact whose change is told; the first sighting has no `before`. */
const changes: Rule = (state, { observation, seen, live, name }) => {
  const listing = observation.listing ?? {};
  const told = { ...seen, live, name };
  const before = <Value>(member: string) => (state.facts[member]?.value ?? null) as Value | null;
  const events: PlaceEvent[] = [];
  const { rating, hours, website, status, priceLevel } = listing;
  if (rating !== undefined && saysNew(state, observation, "rating"))
    events.push({ type: "PlaceRatingChanged", data: { ...told, before: before<number>("rating"), after: rating } });
  if (hours !== undefined && saysNew(state, observation, "hours"))
    events.push({ type: "PlaceHoursChanged", data: { ...told, before: before<typeof hours>("hours"), after: hours } });
  if (website !== undefined && saysNew(state, observation, "website"))
    events.push({ type: "PlaceWebsiteChanged", data: { ...told, before: before<string>("website"), after: website } });
  if (status !== undefined && saysNew(state, observation, "status"))
    events.push({ type: "PlaceStatusChanged", data: { ...told, before: before<typeof status>("status"), after: status } });
  if (priceLevel !== undefined && saysNew(state, observation, "priceLevel"))
    events.push({
      type: "PlacePriceLevelChanged",
      data: { ...told, before: before<number>("priceLevel"), after: priceLevel },
    });
  return events;
};

type Product = NonNullable<Observation["products"]>[number];

const productPrices: Rule = (state, { observation, seen, live, name }) => {
  const known = state.sections["PlaceProductsObserved"];
  if (observation.products === undefined || known === undefined || known.at > observation.observedAt) return [];
  const priced = (product: Product) => JSON.stringify([product.productName, product.currency]);
  const pricesBefore = new Map((known.value as readonly Product[]).map((product) => [priced(product), product.price]));
  return observation.products.flatMap((product): PlaceEvent[] => {
    const before = pricesBefore.get(priced(product));
    if (before === undefined || before === null || product.price === null || before === product.price) return [];
    const { productName, currency, price: after } = product;
    const data = { ...seen, live, name, productName, currency, before, after };
    return [{ type: "PlaceProductPriceChanged", data }];
  });
};

/** A day's snapshot: what was seen, beside what was known by then. A day is told again only where more is known of it. */
const snapshot: Rule = (state, { observation, seen }) => {
  const { listing, observedAt } = observation;
  if (listing === undefined) return [];
  const day = observedAt.slice(0, 10);
  const known = state.snapshots.get(day.slice(0, 7))?.get(day);
  const member = <Value>(name: keyof DaySnapshot & keyof typeof listing) =>
    dayValue<Value>(state, known, observation, name);
  const taken = {
    rating: member<number>("rating"),
    reviewCount: member<number>("reviewCount"),
    localPackRank: member<number>("localPackRank"),
    isRunningAds: member<boolean>("isRunningAds"),
  };
  if (known !== undefined && fingerprint({ at: known.at, ...taken }) === fingerprint(known)) return [];
  return [{ type: "PlaceSnapshotTaken", data: { ...seen, listed: Object.keys(listing), day, ...taken } }];
};

function dayValue<Value>(
  state: PlaceState,
  known: DaySnapshot | undefined,
  observation: Observation,
  member: "rating" | "reviewCount" | "localPackRank" | "isRunningAds",
): Value | null {
  const seen = observation.listing?.[member];
  const wins = known === undefined || known[member] === null || known.at <= observation.observedAt;
  if (seen !== undefined && wins) return seen as Value;
  if (known !== undefined && known[member] !== null) return known[member] as Value;
  const fact = state.facts[member];
  return fact !== undefined && fact.at <= observation.observedAt ? (fact.value as Value) : null;
}

const surge: Rule = (state, { observation, seen, live, name }) => {
  const count = observation.listing?.reviewCount;
  const day = observation.observedAt.slice(0, 10);
  const last = state.counts.at(-1);
  if (count === undefined || last === undefined || day < last.day) return [];
  const history = last.day === day ? state.counts.slice(0, -1) : state.counts;
  const found = reviewSurge(history, { day, count }, state.lastSurgeDay);
  return found === null ? [] : [{ type: "PlaceReviewsSurged", data: { ...seen, live, name, day, ...found } }];
};

const reviews: Rule = (state, { observation, seen }) => {
  const fresh = (observation.reviews ?? []).filter((review) => {
    const known = state.reviews.get(review.id);
    return (
      known === undefined || (known.at <= observation.observedAt && known.fingerprint !== fingerprint(review))
    );
  });
  return fresh.length === 0 ? [] : [{ type: "PlaceReviewsCollected", data: { ...seen, reviews: fresh } }];
};

const sectionEvents = {
  products: "PlaceProductsObserved",
  jobs: "PlaceJobsObserved",
  ads: "PlaceAdsObserved",
  technologies: "PlaceTechnologiesObserved",
  photos: "PlacePhotosObserved",
  websiteChanges: "PlaceWebsiteChangesObserved",
  platformRatings: "PlacePlatformRatingsObserved",
  socialMetrics: "PlaceSocialMetricsObserved",
  youtube: "PlaceVideoChannelObserved",
  enrichment: "PlaceEnriched",
} as const satisfies Readonly<Record<Exclude<Section, "reviews">, PlaceEvent["type"]>>;

const sections: Rule = (state, { observation, seen }) =>
  (Object.keys(sectionEvents) as (keyof typeof sectionEvents)[]).flatMap((section): PlaceEvent[] => {
    const content = observation[section];
    const known = state.sections[sectionEvents[section]];
    if (content === undefined || (known !== undefined && known.at > observation.observedAt)) return [];
    if (known !== undefined && fingerprint(known.value) === fingerprint(content)) return [];
    return [{ type: sectionEvents[section], data: { ...seen, content } } as PlaceEvent];
  });

/** In the order in which their events are told. */
const rules: readonly Rule[] = [
  firstSeen,
  details,
  located,
  changes,
  productPrices,
  surge,
  snapshot,
  reviews,
  sections,
];

/** Whether the observation names this member, no newer sighting of it is known, and it differs from what is known. */
function saysNew(state: PlaceState, observation: Observation, member: string): boolean {
  const listing: Readonly<Record<string, unknown>> = observation.listing ?? {};
  const fact = state.facts[member];
  if (listing[member] === undefined) return false;
  if (fact === undefined) return true;
  return fact.at <= observation.observedAt && fingerprint(fact.value) !== fingerprint(listing[member]);
}
