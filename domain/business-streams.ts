/** Which streams are a business's own: what is erased with it, and what an auditor reads as its history. */
import { alerts } from "./alerts";
import { businesses } from "./businesses";
import { competitors } from "./competitors";
import { streamName } from "./fold/aggregate";
import { refreshes } from "./refreshes";
import { removals } from "./removals";

/** Erased when the business is removed. */
export const ownStreams = (businessId: string): readonly string[] =>
  [businesses, competitors, refreshes, alerts].map(({ category }) => streamName(category, businessId));

/** Its own streams, and what remains after its removal. */
export const historyStreams = (businessId: string): readonly string[] => [
  ...ownStreams(businessId),
  streamName(removals.category, businessId),
];
