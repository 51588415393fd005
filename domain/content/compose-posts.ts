/** The local composer's shorter drafts: posts, and answers to reviews. */
import type { Brief } from "./brief";
import { firstCharacters } from "../first-characters";
import type { Platform } from "./choices";
import type { Draft, UnnotedDraft } from "./forms";
import { amounts, body, type Material } from "./material";
import { clip } from "./wording";

export function gbpPost(material: Material): UnnotedDraft<"gbp_post"> {
  const { opening, closing, contact, button, length } = material;
  const reach = length === "short" ? contact.slice(0, 1) : contact;
  return {
    summary: clip([opening, ...body(material), closing, ...reach].join(" "), 1_500),
    callToAction: button,
  };
}

const HASHTAGS_MAX: Readonly<Record<Platform | "none", number>> = { instagram: 8, linkedin: 3, facebook: 2, none: 3 };

export function socialPost(material: Material, { platform, wishes }: Brief): UnnotedDraft<"social_post"> {
  const { subject, opening, closing, contact } = material;
  const lines = { facebook: " ", instagram: "\n\n", linkedin: "\n\n", none: " " }[platform ?? "none"];
  const ending = {
    facebook: [closing, ...contact.slice(-1)],
    instagram: [`${closing}${material.isLively ? " ✨" : ""}`, "Link in our profile."],
    linkedin: [closing, "How do you go about it? Tell us in the comments."],
    none: [closing],
  }[platform ?? "none"];
  const parts = [opening, ...body(material), ...ending].map((part) => clip(part, 600));
  return {
    platform,
    text: cut(parts.join(lines), 2_200),
    hashtags: wishes?.withoutHashtags === true ? [] : hashtagsOf(subject).slice(0, HASHTAGS_MAX[platform ?? "none"]),
    imageIdea: clip(`A photo taken at ${subject.who}${subject.where}, to go with “${subject.title}”`, 300),
  };
}

/** Lines stay lines. */
const cut = (text: string, max: number): string => (text.length <= max ? text : `${firstCharacters(text, max - 1)}…`);

function hashtagsOf({ who, what, where, title }: Material["subject"]): readonly string[] {
  const city = where.replace(/^ in /, "");
  const words = [who, `${what} ${city}`, title, city, what, "local", `${city} favourites`, "support local"];
  const tags = words.map((word) =>
    word
      .split(/[^\p{L}\p{N}]+/u)
      .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
      .join("")
      .slice(0, 40)
      // A capital can be a letter and a mark that goes with it.
      .replace(/[^\p{L}\p{N}]/gu, ""),
  );
  return [...new Set(tags.filter((tag) => tag !== ""))].map((tag) => `#${tag}`);
}

type Situation = Draft<"review_response_template">["templates"][number]["situation"];

const thanks: Readonly<Record<Situation, readonly string[]>> = {
  positive: [
    "Thank you for your kind words about {detail}.",
    "It is good to read that {detail} was to your liking.",
    "Your review made our day, {detail} most of all.",
    "Many thanks for taking the time to write about {detail}.",
    "We passed your words about {detail} on to the whole team.",
  ],
  neutral: [
    "Thank you for telling us what was good and what was not.",
    "Your notes on {detail} help us to see where we can do better.",
    "We read with attention what you write about {detail}.",
    "Thank you for the honest words about {detail}.",
    "It is useful to know how {detail} came across.",
  ],
  negative: [
    "We are sorry that {detail} was not as it should be.",
    "This is not the visit that we wish for our guests, and we are sorry about {detail}.",
    "Thank you for telling us about {detail}; we are sorry.",
    "What you describe about {detail} should not have happened.",
    "We take what you write about {detail} to heart, and apologize.",
  ],
};
const onwards: Readonly<Record<Situation, readonly string[]>> = {
  positive: ["We hope to see you again soon.", "You are welcome any time."],
  neutral: ["Next time we would like to do better.", "Tell us what would have made it five stars."],
  negative: ["Please write to us, so that we can put it right.", "We would like to hear from you in person."],
};
const situations = ["positive", "neutral", "negative"] as const;

/** {customer_name} and {detail} are for whoever answers; nothing of any review is in them. */
export function reviewResponses(material: Material, brief: Brief): UnnotedDraft<"review_response_template"> {
  const { subject, offer, contact, mentions, closing, isLively, length } = material;
  const { variation, topic } = brief;
  const greeting = isLively ? "Hi {customer_name}!" : "Dear {customer_name},";
  const each = length === "long" ? 2 : 1;
  const written = (situation: Situation, round: number): string => {
    const sentences = [
      thanks[situation][(variation + round) % 5] ?? "",
      ...(length === "short" ? [] : [onwards[situation][(variation + round) % 2] ?? ""]),
      ...(length === "long" && situation !== "negative" ? [offer(round)] : []),
      ...(topic === null ? [] : [`By the way: ${subject.topic}.`].slice(situation === "negative" ? 1 : 0)),
      ...(situation === "negative" && amounts[length].offers > 1 ? contact.slice(0, 2) : []),
      ...mentions,
      ...(situation === "negative" ? [] : [closing]),
    ];
    return clip(
      `${greeting} ${sentences.join(" ")} ${isLively ? "Your team at" : "Kind regards,"} ${subject.who}`,
      2_000,
    );
  };
  return {
    templates: situations.flatMap((situation) =>
      Array.from({ length: each }, (_one, round) => ({ situation, text: written(situation, round) })),
    ),
  };
}
