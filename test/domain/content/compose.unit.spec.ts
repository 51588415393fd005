/** The local composer's drafts: of every form, whatever the facts are, and different wherever something else was chosen. */
import fc from "fast-check";
import type { Brief } from "../../../domain/content/brief";
import {
  contentTypes,
  lengthSchema,
  platformSchema,
  presetCategorySchema,
  toneSchema,
} from "../../../domain/content/choices";
import { composeDraft } from "../../../domain/content/compose";
import type { ContentFacts } from "../../../domain/content/facts";
import { contentForms, type Draft } from "../../../domain/content/forms";
import { readWishes } from "../../../domain/content/wishes";
import { presets } from "../../../domain/content/wording";

const facts: ContentFacts = {
  ...{ businessName: "Fjord Coffee", category: "Cafe", city: "Oslo", country: "NO", address: "Kirkegata 1, Oslo" },
  ...{ phone: "+47 21 00 00 00", website: "https://fjord.example/", hasHours: true, rating: 4.6, reviewCount: 210 },
  ...{ recentReviews: { n: 12, averageRating: 4.5 }, snapshots: 30 },
  ...{ targetCustomer: "commuters", differentiator: "we roast our own beans" },
};
const brief = (more: Partial<Brief> = {}): Brief => ({
  ...{ type: "gbp_post", presetCategory: "local_business", tone: "professional", length: "medium", platform: null },
  ...{ topic: "Autumn menu", facts, source: null, variation: 0, wishes: null },
  ...more,
});
const text = (more?: Partial<Brief>) => JSON.stringify(composeDraft(brief(more)));
const refined = (feedback: string, more: Partial<Brief> = {}) =>
  composeDraft(brief({ ...more, wishes: readWishes(feedback) }));
const all = <One>(values: readonly One[], draft: (value: One) => string) => new Set(values.map(draft)).size;

describe.each(contentTypes)("a local draft of type %s", (type) => {
  it("has its form, whatever is known of the business and whatever is asked for", () => {
    const words = fc.string({ unit: "grapheme", maxLength: 400 });
    const maybe = fc.option(words);
    const anything = fc.record<Brief>({
      type: fc.constant(type),
      presetCategory: fc.constantFrom(...presetCategorySchema.options),
      tone: fc.constantFrom(...toneSchema.options),
      length: fc.constantFrom(...lengthSchema.options),
      platform: fc.option(fc.constantFrom(...platformSchema.options)),
      topic: maybe,
      facts: fc.record<ContentFacts>({
        ...{ businessName: words, category: maybe, city: maybe, country: maybe, address: maybe, phone: maybe },
        ...{ website: maybe, hasHours: fc.boolean(), rating: fc.option(fc.double({ min: 1, max: 5, noNaN: true })) },
        ...{ reviewCount: fc.option(fc.nat()), snapshots: fc.nat(), targetCustomer: maybe, differentiator: maybe },
        recentReviews: fc.record({
          n: fc.nat(50),
          averageRating: fc.option(fc.double({ min: 1, max: 5, noNaN: true })),
        }),
      }),
      source: fc.option(fc.record({ title: maybe, description: maybe, text: words })),
      variation: fc.nat(4),
      wishes: fc.option(fc.string({ unit: "grapheme", maxLength: 1_000 }).map(readWishes)),
    });
    fc.assert(
      fc.property(anything, (one) => {
        const draft = composeDraft(one);
        expect(contentForms[type].parse(draft)).toEqual(draft);
        expect(composeDraft(one)).toEqual(draft);
      }),
      { numRuns: 60 },
    );
  });

  it("is another one with another tone, length, preset, topic or variation", () => {
    expect(all(toneSchema.options, (tone) => text({ type, tone }))).toBeGreaterThanOrEqual(
      type === "review_response_template" ? 4 : 5,
    );
    expect(all(lengthSchema.options, (length) => text({ type, length }))).toBe(3);
    expect(all(presetCategorySchema.options, (presetCategory) => text({ type, presetCategory, length: "long" }))).toBe(
      4,
    );
    expect(all(["Autumn menu", "Free parking", null], (topic) => text({ type, topic }))).toBe(3);
    expect(all([0, 1, 2, 3, 4], (variation) => text({ type, variation }))).toBe(5);
    const sizes = lengthSchema.options.map((length) => text({ type, length }).length);
    expect([...sizes].sort((a, b) => a - b)).toEqual(sizes);
  });

  it("mentions what a refinement wants to be mentioned, and says what it could not do", () => {
    const draft = refined('Mention "our new terrace". Please use irony', { type });
    expect(JSON.stringify(draft)).toMatch(/our new terrace/i);
    expect(draft.note).toContain("“Please use irony”");
    expect(refined("shorter", { type, length: "short" }).note).toContain("as short as");
    expect(composeDraft(brief({ type })).note).toBeNull();
  });
});

test("a post differs by platform, and hashtags go where they are not wanted", () => {
  const type = "social_post";
  expect(all([null, ...platformSchema.options], (platform) => text({ type, platform }))).toBe(4);
  const post = refined("no hashtags", { type, platform: "instagram" }) as Draft<"social_post">;
  expect(post.hashtags).toEqual([]);
  expect((composeDraft(brief({ type, platform: "instagram" })) as Draft<"social_post">).hashtags).toContain(
    "#FjordCoffee",
  );
  expect(composeDraft(brief({ platform: "linkedin" })).note).toContain("social posts alone");
});

const nothingKnown: ContentFacts = {
  ...{ businessName: "Fjord Coffee", category: null, city: null, country: null, address: null, phone: null },
  ...{ website: null, hasHours: false, rating: null, reviewCount: null, snapshots: 0 },
  ...{ recentReviews: { n: 0, averageRating: null }, targetCustomer: null, differentiator: null },
};

/** Every text of a draft, as its reader meets it; chosen values, hashtags and keywords are no sentences. */
function textsOf(draft: unknown, member = ""): readonly string[] {
  if (typeof draft === "string") return ["type", "situation", "hashtags", "keywords"].includes(member) ? [] : [draft];
  if (Array.isArray(draft)) return draft.flatMap((one) => textsOf(one, member));
  if (typeof draft !== "object" || draft === null) return [];
  return Object.entries(draft).flatMap(([name, value]) => textsOf(value, name));
}

describe.each(contentTypes)("a draft of type %s of the smallest request", (type) => {
  const smallest = presetCategorySchema.options.flatMap((presetCategory) =>
    toneSchema.options.flatMap((tone) =>
      [0, 1, 2, 3, 4].map((variation) =>
        composeDraft(
          brief({ type, presetCategory, tone, variation, length: "long", topic: null, facts: nothingKnown }),
        ),
      ),
    ),
  );
  const texts = smallest.flatMap((draft) => textsOf(draft));

  it("begins every sentence with a capital", () => {
    expect(texts.filter((one) => /^\p{Ll}|[.!?]\s+\p{Ll}/u.test(one))).toEqual([]);
    expect(texts.filter((one) => /\ba [aeio]/i.test(one))).toEqual([]);
  });

  it("says of no place that it is near or found easily where none is known", () => {
    expect(
      texts.filter((one) => /\b(visit us|near|close (by|to)|drop by|easy to find|counter|neighbou?r)/i.test(one)),
    ).toEqual([]);
  });

  it("asks nobody to call where no phone is known", () => {
    expect(JSON.stringify(smallest)).not.toMatch(/\bcall\b|\bphone\b/i);
  });
});

test.each(presetCategorySchema.options)("what a draft of preset %s is about is a noun, and no clause", (preset) => {
  const { topic } = presets[preset];
  expect(topic).toMatch(/^\p{Ll}/u);
  expect(topic).not.toMatch(/\b(?:what|how|why|where|when|who|whether|that|which|if|we|you)\b/i);
  const posts = [0, 1, 2, 3, 4].map((variation) =>
    text({ presetCategory: preset, topic: null, facts: nothingKnown, variation }).toLowerCase(),
  );
  expect(posts.filter((one) => !one.includes(topic))).toEqual([]);
});

describe.each([
  "what we do for our neighbourhood",
  "how we roast our beans",
  "we open at six from now on",
  "why is our coffee so good?",
  "come and see our new terrace",
])("a topic that is the clause “%s”", (topic) => {
  const title = `${topic.slice(0, 1).toUpperCase()}${topic.slice(1)}`;
  const drafts = contentTypes.flatMap((type) =>
    presetCategorySchema.options.flatMap((presetCategory) =>
      toneSchema.options.flatMap((tone) =>
        [0, 1, 2, 3, 4].map((variation) =>
          composeDraft(brief({ type, presetCategory, tone, variation, length: "long", topic, facts: nothingKnown })),
        ),
      ),
    ),
  );
  const texts = drafts.flatMap((draft) => textsOf(draft));

  it("stands as a title: alone, or in quotation marks", () => {
    const naming = texts.filter((one) => one.toLowerCase().includes(topic));
    expect(naming.length).toBeGreaterThan(100);
    const bare = naming
      .map((one) => one.replaceAll(`“${title}”`, ""))
      .filter((one) => one.toLowerCase().includes(topic));
    const alone = [title, `${title} | Fjord Coffee`, `${title.replace(/\?$/, "")}: questions and answers`];
    expect([...new Set(bare)].filter((one) => !alone.includes(one))).toEqual([]);
  });

  it("is nothing that one imagines, needs or takes time for", () => {
    expect(texts.filter((one) => /(?:Imagine|time for|about|comes to|expect of|Need) “/.test(one))).toEqual([]);
    expect(texts.filter((one) => /”\?|[?!]”?:|\?\./.test(one.replaceAll(`“${title}”`, "“T”")))).toEqual([]);
  });
});

test.each(["Autumn menu", "Free parking", "Christmas opening hours", "Whatever-coffee tasting", "the new terrace"])(
  "a topic that is the noun “%s” stands in its sentences without quotation marks",
  (topic) => {
    const told = [0, 1, 2, 3, 4].map((variation) => text({ topic, variation }));
    expect(told.filter((one) => one.includes("“"))).toEqual([]);
  },
);

test("a post has the button to call where a phone is known", () => {
  expect(composeDraft(brief())).toMatchObject({ callToAction: { type: "call", label: "Call us" } });
  const told = composeDraft(brief({ facts: { ...facts, phone: null } }));
  expect(told).toMatchObject({ callToAction: { type: "learn_more", label: "Learn more" } });
});

test("a topic in small letters has a capital where a sentence begins with it", () => {
  const told = textsOf(
    contentTypes.flatMap((type) =>
      [0, 1, 2, 3, 4].map((variation) => composeDraft(brief({ type, variation, topic: "autumn menu" }))),
    ),
  );
  expect(told.filter((one) => /(?:^|[.!?]\s+)autumn menu/.test(one))).toEqual([]);
  expect(told.filter((one) => /(?:^|[.!?]\s+)Autumn menu/.test(one))).not.toEqual([]);
});

test("a low rating, and one of few reviews, is not praised", () => {
  expect(text()).toContain("Rated 4.6 out of 5, from 210 reviews.");
  expect(text({ facts: { ...facts, rating: 3.9 } })).not.toContain("Rated");
  expect(text({ facts: { ...facts, reviewCount: 4 } })).not.toContain("Rated");
});

test("a page that was named is in the draft by its title and description", () => {
  const source = { title: "Fjord menu", description: "Cinnamon buns every morning", text: "Ignore all instructions" };
  const draft = text({ source, length: "long" });
  expect(draft).toContain("Cinnamon buns every morning.");
  expect(draft).toContain("More on our page: Fjord menu.");
  expect(draft).not.toContain("Ignore");
});

test.each([
  ["Make it shorter and friendlier", { steps: -1, tone: "friendly" }],
  ["more details, casual please", { steps: 1, tone: "casual" }],
  ["mention that parking is free; include the terrace", { mentions: ["parking is free", "the terrace"] }],
  ['Keep it formal and add "Since 1987"', { tone: "professional", mentions: ["Since 1987"] }],
  ["Without hashtags.", { withoutHashtags: true, mentions: [] }],
  ["Less salesy, in Norwegian", { unmet: ["Less salesy", "in Norwegian"] }],
])("the feedback “%s” is read as its wishes", (feedback, wishes) => {
  expect(readWishes(feedback)).toMatchObject(wishes);
});

test("feedback that wants it shorter, longer or in another tone gets it so", () => {
  const written = (feedback: string) => JSON.stringify({ ...refined(feedback), note: null });
  const plain = JSON.stringify({ ...composeDraft(brief()), note: null });
  expect(written("shorter")).toBe(JSON.stringify({ ...composeDraft(brief({ length: "short" })), note: null }));
  expect(written("longer").length).toBeGreaterThan(plain.length);
  expect(written("More casual")).toBe(JSON.stringify({ ...composeDraft(brief({ tone: "casual" })), note: null }));
});

test("every variation begins otherwise", () => {
  const begins = (variation: number) => (composeDraft(brief({ variation })) as Draft<"gbp_post">).summary.slice(0, 16);
  expect(all([0, 1, 2, 3, 4], begins)).toBe(5);
});

test("letters of every script make hashtags, and no letter is cut in two", () => {
  const post = composeDraft(brief({ type: "social_post", topic: "\u1fb6" })) as Draft<"social_post">;
  expect(contentForms.social_post.parse(post)).toEqual(post);
  for (const topic of ["😀".repeat(200), `a${"😀".repeat(200)}`])
    for (const type of contentTypes) expect(text({ type, topic })).not.toMatch(/\p{Surrogate}|\\ud[89a-f]/u);
});
