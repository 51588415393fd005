/** The local composer's longer drafts: landing pages, questions and answers, outlines of articles. */
import { isClause } from "./clauses";
import type { UnnotedDraft } from "./forms";
import { body, type Material } from "./material";
import { capital, clip } from "./wording";

const rows = { short: 2, medium: 4, long: 7 } as const;

export function landingPage(material: Material): UnnotedDraft<"landing_page"> {
  const { subject, opening, closing, offer, step, proofs, contact, mentions, label, length } = material;
  const { who, what, where, title } = subject;
  const most = rows[length];
  const sections = [
    { heading: title, body: body(material).join(" ") },
    { heading: `How it works`, body: [0, 1, 2].map((at) => `${at + 1}. ${step(at)}.`).join(" ") },
    { heading: `Why ${who}`, body: (proofs.length > 0 ? proofs : [offer(2)]).join(" ") },
    { heading: "Good to know", body: [offer(3), ...mentions].join(" ") },
    { heading: "How to reach us", body: (contact.length > 0 ? contact : [closing]).join(" ") },
    { heading: "Your next step", body: `${step(0)}. ${offer(4)}` },
    { heading: "Still unsure?", body: `${offer(1)} ${closing}` },
  ];
  return {
    headline: clip(title, 120),
    subheadline: clip(opening, 240),
    sections: sections.slice(0, most).map((one) => ({ heading: clip(one.heading, 120), body: clip(one.body, 2_000) })),
    callToAction: { label, text: clip([closing, ...contact].join(" "), 400) },
    seo: {
      title: clip(`${title} | ${who}`, 70),
      description: clip(`${who}, ${what}${where}. ${offer(0)}`, 170),
    },
  };
}

export function faq(material: Material): UnnotedDraft<"faq"> {
  const { subject, opening, closing, offer, step, proofs, contact, mentions, length } = material;
  const { who, what, where, topic, title } = subject;
  const [telling] = proofs;
  const items = [
    {
      question: isClause(title) ? `${topic}: what is there to know?` : `What is there to know about ${topic}?`,
      answer: [opening, offer(0)].join(" "),
    },
    { question: `How do I reach ${who}?`, answer: [...contact, closing].join(" ") },
    { question: `Why ${who}?`, answer: [telling ?? offer(1), ...mentions].join(" ") },
    { question: "How does it begin?", answer: `${step(0)}, then: ${step(1).toLowerCase()}. ${offer(2)}` },
    { question: `Is there another ${what}${where} like ${who}?`, answer: proofs.slice(1).join(" ") || offer(3) },
    { question: `Whom is it for?`, answer: [proofs.find((one) => one.startsWith("Made for")) ?? offer(4)].join(" ") },
    { question: "What if I have another question?", answer: closing },
  ];
  const told =
    length === "short" && mentions.length > 0 ? [0, 1, 2] : items.map((_one, at) => at).slice(0, rows[length]);
  return {
    title: clip(`${title.replace(/[?!.]$/, "")}: questions and answers`, 150),
    items: items
      .filter((_one, at) => told.includes(at))
      .map(({ question, answer }) => ({ question: clip(question, 240), answer: clip(answer, 2_000) })),
  };
}

export function blogOutline(material: Material): UnnotedDraft<"blog_outline"> {
  const { subject, opening, closing, offer, step, proofs, mentions, length } = material;
  const { who, what, where, topic, title } = subject;
  const sections = [
    {
      heading: isClause(title) ? `${topic}: what to expect` : `What to expect of ${topic}`,
      points: ["Who asks about it, and why", offer(0)],
    },
    { heading: `How ${who} goes about it`, points: [0, 1, 2].map(step) },
    { heading: "What we have to show for it", points: proofs.length > 0 ? proofs.slice(0, 8) : [offer(1)] },
    { heading: "Questions that come up", points: ["What does it take?", "How long does it last?", offer(2)] },
    {
      heading: `${capital(what)}${where}: what to look for`,
      points: ["What is said of it", "What it includes", offer(3)],
    },
    { heading: "What often goes wrong", points: ["Too late", "Too much at once", offer(4)] },
    { heading: "A look ahead", points: [step(4), "What readers want to hear next"] },
  ];
  const kept = sections.slice(0, rows[length]);
  const all = mentions.length === 0 ? kept : [...kept, { heading: "Also", points: mentions }];
  const keywords = [title, what, `${what}${where}`, who].map((word) => clip(word.toLowerCase(), 80));
  return {
    title: clip(title, 150),
    introduction: clip(opening, 2_000),
    sections: all.map(({ heading, points }) => ({
      heading: clip(heading, 150),
      points: points.map((point) => clip(point, 300)),
    })),
    conclusion: clip(`${offer(0)} ${closing}`, 2_000),
    keywords: [...new Set(keywords)],
  };
}
