/** Table `review_keywords`: what a text is about stands there for as long as the text, and names of people do not. */
import { ERASED } from "../../domain/fold/personal";
import { reviewKeywordsTable } from "../../projections/review-keywords";
import { topicsOf } from "../../projections/reading-texts";
import { instantOf, rowsAfter } from "../support/rows-after";

const review = (id: string, text: string | null, more: object = {}) => ({
  ...{ id, rating: 4, text, author: "Ada Lovelace", publishedAt: "2026-01-01T00:00:00.000Z", ownerResponse: null },
  ...more,
});
const collected = (observedAt: string, ...reviews: readonly ReturnType<typeof review>[]) => ({
  type: "PlaceReviewsCollected" as const,
  data: { placeId: "p", observedAt, source: "test", reviews },
});
const [EARLY, LATE] = ["2026-01-02T00:00:00.000Z", "2026-01-03T00:00:00.000Z"];
const PRAISE = "The waffles were excellent, and the staff was friendly.";
const COMPLAINT = "The rooms were dirty. The breakfast was cold and the waiter was rude to us.";

test("an English text is told by its nouns, with the sentiment of their sentences, and nothing of its own", () => {
  const [row] = rowsAfter(reviewKeywordsTable, [collected(EARLY, review("r", COMPLAINT))]);
  const { keywords, ...rest } = row ?? {};
  expect(rest).toEqual({
    place_id: "p",
    review_id: "r",
    published_at: "2026-01-01T00:00:00.000Z",
    observed_at: EARLY,
    text_collected_on: instantOf(0).slice(0, 10),
    language: "en",
  });
  expect(Object.keys(keywords ?? {}).toSorted()).toEqual(["breakfast", "room", "waiter"]);
  for (const sentiment of Object.values(keywords ?? {})) expect(sentiment).toBeLessThan(0);
});

test("texts of other languages are told by their language alone, and short ones by none", () => {
  const german = "Das Essen war sehr gut und das Personal war freundlich, wir kommen gerne wieder.";
  const rows = rowsAfter(reviewKeywordsTable, [collected(EARLY, review("g", german), review("s", "Top!"))]);
  expect(rows.map(({ language, keywords }) => [language, keywords])).toEqual([
    ["de", null],
    [null, null],
  ]);
});

test.each([
  ["a guest", "We had coffee with Maria, and the coffee was good.", "Ada"],
  ["a doctor", "The treatment by Dr. Smith was good, and the receptionist Anna Lindqvist was helpful.", "Ada"],
  ["a brand", "The coffee of Starbucks and the burgers of McDonalds were good.", "Ada"],
  ["the writer", "The flowers and the rose in the garden were lovely, we liked the garden.", "Rose Garden"],
])("the name of %s is no keyword", (_whose, text, author) => {
  const { language, keywords } = topicsOf(text, author);
  expect(language).toBe("en");
  const common = ["burger", "coffee", "flower", "receptionist", "treatment"];
  expect(Object.keys(keywords ?? {}).filter((word) => !common.includes(word))).toEqual([]);
  expect(Object.keys(keywords ?? {})).not.toEqual([]);
});

test("of each review what was seen last counts, and an answer of the owner changes nothing", () => {
  const rows = rowsAfter(reviewKeywordsTable, [
    collected(LATE, review("r", PRAISE)),
    collected(EARLY, review("r", COMPLAINT)),
    collected(LATE, review("r", null, { only: "response", ownerResponse: "Thank you" })),
  ]);
  expect(rows).toMatchObject([{ observed_at: LATE, keywords: { waffle: expect.any(Number) as number } }]);
  const changed = rowsAfter(reviewKeywordsTable, [
    collected(EARLY, review("r", PRAISE)),
    collected(LATE, review("r", COMPLAINT)),
  ]);
  expect(changed).toMatchObject([{ keywords: { breakfast: expect.any(Number) as number } }]);
});

test("without a text there is nothing, and nothing is left of one whose key is gone", () => {
  const none = { text_collected_on: null, language: null, keywords: null };
  const rows = rowsAfter(reviewKeywordsTable, [collected(EARLY, review("a", null), review("b", ERASED))]);
  expect(rows).toMatchObject([
    { review_id: "a", ...none },
    { review_id: "b", ...none },
  ]);
  const withdrawn = [collected(EARLY, review("r", PRAISE)), collected(LATE, review("r", null))];
  expect(rowsAfter(reviewKeywordsTable, withdrawn)).toMatchObject([none]);
});
