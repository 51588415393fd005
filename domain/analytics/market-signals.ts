/** What stands out in a market segment: five rules over stored facts, each with its figures, their n and their period. */
import type { Saturation } from "./saturation";
import { median, rounded } from "./statistics";
import type { TrendRow } from "./topic-trends";

export const signalTypes = [
  "fast_growing_competitor",
  "response_gap",
  "topic_gap",
  "crowded_segment",
  "review_moat_leader",
] as const;
export type SignalType = (typeof signalTypes)[number];

export const SIGNAL_RULE = {
  /** New reviews of so many days: at least so many, and so many times the median, of at least so many open places. */
  growth: { days: 30, reviewsMin: 10, timesMedian: 2, placesMin: 3 },
  /** Of so many reviews of known answer, of so many days, at most this share is answered. */
  responses: { days: 180, reviewsMin: 10, rateMax: 0.25 },
  /** The index of ./saturation.ts that ten neighbours make, among at least so many businesses. */
  crowded: { indexMin: 63, businessesMin: 10 },
  /** A review count of at least so many, and so many times the median, of at least so many open places. */
  moat: { reviewsMin: 100, timesMedian: 5, placesMin: 5 },
} as const;

export type PlaceStatus = "operational" | "temporarily_closed" | "permanently_closed" | null;

export interface SignalPlace {
  readonly placeId: string;
  readonly name: string | null;
  readonly businessStatus: PlaceStatus;
  readonly isOwn: boolean;
}

export interface Signal {
  readonly type: SignalType;
  readonly title: string;
  /** Null where it is about no single place. */
  readonly place: SignalPlace | null;
  readonly data: Readonly<Record<string, string | number>>;
  /** Of how many places, reviews or businesses it is made. */
  readonly n: number;
  readonly periodDays: number | null;
}

/** A place of the segment with what is known of it. */
export interface KnownPlace extends SignalPlace {
  readonly reviewCount: number | null;
  /** New reviews of the last {@link SIGNAL_RULE.growth} days; null where too few days are stored. */
  readonly gained: number | null;
  /** Of the last {@link SIGNAL_RULE.responses} days. */
  readonly answerable: number;
  readonly answered: number;
}

export interface Market {
  readonly places: readonly KnownPlace[];
  readonly topics: readonly TrendRow[];
  /** The days of the reviews that the topics are made of. */
  readonly topicDays: number;
  readonly crowds: readonly { readonly category: string; readonly saturation: Saturation }[];
}

/** By type, in the order of {@link signalTypes}, the most pronounced first. */
export const signalsOf = (market: Market): Readonly<Record<SignalType, readonly Signal[]>> => ({
  fast_growing_competitor: fastGrowing(market.places),
  response_gap: responseGaps(market.places),
  topic_gap: topicGaps(market),
  crowded_segment: crowdedSegments(market.crowds),
  review_moat_leader: moatLeaders(market.places),
});

const isOpen = ({ businessStatus }: SignalPlace): boolean => businessStatus !== "permanently_closed";
const called = ({ name, placeId }: SignalPlace): string => name ?? placeId;
const shown = ({ placeId, name, businessStatus, isOwn }: KnownPlace): SignalPlace => ({
  placeId,
  name,
  businessStatus,
  isOwn,
});

interface Outstanding {
  readonly place: KnownPlace;
  readonly value: number;
  readonly middle: number;
  readonly n: number;
}

/** Places whose value is many times the median of the open ones; a median of 0 is exceeded by any. */
function outstanding(
  places: readonly KnownPlace[],
  of: (place: KnownPlace) => number | null,
  rule: { readonly reviewsMin: number; readonly timesMedian: number; readonly placesMin: number },
): readonly Outstanding[] {
  const known = places.flatMap((place) => {
    const value = of(place);
    return value === null ? [] : [{ place, value }];
  });
  const open = known.filter(({ place }) => isOpen(place)).map(({ value }) => value);
  const middle = median(open);
  if (middle === null || open.length < rule.placesMin) return [];
  return known
    .filter(({ value }) => value >= rule.reviewsMin && value >= rule.timesMedian * middle)
    .toSorted((a, b) => b.value - a.value)
    .map((one) => ({ ...one, middle, n: open.length }));
}

const fastGrowing = (places: readonly KnownPlace[]): readonly Signal[] =>
  outstanding(places, ({ gained }) => gained, SIGNAL_RULE.growth)
    .filter(({ place }) => !place.isOwn)
    .map(({ place, value, middle, n }) => ({
      type: "fast_growing_competitor",
      title: `${called(place)} gets new reviews faster than the others`,
      place: shown(place),
      data: { newReviews: rounded(value, 1), median: rounded(middle, 1) },
      n,
      periodDays: SIGNAL_RULE.growth.days,
    }));

function responseGaps(places: readonly KnownPlace[]): readonly Signal[] {
  const { reviewsMin, rateMax, days } = SIGNAL_RULE.responses;
  return places
    .filter((place) => place.answerable >= reviewsMin && place.answered <= rateMax * place.answerable)
    .toSorted((a, b) => b.answerable - b.answered - (a.answerable - a.answered))
    .map((place) => ({
      type: "response_gap",
      title: `${called(place)} leaves most reviews without an answer`,
      place: shown(place),
      data: { answered: place.answered, rate: rounded(place.answered / place.answerable, 3) },
      n: place.answerable,
      periodDays: days,
    }));
}

const topicGaps = ({ topics, topicDays }: Market): readonly Signal[] =>
  topics
    .filter(({ isGap }) => isGap)
    .toSorted((a, b) => b.mentionCount - a.mentionCount)
    .map(({ keyword, mentionCount, competitorCount, avgSentiment }) => ({
      type: "topic_gap",
      title: `Competitors' reviews speak of "${keyword}", the own ones do not`,
      place: null,
      data: { keyword, mentionCount, competitorCount, avgSentiment },
      n: mentionCount,
      periodDays: topicDays,
    }));

const crowdedSegments = (crowds: Market["crowds"]): readonly Signal[] =>
  crowds
    .flatMap(({ category, saturation: { index, neighbours, n } }) =>
      index === null || neighbours === null ? [] : [{ category, index, neighbours, n }],
    )
    .filter(({ index, n }) => index >= SIGNAL_RULE.crowded.indexMin && n >= SIGNAL_RULE.crowded.businessesMin)
    .toSorted((a, b) => b.neighbours - a.neighbours)
    .map(({ category, index, neighbours, n }) => ({
      type: "crowded_segment",
      title: `Open businesses of the category ${category} lie close together`,
      place: null,
      data: { category, index, neighbours },
      n,
      periodDays: null,
    }));

const moatLeaders = (places: readonly KnownPlace[]): readonly Signal[] =>
  outstanding(places, ({ reviewCount }) => reviewCount, SIGNAL_RULE.moat).map(({ place, value, middle, n }) => ({
    type: "review_moat_leader",
    title: `${called(place)} has many times the reviews of the others`,
    place: shown(place),
    data: { reviewCount: value, median: rounded(middle, 1) },
    n,
    periodDays: null,
  }));
