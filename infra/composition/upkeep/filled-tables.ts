/** A start with an API waits for the tables that callers are known by: to one that is not filled yet, a valid key is unknown. */
import type { Engines } from "../engines";
import type { Part } from "../parts";

/** Longer fillings go on behind the API; until they end, who calls with a valid key may be told that it is not. */
const WAIT_MS = 10_000;

export function filledTables({ projector, log, logger }: Engines, tables: readonly string[]): Part {
  return {
    async start() {
      const head = await log.head().catch(() => 0);
      if (await projector.reached(tables, head, WAIT_MS)) return;
      logger.warn({ tables, head }, "The service starts before the tables that callers are known by are filled.");
    },
    stop: () => Promise.resolve(),
  };
}
