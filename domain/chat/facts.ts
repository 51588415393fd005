/** What an answer in the chat may rest upon: stored facts of one business, and raw ones of the competitors that it tracks. */
import type { ChatContext } from "../chats";
import type { ProfileField } from "../analytics/profile-health";
import type { GapFigure } from "../analytics/gap-analysis";

/** A count or mean over the reviews of a period. */
export interface ReviewPeriod {
  readonly periodDays: number;
  readonly n: number;
  readonly averageRating: number | null;
}

/** Of so many reviews it is known whether the owner answered, and of how many that the owner did. */
export interface AnsweredReviews {
  readonly periodDays: number;
  readonly n: number;
  readonly answered: number;
}

export interface OwnListing {
  readonly rating: number | null;
  readonly reviewCount: number | null;
  readonly address: string | null;
  readonly phone: string | null;
  readonly website: string | null;
  /** As the collector found it. */
  readonly hours: unknown;
  readonly status: "operational" | "temporarily_closed" | "permanently_closed" | null;
  readonly photos: number | null;
  /** The UTC day on which it was observed last. */
  readonly seenOn: string;
  readonly missing: readonly ProfileField[];
}

export interface OwnReviews {
  readonly recent: ReviewPeriod;
  /** The period before the recent one. */
  readonly before: ReviewPeriod;
  /** How many of the recent ones gave how many stars. */
  readonly recentByStars: readonly { readonly stars: number; readonly n: number }[];
  readonly answers: AnsweredReviews;
  /** The same of those with few stars. */
  readonly answersToLow: AnsweredReviews & { readonly starsAtMost: number };
}

/** One figure of the own listing beside those of the competitors of which it is known. */
export interface Comparison {
  readonly figure: GapFigure;
  readonly better: "more" | "less";
  readonly periodDays: number | null;
  readonly own: number | null;
  readonly median: number | null;
  readonly n: number;
  readonly best: { readonly name: string; readonly value: number } | null;
  /** 1 where nobody is better. */
  readonly rank: number | null;
}

export interface CompetitorFacts {
  readonly name: string;
  readonly rating: number | null;
  readonly reviewCount: number | null;
  readonly address: string | null;
  readonly website: string | null;
  readonly permanentlyClosed: boolean;
  /** The UTC day on which it was observed last; null where it never was. */
  readonly seenOn: string | null;
}

/** A section is absent where the context has none of it, and null where nothing is stored. */
export interface ChatFacts {
  readonly context: ChatContext;
  /** The UTC day on which they were gathered. */
  readonly today: string;
  readonly business: {
    readonly name: string;
    readonly category: string | null;
    readonly city: string | null;
    readonly targetCustomer: string | null;
    readonly differentiator: string | null;
  };
  readonly listing: OwnListing | null;
  readonly reviews?: OwnReviews | null;
  readonly comparison?: readonly Comparison[];
  readonly competitors?: { readonly tracked: number; readonly listed: readonly CompetitorFacts[] };
  /** What stands out, by the rules of docs/formulas.md; the most pressing first. */
  readonly insights?: readonly { readonly title: string; readonly n: number; readonly periodDays: number | null }[];
}

/** A text of a review, for a model alone: the local composer repeats none. */
export interface ReviewText {
  readonly label: string;
  readonly text: string;
}
