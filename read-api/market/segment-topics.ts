/** What the reviews of a segment speak of within a period, counted from what each text is about; no text is read here. */
import { TOPIC_RULE, trendRow, type Topic, type TrendRow } from "../../domain/analytics/topic-trends";
import { firstDayKept } from "../../domain/places/review-texts";
import { daysBefore } from "../../domain/utc-day";
import type { Context } from "../../infra/http/endpoint";
import { placesIn, type Segment } from "./market-segment";
import { rowsOf } from "../rows";

export const topicTables = ["places", "review_keywords"];

const TOPIC_BOUNDS = {
  /** Of more texts than these, a sample that is the same every time. */
  textsMax: 5_000,
  /** The keywords with most mentions; the others are not looked at. */
  keywordsMax: 500,
} as const;

/** How many there are; `texts` of the `reviews` have a text that may still be read, and `analyzed` of these are English. */
export interface TopicCounts {
  readonly reviews: number;
  readonly texts: number;
  /** English texts that were counted; of so many fell in either half of the period, and of so many of the own place. */
  readonly analyzed: number;
  readonly earlier: number;
  readonly later: number;
  readonly own: number;
  /** Whether there are more texts than are looked at. */
  readonly sampled: boolean;
  /** Null where a language could not be told. The most first. */
  readonly languages: readonly { readonly language: string | null; readonly texts: number }[];
}

type Reading = Pick<Context, "read" | "now" | "services">;
interface Wanted {
  readonly segment: Segment;
  readonly own: string | null;
  readonly days: number;
}

/** The most mentioned first. */
export async function topicsIn(
  context: Reading,
  wanted: Wanted,
): Promise<{ readonly n: TopicCounts; readonly topics: readonly TrendRow[] }> {
  const [[all], counted, own] = await Promise.all([
    rowsOf<{ reviews: number; texts: number }>(allReviews(context, wanted)),
    rowsOf<Counted>(countedTexts(context, wanted)),
    ownTopics(context, wanted),
  ]);
  const languages = counted.filter(({ is_keyword }) => !is_keyword).toSorted((a, b) => total(b) - total(a));
  const english = languages.find(({ word }) => word === "en");
  const texts = { earlier: 0, later: 0, others: 0, ...english, own: own.texts };
  const topics = counted
    .filter(({ is_keyword }) => is_keyword)
    .map(({ word, ...counts }): Topic => ({ ...counts, keyword: word ?? "", own: own.mentions.get(word ?? "") ?? 0 }));
  const { reviews = 0, texts: readable = 0 } = all ?? {};
  return {
    n: {
      reviews,
      texts: readable,
      analyzed: texts.earlier + texts.later,
      earlier: texts.earlier,
      later: texts.later,
      own: own.texts,
      sampled: readable > TOPIC_BOUNDS.textsMax,
      languages: languages.map((one) => ({ language: one.word, texts: total(one) })),
    },
    topics: topics
      .map((topic) => trendRow(topic, texts))
      .toSorted((a, b) => b.mentionCount - a.mentionCount || (a.keyword < b.keyword ? -1 : 1)),
  };
}

/** A language or a keyword, and how many texts are in it or speak of it. */
interface Counted {
  readonly is_keyword: boolean;
  readonly word: string | null;
  readonly earlier: number;
  readonly later: number;
  readonly others: number;
  readonly competitors: number;
  readonly sentiment: number;
}
const total = ({ earlier, later }: Counted): number => earlier + later;

function reviewsIn(context: Reading, { segment, days }: Wanted) {
  const since = daysBefore(context.now, days);
  return placesIn(context, segment)
    .join("review_keywords as r", "r.place_id", "places.place_id")
    .where("r.published_at", ">", since)
    .andWhere("r.published_at", "<=", context.now.toISOString());
}

/** By the clock: what was made of a text whose time is over is gone with it, whether or not it was taken out already. */
const firstDay = ({ services }: Reading): string =>
  firstDayKept(services.clock.now().toISOString(), services.reviewTextDays);

const allReviews = (context: Reading, wanted: Wanted) =>
  reviewsIn(context, wanted).select(
    context.read.raw("count(*)::int AS reviews, count(*) FILTER (WHERE r.text_collected_on >= ?)::int AS texts", [
      firstDay(context),
    ]),
  );

const COUNTS = `count(*) FILTER (WHERE NOT is_later)::int AS earlier, count(*) FILTER (WHERE is_later)::int AS later,
  count(*) FILTER (WHERE NOT is_own)::int AS others, count(DISTINCT place_id) FILTER (WHERE NOT is_own)::int AS competitors`;

/** By what no clock and no order of arrival changes: whoever asks twice sees the same sample. */
const SAMPLE = "hashtext(r.review_id), r.place_id, r.review_id";

function countedTexts(context: Reading, wanted: Wanted) {
  const { read, now } = context;
  const half = daysBefore(now, wanted.days / 2);
  const texts = reviewsIn(context, wanted)
    .andWhere("r.text_collected_on", ">=", firstDay(context))
    .select("r.place_id", "r.language", "r.keywords")
    .select(read.raw("r.published_at > ? AS is_later, r.place_id = ? AS is_own", [half, wanted.own ?? ""]))
    .orderByRaw(SAMPLE)
    .limit(TOPIC_BOUNDS.textsMax);
  const languages = read("texts")
    .select(read.raw(`false AS is_keyword, language AS word, ${COUNTS}, 0::float8 AS sentiment`))
    .groupBy("language");
  const keywords = read
    .from(read.raw("texts, jsonb_each_text(keywords) AS k"))
    .select(read.raw(`true AS is_keyword, k.key AS word, ${COUNTS}, avg(k.value::float8) AS sentiment`))
    .groupBy("k.key")
    .havingRaw("count(*) >= ? AND count(DISTINCT place_id) >= ?", [TOPIC_RULE.mentionsMin, TOPIC_RULE.placesMin])
    .orderByRaw("count(*) DESC, k.key")
    .limit(TOPIC_BOUNDS.keywordsMax);
  return read.withMaterialized("texts", texts).unionAll([languages, keywords], true);
}

/** The own place's, wherever it is: the newest of its texts, so many at most. */
async function ownTopics({ read, now, ...context }: Reading, { own, days }: Wanted) {
  if (own === null) return { texts: 0, mentions: new Map<string, number>() };
  const texts = read("review_keywords")
    .where({ place_id: own, language: "en" })
    .andWhere("published_at", ">", daysBefore(now, days))
    .andWhere("published_at", "<=", now.toISOString())
    .andWhere("text_collected_on", ">=", firstDay({ read, now, ...context }))
    .orderBy("published_at", "desc")
    .limit(TOPIC_BOUNDS.textsMax)
    .select("keywords");
  const rows = await rowsOf<{ word: string | null; n: number }>(
    read
      .withMaterialized("texts", texts)
      .unionAll(
        [
          read("texts").select(read.raw("NULL AS word, count(*)::int AS n")),
          read
            .from(read.raw("texts, jsonb_each_text(keywords) AS k"))
            .select(read.raw("k.key AS word, count(*)::int AS n"))
            .groupBy("k.key"),
        ],
        true,
      ),
  );
  const mentions = new Map(rows.flatMap(({ word, n }) => (word === null ? [] : [[word, n] as const])));
  return { texts: rows.find(({ word }) => word === null)?.n ?? 0, mentions };
}
