/** Reads the feedback of a refinement: the few wishes that can be met without a model, and those that cannot. */
import { firstCharacters } from "../first-characters";
import type { Tone } from "./choices";

export interface Wishes {
  /** How many steps longer: -1 is shorter. */
  readonly steps: -1 | 0 | 1;
  readonly tone: Tone | null;
  /** Phrases that are to be in it. */
  readonly mentions: readonly string[];
  readonly withoutHashtags: boolean;
  /** What was asked for and is none of these. */
  readonly unmet: readonly string[];
}

const SHORTER = /\b(shorter|short|briefer|brief|concise|tighter|trim|cut)\b/i;
const LONGER = /\b(longer|more details?|more detailed|expand|elaborate)\b/i;
const NO_HASHTAGS = /\b(no|without|remove|drop)( the| any| all)? hashtags?\b/i;
const MENTION = /\b(?:mention|include|add|highlight)\s+(?:that\s+)?["“']?(.+?)["”']?$/i;
const TONES: readonly (readonly [RegExp, Tone])[] = [
  [/\b(friendly|friendlier|warm|warmer)\b/i, "friendly"],
  [/\b(casual|relaxed|informal)\b/i, "casual"],
  [/\b(professional|formal|serious)\b/i, "professional"],
  [/\b(persuasive|convincing|compelling)\b/i, "persuasive"],
  [/\b(informative|factual|neutral)\b/i, "informative"],
];
const MENTIONS_MAX = 5;
const MENTION_CHARS_MAX = 200;

/** A wish ends with a sentence, a comma, or an "and" before the next verb that is known here. */
const CLAUSES =
  /[.;,\n]+|\band\b(?=\s+(?:make|keep|mention|include|add|highlight|shorter|longer|more|no|without|remove)\b)/i;

/** Each clause is one wish: the first rule that fits it. */
export function readWishes(feedback: string): Wishes {
  let wishes: Wishes = { steps: 0, tone: null, mentions: [], withoutHashtags: false, unmet: [] };
  for (const clause of feedback.split(CLAUSES)) {
    const said = clause.trim().replace(/^and\s+/i, "");
    if (said !== "") wishes = { ...wishes, ...readOne(said, wishes) };
  }
  return wishes;
}

function readOne(said: string, { mentions, unmet }: Wishes): Partial<Wishes> {
  if (NO_HASHTAGS.test(said)) return { withoutHashtags: true };
  const mention = MENTION.exec(said)?.[1]?.trim();
  if (mention !== undefined && mention !== "" && !LONGER.test(said) && mentions.length < MENTIONS_MAX)
    return { mentions: [...mentions, firstCharacters(mention, MENTION_CHARS_MAX)] };
  const tone = TONES.find(([words]) => words.test(said))?.[1];
  const steps = SHORTER.test(said) ? -1 : LONGER.test(said) ? 1 : undefined;
  if (tone === undefined && steps === undefined) return { unmet: [...unmet, said] };
  return { ...(tone === undefined ? {} : { tone }), ...(steps === undefined ? {} : { steps }) };
}
