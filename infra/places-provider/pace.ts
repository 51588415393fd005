/** So many calls a second and no more; who comes too soon waits in a line that is short. */
import { setTimeout as delay } from "node:timers/promises";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { PlacesProviderError } from "./places-provider";

/** Resolves when the call's turn has come; rejects at once where the line is too long, and as soon as the signal aborts. */
export type Pace = (signal: AbortSignal) => Promise<void>;

/** The longest wait that the line may have. */
const LINE_SECONDS = 5;

/** It goes by the machine's clock: the provider does. The package's own line cannot be called off, and holds a process that stops. */
export function createPace(callsPerSecond: number): Pace {
  const limiter = new RateLimiterMemory({ points: callsPerSecond, duration: 1 });
  let waiting = 0;
  let last = Promise.resolve();
  const turn = async (signal: AbortSignal): Promise<void> => {
    for (let waitMs = await waitBefore(limiter); waitMs > 0; waitMs = await waitBefore(limiter)) {
      await delay(waitMs, undefined, { signal });
    }
  };
  return async (signal) => {
    if (waiting >= callsPerSecond * LINE_SECONDS) {
      const sentence = "Too many calls wait for their turn at the places provider.";
      throw new PlacesProviderError("quota", sentence, LINE_SECONDS);
    }
    waiting += 1;
    const mine = last.then(() => turn(signal)).finally(() => (waiting -= 1));
    last = mine.catch(() => undefined);
    await mine;
  };
}

/** Takes a call of this second, or says how long to wait for the next (ms). */
async function waitBefore(limiter: RateLimiterMemory): Promise<number> {
  try {
    await limiter.consume("calls");
    return 0;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, refused.msBeforeNext);
    throw refused;
  }
}
