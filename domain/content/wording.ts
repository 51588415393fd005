/** The sentences of the local composer: by tone, by preset, and of stored facts. Each bank has one for every variation. */
import { firstCharacters } from "../first-characters";
import type { PresetCategory, Tone } from "./choices";
import type { Draft } from "./forms";

/**
 * Of whom and what a sentence speaks: `what` and `topic` stand where nouns do, and a topic that is none is quoted there;
 * `where` is empty or begins with a space, `title` stands alone.
 */
export interface Subject {
  readonly who: string;
  readonly what: string;
  readonly where: string;
  readonly topic: string;
  readonly title: string;
}

/** As a sentence begins. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export const withArticle = (noun: string): string => `${/^[aeiou](?!ni|se)/i.test(noun) ? "an" : "a"} ${noun}`;

export type Bank<Sentence> = readonly [Sentence, Sentence, Sentence, Sentence, Sentence];

/** The sentence for a variation; with another `shift`, another sentence. */
export const pick = <Sentence>(bank: Bank<Sentence>, variation: number, shift = 0): Sentence =>
  bank[(variation + shift) % bank.length] as Sentence;

export const openings: Readonly<Record<Tone, Bank<(subject: Subject) => string>>> = {
  professional: [
    ({ who, what, where, topic }) => `${capital(topic)}: what ${who}, your ${what}${where}, can do for you.`,
    ({ who, where, topic }) => `${who}${where} presents: ${topic}.`,
    ({ who, topic }) => `At ${who} we take our time for ${topic}.`,
    ({ who, what, where, topic }) =>
      `Looking for ${withArticle(what)}${where}? ${who} is at your service. Our subject today: ${topic}.`,
    ({ who, topic }) => `A word from ${who} on ${topic}.`,
  ],
  friendly: [
    ({ who, where, topic }) => `Hello from ${who}${where}! We have something for you: ${topic}.`,
    ({ who, topic }) => `${capital(topic)} – and all of us at ${who} would love to share it with you.`,
    ({ who, what, where, topic }) => `Your ${what}${where} says hi! Today it is all about ${topic}. Warmly, ${who}.`,
    ({ who, topic }) => `Good news, friends of ${who}: ${topic}.`,
    ({ who, topic }) => `We at ${who} have been looking forward to this: ${topic}.`,
  ],
  casual: [
    ({ who, topic }) => `So, ${topic}. ${who} has you covered.`,
    ({ who, where, topic }) => `Around${where === "" ? " here" : where}? ${who} has news: ${topic}.`,
    ({ who, topic }) => `${capital(topic)}? Yep, that's a thing at ${who}.`,
    ({ who, topic }) => `Quick one from ${who}: ${topic}.`,
    ({ who, what, topic }) => `Need ${withArticle(what)}? ${who} it is. What's on: ${topic}.`,
  ],
  persuasive: [
    ({ who, topic }) => `${capital(topic)}: do not put it off. ${who} makes it easy to begin today.`,
    ({ who, what, where, topic }) => `If you try one ${what}${where}, make it ${who}. The reason right now: ${topic}.`,
    ({ who, topic }) => `Why wait? ${who} has what you are looking for: ${topic}.`,
    ({ who, topic }) => `Imagine ${topic}, without the trouble. That is ${who}.`,
    ({ who, topic }) => `One good decision this week: ${topic}, with ${who}.`,
  ],
  informative: [
    ({ who, what, where, topic }) => `${who} is ${withArticle(what)}${where}. This is about ${topic}.`,
    ({ who, topic }) => `What to know about ${topic} at ${who}.`,
    ({ who, topic }) => `${capital(topic)}: the facts, in short, from ${who}.`,
    ({ who, where, topic }) => `${capital(topic)} at ${who}${where}: how it works and how to reach us.`,
    ({ who, topic }) => `Here is what ${who} offers when it comes to ${topic}.`,
  ],
};

export const closings: Readonly<Record<Tone, Bank<string>>> = {
  professional: [
    "Please contact us for an appointment.",
    "We look forward to hearing from you.",
    "Our team will gladly answer your questions.",
    "Let us know how we can help.",
    "Arrange a time that suits you.",
  ],
  friendly: [
    "Come and say hello!",
    "We can't wait to see you!",
    "Drop us a line, we love to hear from you!",
    "Bring a friend along!",
    "See you soon!",
  ],
  casual: ["Swing by whenever.", "Hit us up.", "No fuss, just come over.", "Give us a shout.", "Catch you later!"],
  persuasive: [
    "Get in touch today.",
    "Secure your place now.",
    "Take the first step today.",
    "See the difference for yourself.",
    "Make it yours this week.",
  ],
  informative: [
    "Ask us for details.",
    "Further information is available on request.",
    "Contact us to learn more.",
    "Whatever you would like to know, we will tell you.",
    "Details are a message away.",
  ],
};

interface Preset {
  /** What the business is called where its category is not known. */
  readonly noun: string;
  /** What is written about where no topic is named: a noun, as it stands in the middle of a sentence. */
  readonly topic: string;
  readonly offers: Bank<string>;
  readonly steps: Bank<string>;
  readonly label: string;
  readonly button: Button;
  /** What it is where no phone is known, if it needs one. */
  readonly buttonWithoutPhone?: Button;
}

/** Of a post on the business's listing. */
type Button = Draft<"gbp_post">["callToAction"];

export const presets: Readonly<Record<PresetCategory, Preset>> = {
  local_business: {
    noun: "local business",
    topic: "personal service",
    offers: [
      "Ask for what you need, and we will see what we can do.",
      "Take your time and ask us anything.",
      "No question is too small for us.",
      "Tell us what matters to you, and we start from there.",
      "Regulars and newcomers are equally welcome.",
    ],
    steps: ["Get in touch", "Tell us what you need", "Take your time", "Ask us anything", "Come back"],
    label: "Get in touch",
    button: { type: "call", label: "Call us" },
    buttonWithoutPhone: { type: "learn_more", label: "Learn more" },
  },
  product_demo: {
    noun: "product team",
    topic: "a live demo of our product",
    offers: [
      "See it work, step by step, before you decide.",
      "A short demonstration shows more than a long brochure.",
      "Bring your own example and watch what happens with it.",
      "Every question that comes up in the demo gets an answer.",
      "You see the whole of it, not only the best parts.",
    ],
    steps: ["Book a demo", "Show us your case", "Watch it work", "Try it yourself", "Decide in your own time"],
    label: "Book a demo",
    button: { type: "sign_up", label: "Book a demo" },
  },
  ecommerce: {
    noun: "shop",
    topic: "the selection in our shop",
    offers: [
      "Browse, compare and order in a few minutes.",
      "Find the right item without searching for hours.",
      "Put it in the basket now and think of something else.",
      "Not sure which one? Ask us before you order.",
      "Made for gifts, and for treating yourself.",
    ],
    steps: ["Browse the shop", "Compare", "Order", "Unpack", "Tell us how you like it"],
    label: "Shop now",
    button: { type: "shop", label: "Shop now" },
  },
  professional_services: {
    noun: "practice",
    topic: "personal advice for every client",
    offers: [
      "It begins with a conversation about what you need.",
      "You know what happens next, and what it costs, before we begin.",
      "One person is responsible for you from beginning to end.",
      "We explain what we do in words that anybody understands.",
      "Your questions are part of the work, not an interruption.",
    ],
    steps: ["First conversation", "A clear proposal", "The work itself", "Review together", "Afterwards"],
    label: "Book a consultation",
    button: { type: "book", label: "Book a consultation" },
  },
};

/** At most so many characters, at the end of a word where there is one. */
export function clip(text: string, max: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= max) return flat === "" ? "–" : flat;
  const head = firstCharacters(flat, max - 1);
  const space = head.lastIndexOf(" ");
  return `${(space > max / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}

/** A text as a sentence. */
export const sentence = (text: string): string => {
  const flat = text.replace(/\s+/g, " ").trim();
  return /[.!?…]["”']?$/.test(flat) ? flat : `${flat}.`;
};
