/** What a place remembers of each review, and whether a sighting of it says something new: only what is said is compared. */
import type { z } from "zod";
import { digest } from "./digest";
import type { reviewSchema } from "./events";
import { outweighs, seen, type Seen } from "./sightings";

export type Review = z.output<typeof reviewSchema>;

/**
 * All that every source says of a review, and the owner's response, which some sources never say; each as a digest, because
 * texts are not kept beyond their time, in memory either.
 */
export interface KnownReview extends Seen<number> {
  readonly response?: Seen<number>;
}

/** What is known once a review was told that was seen at an instant; of each part the later sighting counts. */
export function knownAfter(known: KnownReview | undefined, review: Review, at: string): KnownReview {
  const stays = known !== undefined && (known.at > at || review.only === "response");
  const { value, at: since, before } = stays ? known : seen(known, saidDigest(review), at);
  const response = responseAfter(known?.response, review, at);
  return {
    ...{ value, at: since },
    ...(before === undefined ? {} : { before }),
    ...(response === undefined ? {} : { response }),
  };
}

/** Whether a review that was seen at an instant says something that counts, and the review with what does: the rest stays as it is known. */
export function newOf(known: KnownReview | undefined, review: Review, at: string) {
  const { ownerResponse, ...said } = review;
  const saysNew = outweighs(known, saidDigest(review), at);
  const response = ownerResponse === undefined ? undefined : responseDigest(ownerResponse);
  const respondsNew = response !== undefined && outweighs(known?.response, response, at);
  const counts = respondsNew || (response !== undefined && response === known?.response?.value);
  const told: Review = {
    ...said,
    ...(counts ? { ownerResponse } : {}),
    ...(saysNew || repeats(known, review, at) ? {} : { only: "response" as const }),
  };
  return { saysNew: saysNew || respondsNew, told };
}

/** Whether it was seen again as it is known. */
export const repeats = (known: KnownReview | undefined, review: Review, at: string): boolean =>
  known !== undefined && known.at <= at && known.value === saidDigest(review);

function responseAfter(known: Seen<number> | undefined, { ownerResponse }: Review, at: string) {
  if (ownerResponse === undefined || (known !== undefined && known.at > at)) return known;
  return seen(known, responseDigest(ownerResponse), at);
}

const responseDigest = (response: string | null): number => digest(JSON.stringify(response));

/** The members one by one, in one order: digests of a place's hundreds of reviews are worked out with every look at it. */
const saidDigest = ({ rating, author, publishedAt, text }: Review): number =>
  digest(JSON.stringify([rating, author, publishedAt, text]));
