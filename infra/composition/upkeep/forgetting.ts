/** What any process has erased leaves this one's memory within seconds: the owner's data key, and the states of its streams. */
import { createEventCatalog } from "../../sealing/event-catalog";
import { pause } from "../../time/waiting";
import { systemClock } from "../../time/clock";
import { aggregates } from "../catalogue/aggregates";
import type { Engines } from "../engines";
import type { Part } from "../parts";

const LOOK_MS = 2_000;

/**
 * Looks again and again, because a notification can be lost with its connection, or while the process is frozen. What is
 * forgotten more than once is forgotten.
 */
export function forgetting({ dataKeys, runner, logger }: Pick<Engines, "dataKeys" | "runner" | "logger">): Part {
  const catalog = createEventCatalog(aggregates);
  const stopping = new AbortController();
  let running = Promise.resolve();
  const look = async (since: string): Promise<string> => {
    try {
      const { owners, moment } = await dataKeys.destroyedSince(since);
      if (owners.size > 0) runner.forgetWhere((stream) => owners.has(catalog.ownerOf(stream) ?? ""));
      return moment;
    } catch (err) {
      logger.warn({ err }, "What was erased elsewhere could not be looked for; it is looked for again.");
      return since;
    }
  };
  const keepLooking = async (since: string): Promise<void> => {
    let moment = since;
    while (!stopping.signal.aborted) {
      await pause(systemClock, LOOK_MS, stopping.signal);
      moment = await look(moment);
    }
  };
  return {
    async start() {
      running = keepLooking((await dataKeys.destroyedSince(undefined)).moment);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
