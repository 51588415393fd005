/** Answers in the chat without any model: it recognizes what is asked by its words, and tells the stored facts of that in sentences. */
import type { ChatContext } from "../chats";
import { tellIdeas, tellImprovements } from "./advice";
import { tellComparison, tellCompetitors, tellNamed } from "./competitors";
import type { ChatFacts } from "./facts";
import { tellEntries, tellHours, tellPhotos, tellRating } from "./own-listing";
import { tellAnswers, tellReviews } from "./own-reviews";
import { listed } from "./words";

interface Topic {
  readonly name: string;
  readonly asked: RegExp;
  readonly tell: (facts: ChatFacts) => readonly string[];
  /** Facts that the context must have; another one to ask in where it has not. */
  readonly needs?: { readonly section: keyof ChatFacts; readonly askIn: ChatContext };
}

const reviewed = { section: "reviews", askIn: "reviews" } as const;
const amongRivals = { section: "competitors", askIn: "competitors" } as const;

/** In the order in which they are told; the first of those that are asked for, and not many of them. */
const topics: readonly Topic[] = [
  {
    name: "opening hours",
    asked: /\b(opening|open|hours?|close[sd]?|closing time)\b/,
    tell: tellHours,
  },
  { name: "the rating", asked: /\b(ratings?|rated|stars?|score)\b/, tell: tellRating },
  {
    name: "reviews",
    asked: /\b(reviews?|feedback|customers? (?:say|think|write|complain)|complaints?|praise)\b/,
    tell: tellReviews,
    needs: reviewed,
  },
  {
    name: "your answers to reviews",
    asked: /\b(unanswered|answer(?:ed|s)?|respon(?:d|se|ses|ded)|repl(?:y|ies|ied))\b/,
    tell: tellAnswers,
    needs: reviewed,
  },
  {
    name: "tracked competitors",
    asked: /\b(competitors?|competition|rivals?|others? nearby)\b/,
    tell: tellCompetitors,
    needs: amongRivals,
  },
  {
    name: "the comparison with them",
    asked: /\b(compar\w*|versus|vs|gaps?|behind|ahead|better|worse|rank(?:ed|ing)?|where do (?:we|i) stand)\b/,
    tell: tellComparison(),
    needs: { section: "comparison", askIn: "competitors" },
  },
  {
    name: "what to improve",
    asked:
      /\b(improv\w*|fix|recommend\w*|advice|priorit\w*|should (?:we|i)|what next|to do|market(?:ing)?|promot\w*|attract)\b/,
    tell: tellImprovements,
  },
  {
    name: "ideas for content",
    asked: /\b(content|posts?|captions?|ideas?|newsletters?|blogs?|campaigns?|publish)\b/,
    tell: tellIdeas,
  },
  { name: "photos", asked: /\b(photos?|pictures?|images?)\b/, tell: tellPhotos },
  {
    name: "the entries of the listing",
    asked: /\b(address|phone|telephone|website|listing|profile|categor(?:y|ies)|contact)\b/,
    tell: tellEntries,
  },
];

/** What nobody stores, whatever the context. */
const UNKNOWN =
  /\b(revenues?|turnover|profits?|sales|earn\w*|valuation|salar\w*|staff|employees?|forecast\w*|predict\w*|weather|traffic|visitors?)\b/;

const TOPICS_MAX = 3;

/** Told where a question names none of the topics. */
const overviews: Readonly<Record<ChatContext, readonly ((facts: ChatFacts) => readonly string[])[]>> = {
  general: [tellRating, tellReviews, tellCompetitors],
  competitors: [tellCompetitors, tellComparison()],
  reviews: [tellRating, tellReviews, tellAnswers],
  content: [tellIdeas],
  marketing: [tellImprovements],
};

/** Never empty. `message` is trimmed. */
export function composeAnswer(message: string, facts: ChatFacts): string {
  const asked = message.toLowerCase();
  const unknown = UNKNOWN.exec(asked)?.[0];
  const refused =
    unknown === undefined ? [] : [`Nothing is stored that would tell of “${unknown}”, so I cannot answer that part.`];
  const ofNamed = tellNamed(facts, message);
  const found = topics.filter((topic) => topic.asked.test(asked)).slice(0, TOPICS_MAX);
  const told = found.flatMap((topic) => toldOf(topic, facts, ofNamed.length > 0));
  const answer = [...refused, ...ofNamed, ...told];
  return [...(answer.length > 0 ? answer : overview(facts))].join("\n");
}

/** A competitor that was asked for by name is told of already. */
function toldOf({ name, needs, tell }: Topic, facts: ChatFacts, isNamed: boolean): readonly string[] {
  if (needs?.section === "competitors" && isNamed) return [];
  if (needs === undefined || facts[needs.section] !== undefined) return tell(facts);
  return [`Of ${name} nothing is told in the context “${facts.context}”: ask in “${needs.askIn}” or “general”.`];
}

function overview(facts: ChatFacts): readonly string[] {
  const names = topics.map(({ name }) => name);
  return [
    "I cannot tell what you ask for. What is stored:",
    ...overviews[facts.context].flatMap((tell) => tell(facts)),
    `I answer by fixed rules from stored facts, when asked about ${listed(names)}.`,
  ];
}
