/** What a place remembers of each review, and whether a sighting of it says something new: only what is said is compared. */
import type { z } from "zod";
import { digest } from "./digest";
import type { reviewSchema } from "./events";

export type Review = z.output<typeof reviewSchema>;

/** What was said and when, as a digest: texts are not kept beyond their time, in memory either. */
interface Told {
  readonly at: string;
  readonly digest: number;
}

/** All that every source says of a review, and the owner's response, which some sources never say. */
export interface KnownReview extends Told {
  readonly response?: Told;
}

/** What is known once a review was told that was seen at an instant; of each part the later sighting counts. */
export function knownAfter(known: KnownReview | undefined, review: Review, at: string): KnownReview {
  const said = known !== undefined && known.at > at ? known : { at, digest: saidDigest(review) };
  const response = responseAfter(known?.response, review, at);
  return { at: said.at, digest: said.digest, ...(response === undefined ? {} : { response }) };
}

/** Whether a review that was seen at an instant says something that was not known, and that no later sighting overwrote. */
export function saysNewOf(known: KnownReview, review: Review, at: string): boolean {
  if (known.at <= at && known.digest !== saidDigest(review)) return true;
  const response = responseAfter(known.response, review, at);
  return response !== undefined && response.digest !== known.response?.digest;
}

function responseAfter(known: Told | undefined, { ownerResponse }: Review, at: string): Told | undefined {
  if (ownerResponse === undefined || (known !== undefined && known.at > at)) return known;
  return { at, digest: digest(JSON.stringify(ownerResponse)) };
}

/** The members one by one, in one order: digests of a place's hundreds of reviews are worked out with every look at it. */
const saidDigest = ({ rating, author, publishedAt, text }: Review): number =>
  digest(JSON.stringify([rating, author, publishedAt, text]));
