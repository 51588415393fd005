/** What can come to be known of a place. Facts of the world, owned by no tenant. */
import { z } from "zod";
import { defineEvents, versioned, type EventsOf } from "../fold/event";
import { personal, retained } from "../fold/personal";
import { storedInstantSchema } from "../instant";
import { collectableSchema, storedSections, type Section } from "./observation";

const seen = { placeId: z.string(), observedAt: storedInstantSchema, source: z.string() };
/** `live` is false for an import of the past, which fills history and tells nobody. */
const change = <Value extends z.ZodType>(value: Value) =>
  z.object({ ...seen, live: z.boolean(), name: z.string().nullable(), before: value.nullable(), after: value });

/** Members of a listing that describe the place and raise no alert; only those that changed are there. */
export const detailsSchema = z.object({
  name: z.string().optional(),
  address: z.string().optional(),
  category: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  country: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  phone: z.string().optional(),
});

/** The retention under which the texts of reviews are sealed. */
export const REVIEW_TEXT = "review_text";

export const reviewSchema = z.object({
  id: z.string(),
  rating: z.number(),
  text: retained(REVIEW_TEXT, z.string()).nullable(),
  author: personal(z.string()),
  publishedAt: storedInstantSchema,
  /** Null where there is none; missing where the source does not tell: then what was known of it stays. */
  ownerResponse: personal(z.string()).nullable().optional(),
  /** Where it is there, nothing but the response counts: what is known of all the rest stays. */
  only: z.literal("response").optional(),
});

/** The city, country and category in which a place competes. */
export const segmentSchema = z.object({ city: z.string(), country: z.string().nullable(), category: z.string() });
export type Segment = z.output<typeof segmentSchema>;

/**
 * `listed` names the listing's members that were seen, changed or not: older sightings of them say nothing any more.
 * Values of members that are not listed were carried into the day from what was known.
 */
const snapshotSchema = z.object({
  ...seen,
  listed: z.array(z.string()),
  day: z.iso.date(),
  rating: z.number().nullable(),
  reviewCount: z.number().int().nullable(),
  localPackRank: z.number().int().nullable(),
  isRunningAds: z.boolean().nullable(),
});

const enrichmentSchema = z.object({
  website: z.string().nullable(),
  ownerName: personal(z.string()).nullable(),
  contactEmail: personal(z.string()).nullable(),
  phone: personal(z.string()).nullable(),
  socialLinks: z.array(z.object({ platform: z.string(), url: z.string() })),
});

/** A section as it was seen, whole: it takes the place of what was known of it. */
const section = <Content extends z.ZodType>(content: Content) => z.object({ ...seen, content });
const { products, jobs, ads, technologies, photos, websiteChanges, platformRatings, socialMetrics, youtube } =
  storedSections;

const collection = { placeId: z.string(), requestId: z.string(), sections: z.array(collectableSchema) };

export const placeEvents = defineEvents({
  PlaceFirstSeen: z.object({ ...seen, live: z.boolean() }),
  PlaceDetailsObserved: z.object({ ...seen, details: detailsSchema }),
  /** `newlySeen` is true where the place itself came to be known only now, at most some hours before its location. */
  PlaceLocated: z.object({
    ...seen,
    live: z.boolean(),
    newlySeen: z.boolean(),
    name: z.string().nullable(),
    before: segmentSchema.nullable(),
    after: segmentSchema,
  }),
  PlaceRatingChanged: change(z.number()),
  PlaceHoursChanged: change(z.json()),
  PlaceWebsiteChanged: change(z.string()),
  PlaceStatusChanged: change(z.enum(["operational", "temporarily_closed", "permanently_closed"])),
  PlacePriceLevelChanged: change(z.number().int()),
  PlaceProductPriceChanged: change(z.number()).extend({ productName: z.string(), currency: z.string().nullable() }),
  PlaceSnapshotTaken: snapshotSchema,
  PlaceReviewsSurged: z.object({
    ...seen,
    live: z.boolean(),
    name: z.string().nullable(),
    day: z.iso.date(),
    newReviews: z.number().int(),
    expectedReviews: z.number(),
    windowDays: z.number().int(),
  }),
  /**
   * Reviews that are new or have changed, or whose texts are collected anew before their time is over. In the first version
   * `only` was never there: of one instant what was told last counts.
   */
  PlaceReviewsCollected: versioned(2, z.object({ ...seen, reviews: z.array(reviewSchema) }), { 1: (data) => data }),
  PlaceProductsObserved: section(products),
  PlaceJobsObserved: section(jobs),
  PlaceAdsObserved: section(ads),
  PlaceTechnologiesObserved: section(technologies),
  PlacePhotosObserved: section(photos),
  PlaceWebsiteChangesObserved: section(websiteChanges),
  PlacePlatformRatingsObserved: section(platformRatings),
  PlaceSocialMetricsObserved: section(socialMetrics),
  PlaceVideoChannelObserved: section(youtube),
  PlaceEnriched: section(enrichmentSchema),
  /** Sections that were seen again unchanged, on a later day: older sightings of them say nothing any more. */
  PlaceSectionsConfirmed: z.object({ ...seen, sections: z.array(z.string()) }),
  /** Collectors are asked for these parts of the place; who asked is told in the streams of whoever did. */
  PlaceCollectionRequested: z.object({
    ...collection,
    requestedAt: storedInstantSchema,
    expiresAt: storedInstantSchema,
  }),
  /** An observation brought what was asked for, or named the request; it may have said nothing new. */
  PlaceCollectionAnswered: z.object({
    ...collection,
    ...seen,
    requestedAt: storedInstantSchema,
    answeredAt: storedInstantSchema,
  }),
});
export type PlaceEvent = EventsOf<typeof placeEvents>;

/** Which event tells a section that is kept whole. */
export const sectionEvents = {
  products: "PlaceProductsObserved",
  jobs: "PlaceJobsObserved",
  ads: "PlaceAdsObserved",
  technologies: "PlaceTechnologiesObserved",
  photos: "PlacePhotosObserved",
  websiteChanges: "PlaceWebsiteChangesObserved",
  platformRatings: "PlacePlatformRatingsObserved",
  socialMetrics: "PlaceSocialMetricsObserved",
  youtube: "PlaceVideoChannelObserved",
  enrichment: "PlaceEnriched",
} as const satisfies Readonly<Record<Exclude<Section, "reviews">, PlaceEvent["type"]>>;
