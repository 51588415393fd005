/** What is stored of the tracked competitors: raw facts alone, and where the own listing stands among them. */
import type { GapFigure } from "../analytics/gap-analysis";
import type { ChatFacts, Comparison, CompetitorFacts } from "./facts";
import { counted, named, percent, stars } from "./words";

const LISTED_MAX = 5;

export function tellCompetitors({ competitors }: ChatFacts): readonly string[] {
  if (competitors === undefined || competitors.tracked === 0) return ["No competitor is tracked yet."];
  const { tracked, listed } = competitors;
  const byRating = [...listed].sort((left, right) => (right.rating ?? 0) - (left.rating ?? 0)).slice(0, LISTED_MAX);
  const known = listed.filter(({ rating }) => rating !== null).length;
  const best = byRating.length < tracked ? `The ${byRating.length} with the highest stored ratings: ` : "";
  return [
    `${counted(tracked, "competitor is", "competitors are")} tracked; of ${known} a rating is stored.`,
    `${best}${byRating.map(factsOf).join("; ")}.`,
  ];
}

/** The competitors that a question names. */
export function tellNamed({ competitors }: ChatFacts, message: string): readonly string[] {
  const asked = message.toLowerCase();
  const found = (competitors?.listed ?? []).filter(({ name }) => {
    const plain = named(name).toLowerCase();
    return plain.length >= 3 && asked.includes(plain);
  });
  return found.slice(0, LISTED_MAX).map((one) => `${factsOf(one)}${detailsOf(one)}.`);
}

function factsOf({ name, rating, reviewCount, permanentlyClosed, seenOn }: CompetitorFacts): string {
  const rated = rating === null ? "no stored rating" : stars(rating);
  const from = reviewCount === null ? "" : ` from ${counted(reviewCount, "review")}`;
  const closed = permanentlyClosed ? ", permanently closed" : "";
  const seen = seenOn === null ? "never observed" : `observed on ${seenOn}`;
  return `${named(name)}: ${rated}${from}${closed}, ${seen}`;
}

const detailsOf = ({ address, website }: CompetitorFacts): string =>
  [
    ...(address === null ? [] : [`; address ${named(address)}`]),
    ...(website === null ? [] : [`; website ${named(website)}`]),
  ].join("");

const plain = (value: number): string => String(value);
const figureWords: Readonly<Record<GapFigure, { readonly label: string; readonly shown: (value: number) => string }>> =
  {
    rating: { label: "rating", shown: stars },
    reviewCount: { label: "number of reviews", shown: plain },
    recentReviews: { label: "number of new reviews", shown: plain },
    ownerResponseRate: { label: "share of answered reviews", shown: (value) => percent(value, 1) },
    photos: { label: "number of photos", shown: plain },
    localPackRank: { label: "place in the local results", shown: plain },
  };

/** `which` chooses the figures to tell of. */
export const tellComparison =
  (which: (comparison: Comparison) => boolean = () => true) =>
  ({ comparison = [] }: ChatFacts): readonly string[] => {
    const known = comparison.filter(({ own, n }) => own !== null && n > 0).filter(which);
    if (known.length > 0) return known.map(compared);
    return ["No figure is stored both of the own listing and of a tracked competitor, so there is nothing to compare."];
  };

/** Where the own figure is worse than the median. */
export const isBehind = ({ own, median, better }: Comparison): boolean =>
  own !== null && median !== null && (better === "more" ? own < median : own > median);

function compared({ figure, own, median, n, best, rank, periodDays }: Comparison): string {
  const { label, shown } = figureWords[figure];
  const period = periodDays === null ? "" : ` of the last ${periodDays} days`;
  const middle = median === null ? "" : `, their median is ${shown(median)}`;
  const leader = best === null ? "" : `, the best ${shown(best.value)} (${named(best.name)})`;
  return `Your ${label}${period} is ${shown(own ?? 0)}, rank ${rank} of ${n + 1}; of ${counted(n, "competitor")} it is known${middle}${leader}.`;
}
