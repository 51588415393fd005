/** The port to whoever publishes posts on a business's behalf. */

export interface OutgoingPost {
  /** The same at every attempt. */
  readonly postId: string;
  readonly businessId: string;
  readonly platform: string;
  readonly text: string;
  /** Null at the first attempt; otherwise when the first one was made, which may have reached the platform. */
  readonly firstTriedAt: Date | null;
}

export interface PublishedPost {
  /** What the platform calls it. */
  readonly platformPostId: string;
}

export interface PostPublisher {
  /** Where it publishes. */
  readonly platforms: readonly string[];
  /** Throws PostRefused where the platform does not take it and never will, and anything else where it may later. */
  publish(post: OutgoingPost): Promise<PublishedPost>;
}

/** The message names classes of failure, never what was said. */
export class PostRefused extends Error {
  override readonly name = "PostRefused";
}

/** Publishing is not configured: there is no platform. */
export const noPublisher: PostPublisher = {
  platforms: [],
  publish: () => Promise.reject(new PostRefused("Publishing is not configured.")),
};
