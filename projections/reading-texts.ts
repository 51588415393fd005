/**
 * What a review's text is about, by libraries: its language (tinyld), and for English the words, their kinds and the sentiment
 * of their sentences (wink-nlp). Pure: the same text gives the same answer, for as long as the libraries and the rule stay;
 * whoever changes one of them raises the version of the table `review_keywords`.
 */
import type { ItemSentence, ItemToken, ItsFunction, Model, WinkMethods } from "wink-nlp";
import type WinkNlp from "wink-nlp";
import type * as Tinyld from "tinyld";
import { KEYWORD_RULE, keywordsOf, type Word } from "../domain/analytics/keywords";

export interface TextTopics {
  /** ISO 639-1; null where it cannot be told. */
  readonly language: string | null;
  /** Keywords with their sentiment; null for a text that is not English: nobody judges what they cannot read. */
  readonly keywords: Readonly<Record<string, number>> | null;
}

const ENGLISH = "en";
/** Living languages with readers of their own: a guess among dead and invented ones as well would be wrong more often. */
const LANGUAGES =
  "ar bg cs da de el en es et fa fi fr he hi hr hu id is it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh".split(
    " ",
  );

/** The libraries' models, half a second to load: only a process that meets such a text pays for them. */
let languages: typeof Tinyld | undefined;
let english: WinkMethods | undefined;

export function topicsOf(text: string, author: string): TextTopics {
  const read = text.slice(0, KEYWORD_RULE.charactersMax);
  const language = languageOf(read);
  return { language, keywords: language === ENGLISH ? keywordsOf(wordsOf(read), author) : null };
}

function languageOf(text: string): string | null {
  if (text.trim().length < KEYWORD_RULE.charactersMin) return null;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- not imported above: it takes a third of a second to load
  languages ??= require("tinyld") as typeof Tinyld;
  const [best] = languages.detectAll(text, { only: LANGUAGES });
  if (best === undefined) return null;
  return best.lang === ENGLISH || best.accuracy >= KEYWORD_RULE.languageAccuracyMin ? best.lang : null;
}

function wordsOf(text: string): readonly Word[] {
  english ??= readerOfEnglish();
  const { its, readDoc } = english;
  // Its types know this helper in another form than it has.
  const lemmaOf = its.lemma as unknown as ItsFunction<string>;
  const doc = readDoc(text);
  const words: Word[] = [];
  doc.sentences().each((sentence: ItemSentence) => {
    const sentiment = Number(sentence.out(its.sentiment));
    sentence.tokens().each((token: ItemToken) => {
      const lemma = token.out(lemmaOf);
      const isNoun = token.out(its.pos) === "NOUN" && token.out(its.type) === "word";
      words.push({
        lemma,
        isNoun,
        isStopWord: Boolean(token.out(its.stopWordFlag)),
        isKnown: !doc.isOOV(lemma),
        sentiment,
      });
    });
  });
  return words;
}

function readerOfEnglish(): WinkMethods {
  /* eslint-disable @typescript-eslint/no-require-imports -- not imported above: they take a third of a second to load */
  const winkNlp = require("wink-nlp") as typeof WinkNlp;
  const model = require("wink-eng-lite-web-model") as Model;
  /* eslint-enable @typescript-eslint/no-require-imports */
  return winkNlp(model, ["sbd", "pos", "negation", "sentiment"]);
}
