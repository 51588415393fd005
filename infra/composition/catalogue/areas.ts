/** The areas of the document, in the order in which somebody new would read them. */
import type { Area } from "../../http/openapi/document";

export const areas: readonly Area[] = [
  {
    name: "identity",
    description: "Signing up, in and out. A browser is known by its session's cookie; programs use an API key instead.",
  },
  {
    name: "api-key",
    description:
      "Keys of programs: made, listed and revoked by whoever is signed in, and suspended by administrators. A key is shown once, when it is made; its scopes say what it may do.",
  },
  {
    name: "account",
    description: "What an account has used of its plan, and everything that is kept for it, as an export.",
  },
  {
    name: "business",
    description:
      "The businesses of an account. One of them is active, and most of what is asked for is about that one. A deleted business can be restored for 30 days.",
  },
  {
    name: "listing",
    description:
      "The business's own place as the world sees it: profile, snapshots, reviews, and what is computed from them.",
  },
  {
    name: "competitor",
    description:
      "Places that the business keeps an eye on, and what is known of each: stored facts alone, since no read causes a look-up.",
  },
  { name: "places", description: "Finding a place by name, by map link or by where it is, before it is tracked." },
  {
    name: "market",
    description:
      "Segments by city, category and country: leaders, trends, density, saturation, signals and projections. Every figure says how many places or reviews it rests on.",
  },
  {
    name: "ai-visibility",
    description: "What AI engines answered about the business, and how often it was named.",
  },
  { name: "alert", description: "Changes that the business is told of, each with its value before and after." },
  { name: "notification", description: "Where alerts go: by mail, by webhook, by text message." },
  {
    name: "webhook",
    description:
      "Endpoints of the client's own that are told of events, how each delivery went, and what a delivery looks like. Every delivery is signed.",
  },
  { name: "content", description: "Drafts of posts, answers and articles, generated from stored facts." },
  { name: "chat", description: "Questions about the active business, answered from its stored facts alone." },
  { name: "report", description: "Reports that are made once and kept as they were." },
  { name: "embed", description: "Charts to be shown on other sites, by an address that can be taken back." },
  { name: "social", description: "Posts on social networks, at once or at a time to come." },
  { name: "crm", description: "Customers of the business: contacts, payments, and being asked for a review." },
  { name: "conversation", description: "Text messages between the business and its customers." },
  {
    name: "sms",
    description: "The business's phone numbers, their registration with carriers, and the sandbox to try both in.",
  },
  { name: "observation", description: "The way in for what collectors find out about places." },
  {
    name: "audit",
    description:
      "What happened to a business, from the log itself: every event, every state as of any moment, and a proof that nothing was altered.",
  },
  { name: "ops", description: "Whether the service is well. Neither credentials nor limits stand in the way." },
];
