/** Decides what an observation says that was not known yet. Older sightings fill history and never overwrite newer facts (./sightings.ts). */
import type { Decision } from "../fold/aggregate";
import { refuse } from "../refusals";
import { utcDay } from "../utc-day";
import { answeredCollections, CLOCK_SKEW_MINUTES } from "./collections";
import { detailsSchema, sectionEvents, type PlaceEvent, type Segment } from "./events";
import { newOf, repeats } from "./known-reviews";
import type { Observation } from "./observation";
import { beforeThat, dayMembers, type DayMember, type DaySnapshot, type PlaceState } from "./place";
import { productKey, type Product } from "./products";
import { reviewSurge } from "./review-surge";
import { textsToRefresh } from "./review-texts";
import { fingerprint, outweighs } from "./sightings";

/** An observation this old or older is an import of the past: it fills history and raises no alert. */
export const LIVE_HOURS = 48;

const sectionNames = Object.keys(sectionEvents) as (keyof typeof sectionEvents)[];

interface Sighting {
  readonly observation: Observation;
  readonly seen: { readonly placeId: string; readonly observedAt: string; readonly source: string };
  readonly live: boolean;
  readonly name: string | null;
  readonly now: string;
  readonly reviewTextDays: number;
  /** The members that the listing names: one without a value is not among them. */
  readonly listed: readonly string[];
  /** The sections that are kept whole, of those that it brings. */
  readonly brought: readonly (typeof sectionNames)[number][];
}
type Rule = (state: PlaceState, sighting: Sighting) => readonly PlaceEvent[];

/** What holds for every observation. `reviewTextDays` says how long the text of a review is kept once it was collected. */
export interface ObservationTerms {
  readonly reviewTextDays: number;
}

/** `now` is an ISO instant; it decides whether the observation is live, and that it is none of the future. */
export const observe =
  (observation: Observation, now: string, { reviewTextDays }: ObservationTerms): Decision<PlaceState, PlaceEvent> =>
  (state) => {
    const { placeId, observedAt, source } = observation;
    if (Date.parse(observedAt) - Date.parse(now) > CLOCK_SKEW_MINUTES * 60_000)
      return refuse("observation_from_the_future", "Lies in the future.", { path: "observedAt" });
    const known = state.facts["name"]?.value;
    const name = observation.listing?.name ?? (typeof known === "string" ? known : null);
    const live = isLive(observedAt, now);
    const seen = { placeId, observedAt, source };
    const brought = sectionNames.filter((section) => observation[section] !== undefined);
    const told = { listed: listedIn(observation), brought };
    const sighting: Sighting = { observation, seen, live, name, now, reviewTextDays, ...told };
    return [...rules.flatMap((rule) => rule(state, sighting)), ...answeredCollections(state, observation, now)];
  };

/** Whether what was seen at an instant counts as seen now. */
const isLive = (at: string, now: string): boolean => Date.parse(now) - Date.parse(at) < LIVE_HOURS * 3_600_000;

/** Who answers a request and brings nothing has not seen the place: its id may be one that somebody made up. */
const firstSeen: Rule = (state, sighting) =>
  state.firstSeenAt === null && bringsFacts(sighting)
    ? [{ type: "PlaceFirstSeen", data: { ...sighting.seen, live: sighting.live } }]
    : [];

const bringsFacts = ({ observation, listed, brought }: Sighting): boolean =>
  listed.length > 0 || brought.length > 0 || observation.reviews !== undefined;

const detailMembers: ReadonlySet<string> = new Set(Object.keys(detailsSchema.shape));

const details: Rule = (state, { observation, seen, listed }) => {
  const changed = listed.filter((member) => detailMembers.has(member) && saysNew(state, observation, member));
  if (changed.length === 0) return [];
  const listing: Readonly<Record<string, unknown>> = observation.listing ?? {};
  const values = detailsSchema.parse(Object.fromEntries(changed.map((member) => [member, listing[member]])));
  return [{ type: "PlaceDetailsObserved", data: { ...seen, details: values } }];
};

function newestName(
  state: PlaceState,
  observation: Observation,
  member: "city" | "country" | "category",
): string | null {
  const value = saysNew(state, observation, member) ? observation.listing?.[member] : state.facts[member]?.value;
  return typeof value === "string" ? value : null;
}

const located: Rule = (state, { observation, seen, live, name, now }) => {
  const city = newestName(state, observation, "city");
  const category = newestName(state, observation, "category");
  if (city === null || category === null) return [];
  const country = newestName(state, observation, "country");
  const after: Segment = { city, country, category };
  if (state.segment !== null && isSameSegment(state.segment, after)) return [];
  const newlySeen = live && state.segment === null && (state.firstSeenAt === null || isLive(state.firstSeenAt, now));
  return [{ type: "PlaceLocated", data: { ...seen, live, newlySeen, name, before: state.segment, after } }];
};

const isSameSegment = (one: Segment, other: Segment): boolean =>
  one.city === other.city && one.country === other.country && one.category === other.category;

const toldMembers: ReadonlySet<string> = new Set(["rating", "hours", "website", "status", "priceLevel"]);

/** One fact whose change is told; the first sighting has no `before`. */
const changes: Rule = (state, { observation, seen, live, name, listed }) => {
  const listing = observation.listing ?? {};
  if (!listed.some((member) => toldMembers.has(member))) return [];
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
    events.push({
      type: "PlaceStatusChanged",
      data: { ...told, before: before<typeof status>("status"), after: status },
    });
  if (priceLevel !== undefined && saysNew(state, observation, "priceLevel"))
    events.push({
      type: "PlacePriceLevelChanged",
      data: { ...told, before: before<number>("priceLevel"), after: priceLevel },
    });
  return events;
};

/** The price of each product whose name is told once: of two with one name, nobody can say which one changed. */
function pricesOf(products: readonly Product[]): ReadonlyMap<string, number | null> {
  const names = products.map(productKey);
  const once = products.filter((_product, at) => names.indexOf(names[at] ?? "") === names.lastIndexOf(names[at] ?? ""));
  return new Map(once.map((product) => [productKey(product), product.price]));
}

const productPrices: Rule = (state, { observation, seen, live, name }) => {
  const known = state.sections["products"];
  if (observation.products === undefined || known === undefined) return [];
  if (!outweighs(known, observation.products, observation.observedAt)) return [];
  const pricesBefore = pricesOf(known.value as readonly Product[]);
  const pricesNow = pricesOf(observation.products);
  return observation.products.flatMap((product): PlaceEvent[] => {
    const before = pricesBefore.get(productKey(product));
    if (before === undefined || before === null || !pricesNow.has(productKey(product))) return [];
    if (product.price === null || before === product.price) return [];
    const { productName, currency, price: after } = product;
    const data = { ...seen, live, name, productName, currency, before, after };
    return [{ type: "PlaceProductPriceChanged", data }];
  });
};

/** A day's snapshot: what was seen, beside what was known by then. A day is told again only where more was seen on it. */
const snapshot: Rule = (state, { observation, seen, listed }) => {
  if (listed.length === 0) return [];
  const day = utcDay(observation.observedAt);
  const known = state.snapshots.get(day.slice(0, 7))?.get(day);
  const taken = {
    rating: dayValue<number>(state, known, observation, "rating"),
    reviewCount: dayValue<number>(state, known, observation, "reviewCount"),
    localPackRank: dayValue<number>(state, known, observation, "localPackRank"),
    isRunningAds: dayValue<boolean>(state, known, observation, "isRunningAds"),
  };
  const saysMore =
    known === undefined ||
    dayMembers.some((name) => taken[name] !== known[name]) ||
    listed.some((name) => firstSeenThatDay(state, known, observation, name));
  if (!saysMore) return [];
  // Named one by one: a literal that grows behind what it spreads takes many times as long, and every sighting comes here.
  const { placeId, observedAt, source } = seen;
  const { rating, reviewCount, localPackRank, isRunningAds } = taken;
  const data = {
    placeId,
    observedAt,
    source,
    listed: [...listed],
    day,
    rating,
    reviewCount,
    localPackRank,
    isRunningAds,
  };
  return [{ type: "PlaceSnapshotTaken", data }];
};

function listedIn({ listing }: Observation): readonly string[] {
  const named: Readonly<Record<string, unknown>> = listing ?? {};
  return Object.keys(named).filter((member) => named[member] !== undefined);
}

const isDayMember = (member: string): member is DayMember => (dayMembers as readonly string[]).includes(member);

/** Seen again, on a later day than before: from now on, sightings of the days between say nothing. */
function firstSeenThatDay(state: PlaceState, known: DaySnapshot, observation: Observation, member: string): boolean {
  if (isDayMember(member)) return known.seenAt[member] === undefined;
  const fact = state.facts[member];
  return fact !== undefined && isConfirmed(fact.at, observation) && !saysNew(state, observation, member);
}

/** Once a day is enough: a place that is looked at every minute does not grow by an event a minute. */
const isConfirmed = (before: string, { observedAt }: Observation): boolean => utcDay(before) < utcDay(observedAt);

/** What counts of that very day; else what the day was told with; else, for a new day, what was known by then. */
function dayValue<Value>(
  state: PlaceState,
  known: DaySnapshot | undefined,
  observation: Observation,
  member: DayMember,
): Value | null {
  return ofDay(state, known, observation, member) as Value | null;
}

function ofDay(
  state: PlaceState,
  known: DaySnapshot | undefined,
  observation: Observation,
  member: DayMember,
): unknown {
  const { observedAt } = observation;
  const seen = observation.listing?.[member];
  const at = known?.seenAt[member];
  if (seen !== undefined && (known === undefined || at === undefined)) return seen;
  if (known !== undefined) {
    if (seen === undefined || at === undefined) return known[member];
    return outweighs(beforeThat(known, member, at), seen, observedAt) ? seen : known[member];
  }
  const fact = state.facts[member];
  return fact !== undefined && fact.at <= observedAt ? fact.value : null;
}

const surge: Rule = (state, { observation, seen, live, name }) => {
  const count = observation.listing?.reviewCount;
  const day = utcDay(observation.observedAt);
  const last = state.counts.at(-1);
  const counted = state.facts["reviewCount"];
  if (count === undefined || last === undefined || counted === undefined) return [];
  if (counted.value !== count && !outweighs(counted, count, observation.observedAt)) return [];
  const history = last.day === day ? state.counts.slice(0, -1) : state.counts;
  const found = reviewSurge(history, { day, count }, state.lastSurgeDay);
  return found === null ? [] : [{ type: "PlaceReviewsSurged", data: { ...seen, live, name, day, ...found } }];
};

const reviews: Rule = (state, { observation, seen, now, reviewTextDays: days }) => {
  const { observedAt } = observation;
  if (observation.reviews === undefined) return [];
  const found = [...new Map(observation.reviews.map((review) => [review.id, review])).values()];
  const again = found.filter((review) => repeats(state.reviews.get(review.id), review, observedAt));
  const refreshed = new Set(textsToRefresh(state.reviews, again, { observedAt, now, days }));
  const told = found.flatMap((review) => {
    const fresh = newOf(state.reviews.get(review.id), review, observedAt);
    return fresh.saysNew || refreshed.has(review) ? [fresh.told] : [];
  });
  return told.length === 0 ? [] : [{ type: "PlaceReviewsCollected", data: { ...seen, reviews: told } }];
};

const sections: Rule = (state, { observation, seen, brought }) =>
  brought.flatMap((section): PlaceEvent[] => {
    const content = observation[section];
    const known = state.sections[section];
    if (content === undefined || !outweighs(known, content, observation.observedAt)) return [];
    return [{ type: sectionEvents[section], data: { ...seen, content } } as PlaceEvent];
  });

const confirmedSections: Rule = (state, { observation, seen, brought }) => {
  const again = brought.flatMap((section) => {
    const content = observation[section];
    const known = state.sections[section];
    if (content === undefined || known === undefined || !isConfirmed(known.at, observation)) return [];
    return fingerprint(known.value) === fingerprint(content) ? [section] : [];
  });
  return again.length === 0 ? [] : [{ type: "PlaceSectionsConfirmed", data: { ...seen, sections: again } }];
};

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
  confirmedSections,
];

/** Whether the observation names this member, and it takes the place of what is known of it. */
function saysNew(state: PlaceState, observation: Observation, member: string): boolean {
  const listing: Readonly<Record<string, unknown>> = observation.listing ?? {};
  return listing[member] !== undefined && outweighs(state.facts[member], listing[member], observation.observedAt);
}
