/** Requests that are pulled from the service under leases: it is looked for more at once while there are many, and every now and then while there are few. */
import type { Clock } from "../../infra/time/clock";
import { pause, unlessAborted } from "../../infra/time/waiting";
import type { Insist } from "./patience";
import type { RequestSource } from "./request-source";
import type { Round } from "./round";
import type { CollectionService } from "./service-client";

/** Enough for the slowest provider; what a killed collector held is offered again after that. */
export const LEASE_SECONDS = 300;

export interface PulledParts {
  readonly service: Pick<CollectionService, "take">;
  readonly insist: Insist;
  readonly clock: Clock;
  /** Between two looks for requests while there are few. */
  readonly pollSeconds: number;
}

/** What is not settled is left to the end of its lease. */
export function createPulledRequests({ service, insist, clock, pollSeconds }: PulledParts): RequestSource {
  return {
    async take({ limit, last, stop, abandon }) {
      let rests = last !== null && !(last.requests === limit && hasProgressed(last));
      for (;;) {
        if (rests) await pause(clock, pollSeconds * 1_000, stop);
        if (stop.aborted) return undefined;
        const askedAt = clock.now().getTime();
        const requests = await unlessAborted(
          insist(() => service.take(limit, LEASE_SECONDS), stop),
          abandon,
        );
        if (requests === undefined) return undefined;
        const until = new Date(askedAt + LEASE_SECONDS * 1_000);
        if (requests.length > 0) return { requests, until, ended: () => undefined };
        rests = true;
      }
    },
  };
}

/** A provider that fails for everything is not asked for the whole queue in a row. */
const hasProgressed = ({ counts }: Round): boolean => counts.answered + counts.unknown > 0;
