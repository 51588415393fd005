/** Whoever is to be asked for a review is asked once, by e-mail or by text message, and their business hears how far that got. */
import type { ConversationEvent } from "../domain/conversations";
import type { ReviewRequestEvent } from "../domain/review-requests";
import { processManager, type Intent } from "../infra/process-manager/process-manager";

/** What the effects are asked; the words themselves stay in the log. */
export interface AskIntent {
  readonly businessId: string;
  readonly requestId: string;
}
export interface AskForReviewIntent extends AskIntent {
  /** At which the stream of requests holds the words. */
  readonly revision: number;
}
/** What a conversation told of the message that asks. */
export interface FollowIntent extends AskIntent {
  readonly told: "MessageSent" | "MessageDelivered" | "MessageFailed";
  readonly reason?: string;
}

const MESSAGE = "review-request-";

/** The message of a conversation, or the e-mail, that asks. */
export const messageOf = (requestId: string): string => `${MESSAGE}${requestId}`;

const perform = (effect: "ask_for_review" | "give_up_asking" | "follow_asking", payload: AskIntent): Intent => ({
  kind: "perform",
  effect,
  payload: { ...payload },
});

type Told = Extract<ConversationEvent, { type: FollowIntent["told"] }>;

/** Of the many messages of a business, those that ask for a review. */
const followed = {
  instances: ({ data: { messageId } }: Told) => (messageId.startsWith(MESSAGE) ? messageId.slice(MESSAGE.length) : []),
  react: (state: AskForReviewIntent | null, { type, data }: Told, requestId: string) => {
    const reason = "reason" in data ? { reason: data.reason } : {};
    const told = { businessId: data.businessId, requestId, told: type, ...reason };
    return { state, intents: [perform("follow_asking", told)] };
  },
};

export const reviewRequesting = processManager<ReviewRequestEvent | ConversationEvent>()<AskForReviewIntent | null>({
  name: "review-requests",
  initial: null,
  on: {
    ReviewRequested: {
      instances: ({ data }) => (data.delivery === "queued" ? data.requestId : []),
      react: (_state, { data: { businessId, requestId }, revision }) => {
        const asked = { businessId, requestId, revision };
        return { state: asked, intents: [perform("ask_for_review", asked)] };
      },
    },
    MessageSent: followed,
    MessageDelivered: followed,
    MessageFailed: followed,
  },
  /** The business hears of everything that it asked how it ended, also where nothing could be sent for hours. */
  onOutcome: (state, { effect, result }) => {
    if (state === null || effect === "follow_asking") return { state };
    if ("done" in result) return { state: null };
    return { state, intents: [perform("give_up_asking", state)] };
  },
});
