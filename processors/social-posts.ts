/** A post waits for its moment under a durable timer, is then published once, and its business hears how that went. */
import type { SocialPostEvent } from "../domain/social-posts";
import { processManager, type Intent } from "../infra/process-manager/process-manager";

/** What both effects are asked, and what is kept of a post until its end; the words themselves stay in the log. */
export interface PostIntent {
  readonly businessId: string;
  readonly postId: string;
  /** At which its stream holds the words. */
  readonly revision: number;
}

const TIMER = "publish";

const perform = (effect: "publish_post" | "give_up_post", post: PostIntent): Intent => ({
  kind: "perform",
  effect,
  payload: { ...post },
});

const ofPost = ({ data }: { data: Pick<PostIntent, "postId"> }) => data.postId;

export const socialPosting = processManager<SocialPostEvent>()<PostIntent | null>({
  name: "social-posts",
  initial: null,
  on: {
    SocialPostScheduled: {
      instances: ofPost,
      react: (_state, { data: { businessId, postId, publishAt }, revision }) => ({
        state: { businessId, postId, revision },
        intents: [{ kind: "remind", name: TIMER, at: publishAt }],
      }),
    },
    // Its timer goes with it.
    SocialPostCanceled: { instances: ofPost, react: () => ({ state: null }) },
  },
  onTimer: (state) => (state === null ? { state } : { state, intents: [perform("publish_post", state)] }),
  onOutcome: (state, { result }) =>
    state === null || "done" in result ? { state: null } : { state, intents: [perform("give_up_post", state)] },
});
