/** An observation of every section, and what the dashboard shows of it or of nothing. */
/** The endpoints of one competitor's facts, by the last part of their paths. */
export const parts = [
  "ads",
  "enrich",
  "photos",
  "platform-ratings",
  "products",
  "social-metrics",
  "tech-stack",
  "website-changes",
  "youtube",
] as const;
export type Part = (typeof parts)[number];

export const unseen = { observedAt: null, source: null };
export const barista = { title: "Barista", company: null, location: "Oslo", postedAt: null };
export const shopify = { toolName: "Shopify", category: "Shop", confidence: 0.9 };
export const enrichment = {
  website: "https://fjord.example/",
  ownerName: "Eva",
  contactEmail: "eva@fjord.example",
  phone: "+47 22 00 00 00",
  socialLinks: [{ platform: "instagram", url: "https://instagram.example/fjord" }],
};
export const photo = (instant: string) => ({
  name: "Front",
  url: "https://p.example/1",
  width: 800,
  height: null,
  capturedAt: instant,
});
const change = (instant: string) => ({
  id: "w1",
  changeType: "pricing",
  summary: "The menu is dearer",
  severity: "medium",
  detectedAt: instant,
});
const metric = (instant: string) => ({ platform: "instagram", followers: 1200, posts: null, capturedAt: instant });
const channel = { title: "Fjord TV", subscriberCount: 12, videoCount: null };
const ad = (adId: string, status: string, platforms: readonly string[], instant: string) => ({
  adId,
  pageName: "Fjord",
  creativeUrl: null,
  body: "Buns!",
  status,
  platforms,
  detectedAt: "2025-01-02T00:00:00.000Z",
  lastSeenAt: instant,
});

/** An observation of every section. */
export const everything = (instant: string) => ({
  listing: { name: "Fjord", rating: 4.2 },
  reviews: [{ id: "r1", rating: 5, text: "Good", author: "Eva", publishedAt: instant, ownerResponse: null }],
  products: [{ productName: "Bun", price: 35, currency: "NOK", category: "Bakery" }],
  jobs: [barista],
  ads: [
    ad("ad-1", "ACTIVE", ["instagram", "facebook"], instant),
    ad("ad-2", "INACTIVE", ["messenger"], "2025-01-03T00:00:00.000Z"),
  ],
  technologies: [shopify],
  photos: [photo(instant)],
  websiteChanges: [change(instant)],
  platformRatings: {
    yelp: { rating: null, reviewCount: 3, url: "https://y.example/" },
    tripadvisor: { rating: 4, reviewCount: 7, url: null },
  },
  socialMetrics: [metric(instant)],
  youtube: { channel, recentVideos: [{ title: "How to bake" }] },
  enrichment,
});

/** The same section with nothing in it. */
export const nothing = (section: string): unknown =>
  ({
    listing: { name: "Old name" },
    platformRatings: {},
    youtube: { channel: null, recentVideos: [] },
    enrichment: { website: null, ownerName: null, contactEmail: null, phone: null, socialLinks: [] },
  })[section] ?? [];

/** What the dashboard shows of {@link everything}. */
export function shownOf(id: string, instant: string): Record<Part, unknown> {
  const seen = { observedAt: instant, source: "tests" };
  const shownAd = (ad_id: string, ad_status: string, publisher_platforms: readonly string[], last_seen_at: string) => ({
    ad_id,
    page_name: "Fjord",
    ad_creative_url: null,
    ad_body: "Buns!",
    ad_status,
    publisher_platforms,
    detected_at: "2025-01-02T00:00:00.000Z",
    last_seen_at,
  });
  return {
    ads: {
      competitor: { id, name: "Fjord", metaAdMonitoringEnabled: true, lastMetaAdCheck: instant },
      ads: [
        shownAd("ad-1", "ACTIVE", ["instagram", "facebook"], instant),
        shownAd("ad-2", "INACTIVE", ["messenger"], "2025-01-03T00:00:00.000Z"),
      ],
      stats: { total: 2, active: 1, platforms: ["facebook", "instagram"], lastSeenAt: instant },
      ...seen,
    },
    enrich: {
      competitor: { id, name: "Fjord", ...enrichment, enrichmentStatus: "ready", enrichedAt: instant },
      ...seen,
    },
    photos: { photos: [photo(instant)], ...seen },
    "platform-ratings": {
      ratings: [
        { platform: "tripadvisor", rating: 4, reviewCount: 7, url: null },
        { platform: "yelp", rating: null, reviewCount: 3, url: "https://y.example/" },
      ],
      ...seen,
    },
    products: {
      products: [
        { productName: "Bun", category: "Bakery", price: 35, currency: "NOK", source: "tests", detectedAt: instant },
      ],
      ...seen,
    },
    "social-metrics": { metrics: [metric(instant)], ...seen },
    "tech-stack": { techStack: [shopify], lastScannedAt: instant, status: "ready", ...seen },
    "website-changes": { changes: [change(instant)], ...seen },
    youtube: { channel, recentVideos: [{ title: "How to bake" }], ...seen },
  };
}

/** What the dashboard shows where nothing was ever seen. */
export const emptyOf = (id: string): Record<Part, unknown> => ({
  ads: {
    competitor: { id, name: "Fjord Coffee", metaAdMonitoringEnabled: true, lastMetaAdCheck: null },
    ads: [],
    stats: { total: 0, active: 0, platforms: [], lastSeenAt: null },
    ...unseen,
  },
  enrich: {
    competitor: {
      id,
      name: "Fjord Coffee",
      website: null,
      ownerName: null,
      contactEmail: null,
      phone: null,
      socialLinks: [],
      enrichmentStatus: "none",
      enrichedAt: null,
    },
    ...unseen,
  },
  photos: { photos: [], ...unseen },
  "platform-ratings": { ratings: [], ...unseen },
  products: { products: [], ...unseen },
  "social-metrics": { metrics: [], ...unseen },
  "tech-stack": { techStack: [], lastScannedAt: null, status: "none", ...unseen },
  "website-changes": { changes: [], ...unseen },
  youtube: { channel: null, recentVideos: [], ...unseen },
});
