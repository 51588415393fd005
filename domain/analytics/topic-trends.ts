/** What the reviews of a segment speak of, whether more or less than before, and whether the own reviews speak of it at all. */
import { categoryOf, type KeywordCategory } from "./keyword-categories";
import { rounded, share } from "./statistics";

export const trends = ["new", "rising", "steady", "falling"] as const;
export type TopicTrend = (typeof trends)[number];

export const TOPIC_RULE = {
  /** A keyword of fewer reviews, or of one place alone, is not told: it may be the name of somebody who works there. */
  mentionsMin: 3,
  placesMin: 2,
  trend: {
    /** From fewer mentions, or fewer texts in either half of the period, no trend is told. */
    mentionsMin: 5,
    textsMin: 10,
    /** The share of texts that speak of it, of the later half against the earlier. */
    ratio: 1.5,
    /** So many standard errors of the difference of both shares: by chance alone 1 time of 20. */
    errors: 1.96,
  },
  gap: {
    /** Other places whose reviews speak of it. */
    competitorsMin: 2,
    /** Own reviews that would speak of it at the others' rate: with 3, none of them does by chance alone 1 time of 20. */
    expectedMin: 3,
  },
} as const;

/** Texts of one keyword, or all texts that were read. */
export interface TextCounts {
  /** In the earlier and the later half of the period, within the segment. */
  readonly earlier: number;
  readonly later: number;
  /** Of other places of the segment. */
  readonly others: number;
  /** Of the own place, wherever it is. */
  readonly own: number;
}

export interface Topic extends TextCounts {
  readonly keyword: string;
  /** How many other places of the segment have a review that speaks of it. */
  readonly competitors: number;
  /** The mean of the sentences' sentiments, −1 to 1. */
  readonly sentiment: number;
}

/** A trend row (interface specification, Market records). */
export interface TrendRow {
  readonly keyword: string;
  readonly category: KeywordCategory;
  readonly mentionCount: number;
  readonly competitorCount: number;
  readonly avgSentiment: number;
  readonly inOwnReviews: boolean;
  readonly isGap: boolean;
  /** Null where too little was said to tell. */
  readonly trend: TopicTrend | null;
  readonly n: { readonly earlier: number; readonly later: number };
}

/** `texts`: of how many texts the counts are made. */
export function trendRow(topic: Topic, texts: TextCounts): TrendRow {
  const { keyword, earlier, later, competitors, sentiment } = topic;
  const gap = isGap(topic, texts);
  return {
    keyword,
    category: categoryOf(keyword, gap),
    mentionCount: earlier + later,
    competitorCount: competitors,
    avgSentiment: rounded(sentiment, 2),
    inOwnReviews: topic.own > 0,
    isGap: gap,
    trend: trendOfTopic(topic, texts),
    n: { earlier, later },
  };
}

function isGap({ others, own, competitors }: Topic, texts: TextCounts): boolean {
  const { competitorsMin, expectedMin } = TOPIC_RULE.gap;
  const expected = texts.own * (share(others, texts.others) ?? 0);
  return own === 0 && competitors >= competitorsMin && expected >= expectedMin;
}

/** The difference of two shares against its pooled standard error (any text on comparing proportions). */
export function trendOfTopic(
  { earlier, later }: Pick<TextCounts, "earlier" | "later">,
  texts: Pick<TextCounts, "earlier" | "later">,
): TopicTrend | null {
  const { mentionsMin, textsMin, ratio, errors } = TOPIC_RULE.trend;
  if (earlier + later < mentionsMin || Math.min(texts.earlier, texts.later) < textsMin) return null;
  const [before, after] = [earlier / texts.earlier, later / texts.later];
  const pooled = (earlier + later) / (texts.earlier + texts.later);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / texts.earlier + 1 / texts.later));
  if (Math.abs(after - before) <= errors * error) return "steady";
  if (earlier === 0) return "new";
  if (after >= ratio * before) return "rising";
  return before >= ratio * after ? "falling" : "steady";
}
