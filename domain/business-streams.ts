/** Which streams are a business's own: what its history consists of, and what is erased with it. */
import { aiVisibility } from "./ai-visibility";
import { alerts } from "./alerts";
import { anchors } from "./anchors";
import { businesses, type BusinessEvent } from "./businesses";
import { chats } from "./chats";
import { competitors, type CompetitorEvent } from "./competitors";
import { compliance } from "./compliance";
import { contacts } from "./contacts";
import { content } from "./content";
import { conversations } from "./conversations";
import { embeds } from "./embeds";
import { streamName } from "./fold/aggregate";
import type { AnyEvent } from "./fold/event";
import { looks } from "./looks";
import { payments } from "./payments";
import { notifications } from "./notifications";
import { phoneNumbers } from "./phone-numbers";
import { places } from "./places/place";
import { refreshes } from "./refreshes";
import { removals } from "./removals";
import { reports } from "./reports";
import { reviewRequests } from "./review-requests";
import { socialPosts } from "./social-posts";

/** The aggregates whose events a business's history consists of: chained, proven and exported. */
export const historyAggregates = [
  businesses,
  competitors,
  refreshes,
  alerts,
  phoneNumbers,
  compliance,
  content,
  conversations,
  chats,
  embeds,
  contacts,
  payments,
  reviewRequests,
  notifications,
  reports,
  aiVisibility,
  socialPosts,
  anchors,
] as const;

/** Its history, in streams: empty once it was removed. */
export const chainedStreams = (businessId: string): readonly string[] =>
  historyAggregates.map(({ category }) => streamName(category, businessId));

/** Erased when the business is removed: its history, and who looked at it. Looking does not change what is looked at. */
export const ownStreams = (businessId: string): readonly string[] => [
  ...chainedStreams(businessId),
  streamName(looks.category, businessId),
];

/** What an auditor reads: its history, and what remains after its removal. */
export const historyStreams = (businessId: string): readonly string[] => [
  ...chainedStreams(businessId),
  streamName(removals.category, businessId),
];

/** Those of its history whose events can name a place. */
export const namingStreams = (businessId: string): readonly string[] =>
  [businesses, competitors].map(({ category }) => streamName(category, businessId));

/** The stream of a place whose facts the business sees from this event of its history on; undefined where it names none. */
export function watchedStream(event: AnyEvent): string | undefined {
  const { type, data } = event as BusinessEvent | CompetitorEvent;
  const names = type === "CompetitorAdded" || type === "OwnPlaceLinked";
  return names ? streamName(places.category, data.placeId) : undefined;
}
