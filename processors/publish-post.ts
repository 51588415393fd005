/** The effects of `social-posts`: a post is published once where something publishes on its platform, and otherwise its business hears that nothing does. */
import { businesses } from "../domain/businesses";
import { isRefusal } from "../domain/fold/refusal";
import { endPost, scheduledPost, socialPosts, type PostFailure } from "../domain/social-posts";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import type { Effect, EffectContext } from "../infra/process-manager/process-manager";
import { PostRefused, type PostPublisher } from "../infra/publishing/post-publisher";
import { commandedBy, unlessErased } from "./performing";
import type { PostIntent } from "./social-posts";
import { eventAt, type WordsLog } from "./words-in-log";

export interface PublishingParts {
  readonly runner: CommandRunner;
  readonly log: WordsLog;
  readonly publisher: PostPublisher;
}

/** Every effect can be repeated. */
export const postingEffects = (parts: PublishingParts): Readonly<Record<string, Effect>> => ({
  publish_post: unlessErased((intent: PostIntent, context) => publish(parts, intent, context)),
  give_up_post: unlessErased((intent: PostIntent, context) => end(parts, intent, context, { reason: "gave_up" })),
});

type Ending = Parameters<typeof endPost>[1];
const because = (reason: PostFailure): Ending => ({ reason });

async function publish(parts: PublishingParts, intent: PostIntent, context: EffectContext): Promise<void> {
  const { runner, log, publisher } = parts;
  const { businessId, postId, revision } = intent;
  const waiting = scheduledPost((await runner.load(socialPosts, businessId)).state, postId);
  if (waiting === undefined) return;
  const { status } = (await runner.load(businesses, businessId)).state;
  if (status !== "active") return end(parts, intent, context, because("business_deleted"));
  const { data: post } = await eventAt(log, socialPosts, { owner: businessId, type: "SocialPostScheduled", revision });
  if (!publisher.platforms.includes(post.platform)) return end(parts, intent, context, because("not_configured"));
  if (!(await context.stillMine())) throw new Error("The post is seen to elsewhere.");
  const { platform, text } = post;
  const outgoing = { postId, businessId, platform, text, firstTriedAt: context.firstTriedAt };
  let ending: Ending;
  try {
    const { platformPostId } = await publisher.publish(outgoing);
    ending = { platformPostId };
  } catch (error) {
    if (!(error instanceof PostRefused)) throw error;
    ending = because("refused");
  }
  return end(parts, intent, context, ending);
}

async function end(
  { runner }: PublishingParts,
  { businessId, postId }: PostIntent,
  context: EffectContext,
  ending: Ending,
): Promise<void> {
  const command = commandedBy("social-posts", context, businessId);
  const ended = await runner.execute(socialPosts, businessId, endPost(postId, ending), command);
  if (isRefusal(ended)) throw new Error(ended.message);
}
