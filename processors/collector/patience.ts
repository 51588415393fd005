/** Asks a service that is away again and again, ever more seldom, and says once that it is away and once that it is back. */
import type { Ids } from "../../infra/ids/ids";
import type { Logger } from "../../infra/logging/logger";
import type { Clock } from "../../infra/time/clock";
import { pause } from "../../infra/time/waiting";
import { ServiceAwayError } from "./service-client";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A proxy may ask for days, in which everything that was leased would go to others. */
const ASKED_WAIT_SECONDS_MAX = 300;

/**
 * Gives the answer; undefined where `until` aborts while the service is away. Throws whatever is not ServiceAwayError, and
 * that too after `triesMax` tries, where they are bounded.
 */
export type Insist = <Answer>(
  ask: () => Promise<Answer>,
  until: AbortSignal,
  triesMax?: number,
) => Promise<Answer | undefined>;

/** All who insist share one episode. */
export function createPatience(parts: { readonly clock: Clock; readonly ids: Ids; readonly logger: Logger }): Insist {
  const { clock, ids, logger } = parts;
  let away = false;
  return async (ask, until, triesMax = Infinity) => {
    for (let failures = 1; ; failures += 1) {
      try {
        const answer = await ask();
        if (away) logger.info("The service answers again.");
        away = false;
        return answer;
      } catch (error) {
        if (!(error instanceof ServiceAwayError)) throw error;
        if (!away) logger.warn(`The service is away and is asked again until it answers: ${error.message}`);
        away = true;
        if (failures >= triesMax) throw error;
        const asked = Math.min(error.retryAfterSeconds, ASKED_WAIT_SECONDS_MAX);
        const waitMs = Math.max(asked * 1_000, jitteredMs(failures, ids));
        if (!until.aborted) await pause(clock, waitMs, until);
      }
      if (until.aborted) return undefined;
    }
  };
}

/** Doubles up to the longest; anywhere in its upper half, so that collectors do not come back in step. */
function jitteredMs(failures: number, ids: Ids): number {
  const bound = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return bound / 2 + ((bound / 2) * ids.bytes(2).readUInt16BE(0)) / 2 ** 16;
}
