/** An observation: what a collector found out about one place at one moment. The wire format for collectors. */
import { z } from "zod";
import { instantSchema, storedInstantSchema } from "../instant";

const shortText = z.string().min(1).max(500);
/** What the read tables' integers hold. */
const INTEGER_MAX = 2_147_483_647;
export const countSchema = z.number().int().min(0).max(INTEGER_MAX);

export const placeIdSchema = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^\u0000-\u001f\u007f-\u009f]+$/, "must not contain control characters");

/** Blank text is what collectors write where they found nothing: it says nothing. */
const listedText = (charactersMax: number) =>
  z
    .string()
    .max(charactersMax)
    .transform((value) => (value.trim() === "" ? undefined : value));
/** Short enough that every two of them fit into an index together, in any script. */
const areaText = listedText(200);

type AnyJson = z.ZodType<z.core.util.JSONType>;

/**
 * What was read from JSON, and whose text was looked through: numbers that are not finite and reserved members are refused
 * before. `z.json()` would look through it again, and is recursive: zod compiles no schema around it.
 */
const readJson = z.unknown() as AnyJson;

/** `hours` may be any JSON: collectors differ, and only whether it changed matters. */
const listingSchema = z.strictObject({
  name: listedText(500).optional(),
  address: listedText(500).optional(),
  category: areaText.optional(),
  city: areaText.optional(),
  state: areaText.optional(),
  country: areaText.optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  rating: z.number().min(0).max(5).optional(),
  reviewCount: countSchema.optional(),
  website: z.string().max(2_000).optional(),
  phone: listedText(500).optional(),
  hours: readJson.optional(),
  priceLevel: z.number().int().min(0).max(4).optional(),
  status: z.enum(["operational", "temporarily_closed", "permanently_closed"]).optional(),
  localPackRank: countSchema.min(1).optional(),
  isRunningAds: z.boolean().optional(),
});

const nullableText = z.string().max(2_000).nullable();

const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(1_000);

/** Most sections of an observation; `instant` is how they hold instants, as they come in or as they are stored. */
const listsWith = <Instant extends z.ZodType<string>>(instant: Instant) => ({
  reviews: listOf(
    z.strictObject({
      id: z.string().min(1).max(300),
      rating: z.number().min(0).max(5),
      text: z.string().max(20_000).nullable(),
      author: z.string().max(500),
      publishedAt: instant,
      /** Null where there is none; missing where the source does not tell. */
      ownerResponse: z.string().max(20_000).nullable().optional(),
    }),
  ),
  jobs: listOf(
    z.strictObject({ title: shortText, company: nullableText, location: nullableText, postedAt: instant.nullable() }),
  ),
  ads: listOf(
    z.strictObject({
      adId: z.string().min(1).max(300),
      pageName: nullableText,
      creativeUrl: nullableText,
      body: z.string().max(20_000).nullable(),
      status: z.string().max(60),
      platforms: z.array(z.string().max(60)).max(50),
      detectedAt: instant,
      lastSeenAt: instant,
    }),
  ),
  technologies: z
    .array(z.strictObject({ toolName: shortText, category: nullableText, confidence: z.number().min(0).max(1) }))
    .max(1_000),
  photos: listOf(
    z.strictObject({
      name: shortText,
      url: z.string().max(2_000),
      width: countSchema.nullable(),
      height: countSchema.nullable(),
      capturedAt: instant.nullable(),
    }),
  ),
  websiteChanges: listOf(
    z.strictObject({
      id: z.string().min(1).max(300),
      changeType: z.string().max(100),
      summary: z.string().max(5_000),
      severity: z.string().max(60),
      detectedAt: instant,
    }),
  ),
  socialMetrics: listOf(
    z.strictObject({
      platform: z.string().min(1).max(60),
      followers: countSchema.nullable(),
      posts: countSchema.nullable(),
      capturedAt: instant,
    }),
  ),
});

/** The sections without instants. */
const timelessWith = (json: AnyJson) => ({
  products: listOf(
    z.strictObject({
      productName: shortText,
      price: z.number().min(0).nullable(),
      currency: z.string().max(10).nullable(),
      category: nullableText,
    }),
  ),
  platformRatings: z.record(
    z.string().min(1).max(60),
    z.strictObject({
      rating: z.number().min(0).max(5).nullable(),
      reviewCount: countSchema.nullable(),
      url: nullableText,
    }),
  ),
  youtube: z.strictObject({
    channel: z
      .strictObject({ title: shortText, subscriberCount: countSchema.nullable(), videoCount: countSchema.nullable() })
      .nullable(),
    recentVideos: z.array(json).max(100),
  }),
  enrichment: z.strictObject({
    website: nullableText,
    ownerName: nullableText,
    contactEmail: nullableText,
    phone: nullableText,
    socialLinks: z.array(z.strictObject({ platform: z.string().max(60), url: z.string().max(2_000) })).max(50),
  }),
});

const sections = { ...listsWith(instantSchema), ...timelessWith(readJson) };

/** The same sections in the form in which they are stored: instants in UTC, nothing left to transform. */
export const storedSections = { ...listsWith(storedInstantSchema), ...timelessWith(z.json()) };
export type Section = keyof typeof sections;

/** What of a place can be asked for: its listing, and every section. */
export const collectables = ["listing", ...(Object.keys(sections) as Section[])] as const;
export type Collectable = (typeof collectables)[number];
export const collectableSchema = z.enum(collectables);

export const observationSchema = z.strictObject({
  id: z.string().min(1).max(100),
  placeId: placeIdSchema,
  observedAt: instantSchema,
  source: z.string().min(1).max(60),
  listing: listingSchema.optional(),
  reviews: sections.reviews.optional(),
  products: sections.products.optional(),
  jobs: sections.jobs.optional(),
  ads: sections.ads.optional(),
  technologies: sections.technologies.optional(),
  photos: sections.photos.optional(),
  websiteChanges: sections.websiteChanges.optional(),
  platformRatings: sections.platformRatings.optional(),
  socialMetrics: sections.socialMetrics.optional(),
  youtube: sections.youtube.optional(),
  enrichment: sections.enrichment.optional(),
  answers: z.string().max(100).optional(),
});
export type Observation = z.output<typeof observationSchema>;
