/** Topics that are no nouns but clauses, such as “what we do for our neighbourhood”: they stand in drafts as titles do. */
import type { Tone } from "./choices";
import { type Bank, capital, type Subject, withArticle } from "./wording";

/** Words with which a question, a clause or a request begins, and nothing that a noun's name begins with. */
const BEGINNING =
  /^(?:what|how|why|where|when|who|whom|whose|whether|if|because|that|we|you|they|it|i|there|is|are|do|does|did|can|could|will|would|should|have|has|let|come|meet|see|try|visit|join|find|discover|learn|get|ask|did you know)(?:['’](?:s|re|ve|ll|m|d))?\s/iu;

export const isClause = (topic: string): boolean => /[?!]$/.test(topic) || BEGINNING.test(topic);

/** As a title in the middle of a sentence. */
export const quoted = (topic: string): string => `“${capital(topic)}”`;

/** How a draft on a clause begins; the `topic` comes as a title, in its quotation marks. */
export const clauseOpenings: Readonly<Record<Tone, Bank<(subject: Subject) => string>>> = {
  professional: [
    ({ who, what, where, topic }) => `${topic}: a word from ${who}, your ${what}${where}.`,
    ({ who, where, topic }) => `${who}${where} presents: ${topic}.`,
    ({ who, topic }) => `At ${who} we take our time for a subject of our own: ${topic}.`,
    ({ who, what, where, topic }) =>
      `Looking for ${withArticle(what)}${where}? ${who} is at your service. Our subject today: ${topic}.`,
    ({ who, topic }) => `A word from ${who}, under the title ${topic}.`,
  ],
  friendly: [
    ({ who, where, topic }) => `Hello from ${who}${where}! Today we would like to talk about this: ${topic}.`,
    ({ who, topic }) => `${topic} – all of us at ${who} would love to tell you more.`,
    ({ who, what, where, topic }) => `Your ${what}${where} says hi! Today's subject is ${topic}. Warmly, ${who}.`,
    ({ who, topic }) => `Friends of ${who}, this one is for you: ${topic}.`,
    ({ who, topic }) => `We at ${who} have been looking forward to telling you this: ${topic}.`,
  ],
  casual: [
    ({ who, topic }) => `So, ${topic}. ${who} fills you in.`,
    ({ who, where, topic }) => `Around${where === "" ? " here" : where}? ${who} has something to tell: ${topic}.`,
    ({ who, topic }) => `${topic} – ask anyone at ${who}.`,
    ({ who, topic }) => `Quick one from ${who}: ${topic}.`,
    ({ who, what, topic }) => `Need ${withArticle(what)}? ${who} it is. Today's subject: ${topic}.`,
  ],
  persuasive: [
    ({ who, topic }) => `${topic}: see for yourself at ${who}.`,
    ({ who, what, where, topic }) => `If you try one ${what}${where}, make it ${who}. Our subject right now: ${topic}.`,
    ({ who, topic }) => `Why wait? ${who} has something to tell you: ${topic}.`,
    ({ who, topic }) => `This is worth a minute of your time: ${topic}. It comes from ${who}.`,
    ({ who, topic }) => `One good thing to read this week: ${topic}, by ${who}.`,
  ],
  informative: [
    ({ who, what, where, topic }) => `${who} is ${withArticle(what)}${where}. The subject here: ${topic}.`,
    ({ who, topic }) => `In short, from ${who}: ${topic}.`,
    ({ who, topic }) => `${topic}: the facts, in short, from ${who}.`,
    ({ who, where, topic }) => `${topic}, told by ${who}${where}: how it works and how to reach us.`,
    ({ who, topic }) => `Here is what ${who} has to say under the title ${topic}.`,
  ],
};
