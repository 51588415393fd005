/** The keywords by which customers say, alone in a message, that they want to hear no more, hear again, or want help. */

/** As carriers of the United States know them (CTIA, Messaging Principles and Best Practices, 5.1.3). */
const words: Readonly<Record<string, Keyword>> = {
  STOP: "stop",
  STOPALL: "stop",
  UNSUBSCRIBE: "stop",
  CANCEL: "stop",
  END: "stop",
  QUIT: "stop",
  OPTOUT: "stop",
  REVOKE: "stop",
  START: "start",
  UNSTOP: "start",
  /** Means it only where they had opted out. */
  YES: "start",
  HELP: "help",
  INFO: "help",
};

export type Keyword = "stop" | "start" | "help";

/** A text message has no more; what a composed character is taken apart to takes longer the more of them stand together. */
const CHARACTERS_MAX = 1_600;

/**
 * The keyword that a message consists of; undefined where it says anything else. Its letters and digits alone are compared, in their
 * plain form: people write words apart or with hyphens, in quotes, with punctuation or emoji, and phones add what nobody sees.
 */
export function keywordOf(body: string): Keyword | undefined {
  if (body.length > CHARACTERS_MAX) return undefined;
  const letters = body
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();
  return Object.hasOwn(words, letters) ? words[letters] : undefined;
}

/** What the service answers where the provider does not. `business` is its name. */
export const answersOf = (business: string): Readonly<Record<Keyword, string>> => ({
  stop: `${business}: you will receive no more messages. Reply START to receive them again.`,
  start: `${business}: you will receive messages again. Reply STOP to end them, HELP for help.`,
  help: `${business}: reply STOP to receive no more messages. Message and data rates may apply.`,
});
