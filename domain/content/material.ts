/** What the local composer has to say of a business, sentence by sentence: each of stored facts, or of the caller's own words. */
import { wishedFor, type Brief } from "./brief";
import { clauseOpenings, isClause, quoted } from "./clauses";
import type { Length } from "./choices";
import type { ContentFacts, SourceText } from "./facts";
import { capital, clip, closings, openings, pick, presets, sentence, type Subject } from "./wording";

/** A rating is only praised where it is one, and where enough people gave it. */
const PRAISED = { rating: 4, reviews: 5 } as const;

export interface Material {
  readonly subject: Subject;
  readonly opening: string;
  readonly closing: string;
  /** Of the preset; one for each place in which a draft has room for one. */
  readonly offer: (shift: number) => string;
  readonly step: (shift: number) => string;
  /** What is known of the business: the most telling first. */
  readonly proofs: readonly string[];
  /** How to reach it. */
  readonly contact: readonly string[];
  /** What the feedback wants to have mentioned. */
  readonly mentions: readonly string[];
  readonly label: string;
  readonly button: (typeof presets)[keyof typeof presets]["button"];
  readonly length: Length;
  readonly isLively: boolean;
}

export function materialOf(asked: Brief): Material {
  const brief = wishedFor(asked);
  const { facts, tone, variation, source, length } = brief;
  const preset = presets[brief.presetCategory];
  const topic = clip(brief.topic ?? preset.topic, 180);
  const clause = isClause(topic);
  const subject: Subject = {
    who: clip(facts.businessName, 60),
    what: clip(facts.category?.toLowerCase() ?? preset.noun, 40),
    where: facts.city === null ? "" : ` in ${clip(facts.city, 40)}`,
    topic: clause ? quoted(topic) : topic,
    title: capital(topic),
  };
  return {
    subject,
    opening: pick((clause ? clauseOpenings : openings)[tone], variation)(subject),
    closing: pick(closings[tone], variation),
    offer: (shift) => pick(preset.offers, variation, shift),
    step: (shift) => pick(preset.steps, shift),
    proofs: proofsOf(facts, source),
    contact: contactOf(facts),
    mentions: (brief.wishes?.mentions ?? []).map((text) => sentence(capital(text))),
    label: preset.label,
    button: facts.phone === null ? (preset.buttonWithoutPhone ?? preset.button) : preset.button,
    length,
    isLively: tone === "friendly" || tone === "casual",
  };
}

const { rating: GOOD, reviews: ENOUGH } = PRAISED;

function proofsOf(facts: ContentFacts, source: SourceText | null): readonly string[] {
  const { rating, reviewCount, recentReviews: recent, differentiator, targetCustomer, category, city } = facts;
  const praised = rating !== null && rating >= GOOD && reviewCount !== null && reviewCount >= ENOUGH;
  return [
    ...(differentiator === null ? [] : [sentence(`What sets us apart: ${clip(differentiator, 200)}`)]),
    ...(praised ? [`Rated ${rating} out of 5, from ${reviewCount} reviews.`] : []),
    ...(typeof source?.description !== "string" ? [] : [sentence(capital(clip(source.description, 300)))]),
    ...(targetCustomer === null ? [] : [sentence(`Made for ${clip(targetCustomer, 200)}`)]),
    ...(recent.averageRating !== null && recent.averageRating >= GOOD && recent.n >= ENOUGH
      ? [`${recent.n} people have reviewed us in the last three months.`]
      : []),
    ...(category === null || city === null ? [] : [`${capital(clip(category, 40))} in ${clip(city, 40)}.`]),
    ...(typeof source?.title !== "string" ? [] : [sentence(`More on our page: ${clip(source.title, 120)}`)]),
  ];
}

function contactOf({ address, phone, website }: ContentFacts): readonly string[] {
  return [
    ...(address === null ? [] : [`Find us at ${clip(address, 150)}.`]),
    ...(phone === null ? [] : [`Call ${clip(phone, 30)}.`]),
    ...(website === null ? [] : [`Online: ${clip(website, 200)}`]),
  ];
}

/** How much of what there is goes into a draft. */
export const amounts: Readonly<Record<Length, { readonly proofs: number; readonly offers: number }>> = {
  short: { proofs: 1, offers: 1 },
  medium: { proofs: 3, offers: 2 },
  long: { proofs: 7, offers: 4 },
};

/** The offers and proofs that a text of this length has room for; what was asked to be mentioned is always there. */
export function body({ length, proofs, offer, mentions }: Material): readonly string[] {
  const { proofs: most, offers } = amounts[length];
  return [...Array.from({ length: offers }, (_one, at) => offer(at)), ...proofs.slice(0, most), ...mentions];
}
