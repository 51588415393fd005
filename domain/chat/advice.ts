/** What the business can do by its own figures: improvements and ideas for content, each with the figure that it rests on. */
import { isBehind, tellComparison } from "./competitors";
import type { ChatFacts, OwnListing, OwnReviews } from "./facts";
import { lacking } from "./own-listing";
import { counted, inLastDays, listed, named, percent, stars } from "./words";

const INSIGHTS_MAX = 5;
const GOOD_RATING = 4;

/** What stands out first, then what the figures ask for. */
export function tellImprovements(facts: ChatFacts): readonly string[] {
  const { insights = [], listing, reviews = null, comparison = [] } = facts;
  const outstanding = insights.slice(0, INSIGHTS_MAX).map(({ title, n, periodDays }) => {
    const period = periodDays === null ? "" : `, last ${periodDays} days`;
    return `${named(title)} (n = ${n}${period}).`;
  });
  const all = [
    ...(outstanding.length === 0 ? [] : ["What stands out:", ...outstanding]),
    ...(reviews === null ? [] : toAnswer(reviews)),
    ...(listing === null || listing.missing.length === 0 ? [] : [`Complete the listing. ${lacking(listing.missing)}`]),
    ...(comparison.some(isBehind)
      ? ["Behind the median of the tracked competitors:", ...tellComparison(isBehind)(facts)]
      : []),
  ];
  return all.length > 0 ? all : ["By the stored figures nothing stands out that asks for an improvement."];
}

function toAnswer({ answersToLow: { n, answered, starsAtMost, periodDays } }: OwnReviews): readonly string[] {
  const open = n - answered;
  if (open === 0) return [];
  const what = `${counted(open, "review")} with at most ${starsAtMost} stars of the last ${periodDays} days`;
  return [`Answer the ${what} that ${open === 1 ? "has" : "have"} no answer, of ${n} in all.`];
}

/** Ideas that the stored facts carry: nothing is made up about the business. */
export function tellIdeas({ business, listing, reviews = null }: ChatFacts): readonly string[] {
  const { differentiator, targetCustomer, city } = business;
  const who = targetCustomer === null ? "" : ` for ${named(targetCustomer)}`;
  const ideas = [
    ...(differentiator === null ? [] : [`what sets you apart${who}: ${named(differentiator)}`]),
    ...(listing === null ? [] : ofListing(listing)),
    ...(reviews === null || reviews.recent.n === 0 ? [] : [ofReviews(reviews)]),
    ...(city === null ? [] : [`what you do in ${named(city)} and why people come`]),
  ];
  if (ideas.length === 0)
    return ["Too little is stored of the business for ideas: fill in the profile and link the listing first."];
  return [`Ideas for content, each from a stored fact: ${listed(ideas.map((idea, at) => `(${at + 1}) ${idea}`))}.`];
}

function ofListing({ rating, reviewCount, hours, photos }: OwnListing): readonly string[] {
  const from = reviewCount === null ? "" : ` in ${counted(reviewCount, "review")}`;
  return [
    ...(rating === null || rating < GOOD_RATING ? [] : [`a thank-you to those who rated you ${stars(rating)}${from}`]),
    ...(hours === null ? [] : ["your opening hours"]),
    ...(photos === null ? [] : [`new photos beside the ${photos} that are stored`]),
  ];
}

function ofReviews({ recent, answers }: OwnReviews): string {
  const what = `the ${counted(recent.n, "review")} that you got ${inLastDays(recent.periodDays)}`;
  if (answers.n === 0) return what;
  const share = `${percent(answers.answered, answers.n)} of ${answers.n} in ${answers.periodDays} days`;
  return `${what}, and your answers to them (${share})`;
}
