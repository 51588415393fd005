/** What becomes a keyword, and what never does. */
import { KEYWORD_RULE, keywordsOf, type Word } from "../../../domain/analytics/keywords";

const noun = (lemma: string, more: Partial<Word> = {}): Word => ({
  ...{ lemma, isNoun: true, isStopWord: false, isKnown: true, sentiment: 0.5 },
  ...more,
});

test("a common noun is a keyword once, with the mean sentiment of its sentences", () => {
  const words = [noun("coffee", { sentiment: 1 }), noun("staff"), noun("coffee", { sentiment: -0.4 })];
  expect(keywordsOf(words, "Ada")).toEqual({ coffee: 0.3, staff: 0.5 });
});

test.each([
  ["no noun", noun("great", { isNoun: false })],
  ["a stop word", noun("other", { isStopWord: true })],
  ["a word that no dictionary has", noun("lindqvist", { isKnown: false })],
  ["a word that says nothing", noun("husband")],
  ["a word that is too short", noun("tv")],
  ["what is not letters", noun("a+1")],
  ["the writer's name", noun("rose")],
])("%s is no keyword", (_why, word) => {
  expect(keywordsOf([word], "Rose O'Hara-Park")).toEqual({});
});

test("a long text has so many keywords and no more, and those keep their sentiment to its end", () => {
  const { perTextMax } = KEYWORD_RULE;
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const many = Array.from({ length: perTextMax + 5 }, (_, at) => noun(`word${letters[at] ?? ""}`));
  const found = keywordsOf([...many, noun("worda", { sentiment: -0.5 })], "");
  expect(Object.keys(found)).toHaveLength(perTextMax);
  expect(found["worda"]).toBe(0);
});
