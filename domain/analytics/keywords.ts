/**
 * Which words of a review's text become keywords, and what is never one: names. Pure rules over words that a library has told
 * apart; docs/formulas.md gives the reasons.
 */

export const KEYWORD_RULE = {
  /** Of a longer text the beginning is read. */
  charactersMax: 2_000,
  /** Of a shorter one nobody can tell the language. */
  charactersMin: 12,
  letters: { min: 3, max: 30 },
  /** So many keywords of one text, in the order of the text. */
  perTextMax: 20,
  /** A language other than English is believed from here on (0 to 1); below, it is undetermined. */
  languageAccuracyMin: 0.3,
} as const;

/** A word of a text as the library sees it; `sentiment` is that of its sentence, −1 to 1. */
export interface Word {
  readonly lemma: string;
  /** Whether it is a common noun: names of people, places and brands are none. */
  readonly isNoun: boolean;
  /** Whether it is an everyday word that says nothing, such as `thing`. */
  readonly isStopWord: boolean;
  /** Whether the library's dictionary has it: what is not there is a slip, another language or somebody's name. */
  readonly isKnown: boolean;
  readonly sentiment: number;
}

/** Nouns that say nothing of a business. */
const EMPTY = new Set(
  `lot bit one way time day week month year hour minute people person guy man woman lady thing stuff place everything something
   anything nothing everyone somebody anyone someone star review experience today tomorrow yesterday night morning evening
   kind sort couple reason fact case part end side point number level top thanks thank please wow love hope birthday husband
   wife daughter son mother father mom dad kid child family friend girlfriend boyfriend partner colleague`.split(/\s+/),
);

const LETTERS = /^\p{L}+(?:-\p{L}+)*$/u;
const { letters, perTextMax } = KEYWORD_RULE;

/** By keyword, the mean sentiment of the sentences that it is in. `author` is who wrote the text, whose name is no keyword. */
export function keywordsOf(words: readonly Word[], author: string): Readonly<Record<string, number>> {
  const names = new Set(author.toLowerCase().split(/[^\p{L}]+/u));
  const found = new Map<string, number[]>();
  for (const word of words) {
    if (!isKeyword(word, names) || (!found.has(word.lemma) && found.size === perTextMax)) continue;
    found.set(word.lemma, [...(found.get(word.lemma) ?? []), word.sentiment]);
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return Object.fromEntries(
    [...found].map(([lemma, sentiments]) => [lemma, Math.round(mean(sentiments) * 1_000) / 1_000]),
  );
}

const isKeyword = ({ lemma, isNoun, isStopWord, isKnown }: Word, names: ReadonlySet<string>): boolean =>
  isNoun &&
  isKnown &&
  !isStopWord &&
  lemma.length >= letters.min &&
  lemma.length <= letters.max &&
  LETTERS.test(lemma) &&
  !EMPTY.has(lemma) &&
  !names.has(lemma);
