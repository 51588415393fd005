/** Forgets what has expired, at the start and every hour. */
import type { LeaseDuties } from "../../leases/leases";
import type { Logger } from "../../logging/logger";
import type { Clock } from "../../time/clock";
import { unlessAborted } from "../../time/waiting";

const HOUR_MS = 3_600_000;

/** What acts on more than the database asks `lost` before each act: from its abort on another process may be at the same. */
export type Purge = (lost: AbortSignal) => Promise<unknown>;

/** {@link keepHouse}, in one process at a time: what two would give back at once, somebody else would be asked for twice. */
export function housekeeping(
  { clock, logger }: { readonly clock: Clock; readonly logger: Pick<Logger, "warn"> },
  purges: readonly Purge[],
): LeaseDuties {
  return {
    kind: "housekeeping",
    names: ["hourly"],
    async hold({ signal }) {
      const end = keepHouse(clock, logger, purges, signal);
      await unlessAborted(new Promise<never>(() => undefined), signal);
      await end();
    },
  };
}

/**
 * Begins at once; what it gives back ends it, and resolves when nothing is under way any more. Purges do not wait for each
 * other's success: one that fails is tried again an hour later.
 */
export function keepHouse(
  clock: Clock,
  logger: Pick<Logger, "warn">,
  purges: readonly Purge[],
  lost: AbortSignal = new AbortController().signal,
): () => Promise<void> {
  let stopped = false;
  let callOff = (): void => undefined;
  let underWay = run();
  async function run(): Promise<void> {
    for (const { reason: err } of rejected(await Promise.allSettled(purges.map((purge) => purge(lost)))))
      logger.warn({ err }, "What has expired could not be forgotten; the next hour tries again.");
    if (stopped) return;
    callOff = clock.after(HOUR_MS, () => {
      underWay = run();
    });
  }
  return async () => {
    stopped = true;
    callOff();
    await underWay;
  };
}

const rejected = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter((result) => result.status === "rejected");
