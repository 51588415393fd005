/** So many calls a second and no more; who comes too soon waits in a line that is short. */
import { RateLimiterMemory, RateLimiterQueue } from "rate-limiter-flexible";
import { PlacesProviderError } from "./places-provider";

/** The longest wait that the line may have. */
const LINE_SECONDS = 5;

/** Resolves when the call's turn has come; throws where the line is too long. It goes by the machine's clock: the provider does. */
export function createPace(callsPerSecond: number): () => Promise<void> {
  const limiter = new RateLimiterMemory({ points: callsPerSecond, duration: 1 });
  const line = new RateLimiterQueue(limiter, { maxQueueSize: callsPerSecond * LINE_SECONDS });
  return async () => {
    try {
      await line.removeTokens(1);
    } catch {
      const sentence = "Too many calls wait for their turn at the places provider.";
      throw new PlacesProviderError("quota", sentence, LINE_SECONDS);
    }
  };
}
