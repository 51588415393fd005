/** The reports of one business: what the stored facts came to at one moment, kept as they were told. */
import { z } from "zod";
import { counted, refusedForToday, unused, type DayAllowance, type DayUse } from "./day-quota";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";

export const reportKindSchema = z.enum(["competitor_comparison", "reviews", "market"]);
export type ReportKind = z.output<typeof reportKindSchema>;

const figure = z.number().nullable();
const count = z.number().int();

/** A place may be called after a person. */
const comparedPlace = () =>
  z.object({
    /** The competitor's id; null of the own listing. */
    competitorId: z.string().nullable(),
    name: personal(z.string()),
    placeId: z.string().nullable(),
    permanentlyClosed: z.boolean(),
    /** The newest of the period, and by how much it is more than the oldest of it; null where there are not two. */
    rating: figure,
    ratingChange: figure,
    reviewCount: figure,
    reviewCountChange: figure,
    /** Of how many days of the period each is stored. */
    n: z.object({ rating: count, reviewCount: count }),
  });

export const reportFiguresSchema = z.object({
  comparison: z.object({ own: comparedPlace(), competitors: z.array(comparedPlace()) }).nullable(),
  /** Of the own listing, published within the period. */
  reviews: z
    .object({
      n: count,
      averageRating: figure,
      stars: z.array(z.object({ rating: count, n: count })),
      /** Of how many it is known whether the owner responded, of how many that the owner did, and their share. */
      answerable: count,
      answered: count,
      responseRate: figure,
    })
    .nullable(),
  /** Of the newest facts of a segment's stored places. */
  market: z
    .object({
      segment: z.object({ city: z.string(), category: z.string().nullable(), country: z.string().nullable() }),
      places: count,
      permanentlyClosed: count,
      averageRating: figure,
      averageReviewCount: figure,
      /** Of how many places each is known. */
      n: z.object({ rating: count, reviewCount: count }),
      leaders: z.array(
        z.object({
          rank: count,
          placeId: z.string(),
          name: personal(z.string()).nullable(),
          rating: figure,
          reviewCount: figure,
          permanentlyClosed: z.boolean(),
          own: z.boolean(),
        }),
      ),
    })
    .nullable(),
});
export type ReportFigures = z.output<typeof reportFiguresSchema>;

export const reportEvents = defineEvents({
  ReportMade: z.object({
    businessId: z.string(),
    accountId: z.string(),
    reportId: z.string(),
    kind: reportKindSchema,
    title: personal(z.string()).nullable(),
    /** The first and the last day of the period, UTC. */
    from: z.iso.date(),
    to: z.iso.date(),
    /** Those of the kind; the others are null. */
    figures: reportFiguresSchema,
    /** The UTC day of it counts for the daily limit. */
    madeAt: z.iso.datetime(),
  }),
});
export type ReportEvent = EventsOf<typeof reportEvents>;
export type Report = ReportEvent["data"];

export interface Reports {
  /** The newest report's id. */
  readonly newest: string;
  readonly today: DayUse;
}

export const reports = aggregate({
  category: "reports",
  owner: "business",
  events: reportEvents,
  initial: { newest: "", today: unused },
  evolve: ({ today }, { data: { reportId, madeAt } }): Reports => ({ newest: reportId, today: counted(today, madeAt) }),
});

export const makeReport =
  (report: Omit<Report, "madeAt">, allowance: DayAllowance): Decision<Reports, ReportEvent> =>
  (state) => {
    if (state.newest === report.reportId) return [];
    const refused = refusedForToday(state.today, allowance, {
      code: "report_limit_reached",
      name: "reportsPerDay",
      what: "reports",
    });
    return refused ?? [{ type: "ReportMade", data: { ...report, madeAt: allowance.now } }];
  };
