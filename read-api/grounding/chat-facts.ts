/** Gathers what an answer in the chat rests upon: for each context its own facts, all of the active business or of the competitors that it tracks. */
import { gapAnalysis } from "../../domain/analytics/gap-analysis";
import { LOW_RATING, PERIODS, type ReviewFigures } from "../../domain/analytics/place-figures";
import { profileHealth } from "../../domain/analytics/profile-health";
import { rounded } from "../../domain/analytics/statistics";
import type { ChatFacts, Comparison, OwnListing, OwnReviews, ReviewPeriod } from "../../domain/chat/facts";
import type { ChatContext } from "../../domain/chats";
import { daysBefore, utcDay } from "../../domain/utc-day";
import type { Context } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import type { BusinessRow } from "../../projections/businesses";
import type { PlaceRow } from "../../projections/places";
import { selectTracked, type TrackedRow } from "../competitors/competitor-rows";
import { competitorOf } from "../competitors/competitor-view";
import { figuresAmongRivals, ownFigures, rivalTables } from "../business/own-figures";
import { insightsAmong } from "../business/own-insights";
import { rowsOf } from "../rows";

/** The tables that {@link chatFacts} reads. */
export const chatTables = rivalTables;

type Asking = Context<"business">;
type Own = Awaited<ReturnType<typeof ownFigures>>;
/** What is told beside the business and its listing, with the figures that it was made of. */
type Gathered = readonly [Own, Omit<ChatFacts, "context" | "today" | "business" | "listing">];

/** The facts of each context. */
const gather: Readonly<Record<ChatContext, (context: Asking) => Promise<Gathered>>> = {
  async general(context) {
    const [own, among] = await amongRivals(context);
    const [reviews, competitors] = await Promise.all([ownReviews(context, own), trackedCompetitors(context)]);
    return [own, { reviews, ...among, competitors }];
  },
  async competitors(context) {
    const [own, { comparison }] = await amongRivals(context);
    return [own, { comparison, competitors: await trackedCompetitors(context) }];
  },
  reviews: onReviews,
  content: onReviews,
  async marketing(context) {
    const [own, among] = await amongRivals(context);
    return [own, { reviews: await ownReviews(context, own), ...among }];
  },
};

async function onReviews(context: Asking): Promise<Gathered> {
  const own = await ownFigures(context);
  return [own, { reviews: await ownReviews(context, own) }];
}

/** Throws the failure of a business that is not there any more. */
export async function chatFacts(context: Asking, about: ChatContext): Promise<ChatFacts> {
  const [own, sections] = await gather[about](context);
  const [business, place] = await Promise.all([
    context.read<BusinessRow>("businesses").where({ business_id: context.business.id }).first(),
    context
      .read<PlaceRow>("places")
      .where({ place_id: own.placeId ?? "" })
      .first(),
  ]);
  if (business === undefined) throw new Failure(404, "no_active_business", "There is no active business.");
  const { name, target_customer: targetCustomer, differentiator } = business;
  const category = business.category ?? place?.category ?? null;
  const city = business.city ?? place?.city ?? null;
  return {
    context: about,
    today: utcDay(context.now.toISOString()),
    business: { name, category, city, targetCustomer, differentiator },
    listing: place === undefined ? null : listingOf(place, own),
    ...sections,
  };
}

const listingOf = (place: PlaceRow, { figures, present }: Own): OwnListing => ({
  rating: place.rating,
  reviewCount: place.review_count,
  address: place.address,
  phone: place.phone,
  website: place.website,
  hours: place.hours,
  status: place.status,
  photos: figures.photos,
  seenOn: utcDay(place.last_checked_at),
  missing: profileHealth(present, figures).missing,
});

async function amongRivals(context: Asking) {
  const among = await figuresAmongRivals(context);
  const comparison = gapAnalysis(among.figures, among.rivals).map(
    ({ figure, better, periodDays, own, rank, competitors: { n, median, best } }): Comparison => ({
      ...{ figure, better, periodDays, own, rank, n, median },
      best: best === null ? null : { name: best.name, value: best.value },
    }),
  );
  const insights = (await insightsAmong(context, among)).map(({ title, n, periodDays }) => ({ title, n, periodDays }));
  return [among, { comparison, insights }] as const;
}

async function trackedCompetitors(context: Asking): Promise<NonNullable<ChatFacts["competitors"]>> {
  const rows = await rowsOf<TrackedRow>(selectTracked(context).orderBy(["c.added_at", "c.competitor_id"]));
  const listed = rows
    .map(competitorOf)
    .map(({ name, rating, reviewCount, address, permanentlyClosed, ...other }, at) => ({
      ...{ name, rating, reviewCount, address, website: rows[at]?.p_website ?? null, permanentlyClosed },
      seenOn: other.lastCheckedAt === null ? null : utcDay(other.lastCheckedAt),
    }));
  return { tracked: rows.length, listed };
}

/** Null where no review of the listing was ever stored. */
async function ownReviews(context: Asking, { placeId, figures }: Own): Promise<OwnReviews | null> {
  if (placeId === null || !figures.reviewed) return null;
  const { recent, before, responses } = figures;
  const { lowAnswerable, lowAnswered } = recent;
  return {
    recent: periodOf(recent, PERIODS.recent),
    before: periodOf(before, PERIODS.before),
    recentByStars: await recentByStars(context, placeId),
    answers: { periodDays: PERIODS.responses, n: responses.answerable, answered: responses.answered },
    answersToLow: { periodDays: PERIODS.recent, n: lowAnswerable, answered: lowAnswered, starsAtMost: LOW_RATING },
  };
}

const periodOf = ({ n, averageRating }: ReviewFigures, periodDays: number): ReviewPeriod => ({
  periodDays,
  n,
  averageRating: rounded(averageRating),
});

async function recentByStars({ read, now }: Asking, placeId: string): Promise<OwnReviews["recentByStars"]> {
  const since = daysBefore(now, PERIODS.recent);
  return rowsOf<OwnReviews["recentByStars"][number]>(
    read("place_reviews")
      .where({ place_id: placeId })
      .andWhere("published_at", ">", since)
      .andWhere("published_at", "<=", now.toISOString())
      .groupByRaw("1")
      .orderBy("stars", "desc")
      .select(read.raw("round(rating)::int AS stars"), read.raw("count(*)::int AS n")),
  );
}
