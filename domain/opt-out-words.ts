/** The words by which customers say, alone in a message, that they want to hear no more, hear again, or want help. */

/** As carriers of the United States know them (CTIA, Messaging Principles and Best Practices, 5.1.3). */
const words: Readonly<Record<string, Wish>> = {
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

export type Wish = "stop" | "start" | "help";

const WORD = /^\s*([a-z]+)[\s\p{P}]*$/iu;
/** No word is longer, and the pattern is not tried on texts of any length. */
const CHARACTERS_MAX = 100;

/** What a message asks for; undefined where it is not one of the words alone, whatever their case and the punctuation after. */
export function wishOf(body: string): Wish | undefined {
  const [, word = ""] = WORD.exec(body.trim().slice(0, CHARACTERS_MAX + 1)) ?? [];
  const upper = word.toUpperCase();
  return body.trim().length <= CHARACTERS_MAX && Object.hasOwn(words, upper) ? words[upper] : undefined;
}

/** What the service answers where the provider does not. `business` is its name. */
export const answersOf = (business: string): Readonly<Record<Wish, string>> => ({
  stop: `${business}: you will receive no more messages. Reply START to receive them again.`,
  start: `${business}: you will receive messages again. Reply STOP to end them, HELP for help.`,
  help: `${business}: reply STOP to receive no more messages. Message and data rates may apply.`,
});
