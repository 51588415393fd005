/** How answers about a market tell of its topics: rows, the periods that can be asked for, and of how much they are made. */
import { z } from "zod";
import { keywordCategories } from "../../domain/analytics/keyword-categories";
import { trends } from "../../domain/analytics/topic-trends";
import { wholeNumber } from "../../infra/http/query-numbers";

const days = { last_30_days: 30, last_90_days: 90, last_180_days: 180 } as const;
const periods = Object.keys(days) as [Period, ...Period[]];
type Period = keyof typeof days;

export const periodSchema = z.enum(periods).default("last_90_days");
export const daysOf = (period: Period): number => days[period];

export const topicQuery = {
  period: periodSchema.describe("By when reviews were published; it ends at the moment of the request."),
  limit: wholeNumber(1, 100).default(50),
};

const told = {
  keyword: z.string(),
  category: z.enum(keywordCategories),
  avgSentiment: z.number().min(-1).max(1).describe("Of the sentences, from −1 to 1."),
  inOwnReviews: z.boolean(),
  isGap: z.boolean().describe("Reviews of competitors speak of it, and of the own ones enough are known that do not."),
  trend: z.enum(trends).nullable().describe("The later half of the period against the earlier; null: too few to tell."),
  n: z.strictObject({ earlier: z.number().int(), later: z.number().int() }).describe("Mentions in either half."),
};
/** The interface specification, Market records: Trend row. A mention is a review that has the word. */
export const trendRowView = z.strictObject({
  ...told,
  mentionCount: z.number().int(),
  competitorCount: z.number().int().describe("Other places of the segment whose reviews speak of it."),
});
/** The same row with the names that the plain `/market` has for two of its members. */
export const marketRowView = z.strictObject({
  ...told,
  mention_count: z.number().int(),
  competitor_count: z.number().int().describe("Other places of the segment whose reviews speak of it."),
});

export const topicCountsView = z
  .strictObject({
    reviews: z.number().int().describe("Stored reviews of the segment that were published in the period."),
    texts: z.number().int().describe("Those whose text is kept at the moment."),
    analyzed: z.number().int().describe("English texts: of these every row is made."),
    earlier: z.number().int().describe("Analyzed texts of the earlier half of the period."),
    later: z.number().int(),
    own: z.number().int().describe("Analyzed texts of the own listing, wherever it is."),
    sampled: z.boolean().describe("Whether there are more texts than are looked at, which is then a fixed sample."),
    languages: z
      .array(
        z.strictObject({
          language: z.string().nullable().describe("ISO 639-1; null where it cannot be told."),
          texts: z.number().int(),
        }),
      )
      .readonly(),
  })
  .describe("Texts of other languages are counted and not judged.");
