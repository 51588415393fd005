/** What the stored reviews of the own listing come to, with how many they are and of which period. */
import type { AnsweredReviews, ChatFacts, OwnReviews } from "./facts";
import { counted, inLastDays, listed, percent, stars } from "./words";

const NONE = "No review of the own listing is stored yet.";

/** `tell`, or that there are none. */
const ofReviews =
  (tell: (reviews: OwnReviews) => readonly string[]) =>
  ({ reviews }: ChatFacts): readonly string[] =>
    reviews === undefined || reviews === null ? [NONE] : tell(reviews);

export const tellReviews = ofReviews(({ recent, before, recentByStars }) => {
  if (recent.n === 0) return [`No review was published ${inLastDays(recent.periodDays)}.`, comparedWith(before)];
  const spread = recentByStars.filter(({ n }) => n > 0).map(({ stars: given, n }) => `${n} with ${given}`);
  const mean = recent.averageRating === null ? "" : `, ${stars(recent.averageRating)} on average`;
  return [
    `${counted(recent.n, "stored review was", "stored reviews were")} published ${inLastDays(recent.periodDays)}${mean}.`,
    ...(spread.length === 0 ? [] : [`By stars: ${listed(spread)}.`]),
    comparedWith(before),
  ];
});

const comparedWith = ({ n, periodDays, averageRating }: OwnReviews["before"]): string => {
  const mean = averageRating === null ? "" : `, ${stars(averageRating)} on average`;
  return `In the ${periodDays} days before there ${n === 1 ? "was 1" : `were ${n}`}${mean}.`;
};

export const tellAnswers = ofReviews(({ answers, answersToLow }) => [
  share(answers, "reviews"),
  share(answersToLow, `reviews with at most ${answersToLow.starsAtMost} stars`),
]);

const share = ({ n, answered, periodDays }: AnsweredReviews, what: string): string =>
  n === 0
    ? `Of no ${what} of the last ${periodDays} days is it known whether you answered.`
    : `Of ${n} ${what} of the last ${periodDays} days you answered ${answered} (${percent(answered, n)}).`;
