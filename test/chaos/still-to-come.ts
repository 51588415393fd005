/** What others have accepted and nobody has done yet: records that the broker acknowledged, and events that the topic is to have. */
import type { Engines } from "../../infra/composition/engines";
import { createIds } from "../../infra/ids/ids";
import { systemClock } from "../../infra/time/clock";
import { publicEventsOf } from "../../domain/public-events";
import type { Load } from "./load";

const PAGE = 2_000;

/** Asked again and again, it reads on where it was. */
export function createStillToCome({ log, pool }: Engines, { observers }: Load): () => Promise<readonly string[]> {
  const ids = createIds(systemClock);
  const taken = new Set<string>();
  let [after, toldAt] = [0, 0];
  return async () => {
    for (let atHead = false; !atHead;) {
      const page = await log.readAll({ after, limit: PAGE });
      for (const event of page.events) {
        taken.add(event.metadata.commandId);
        if (publicEventsOf(event).length > 0) toldAt = event.position;
      }
      ({ position: after, atHead } = page);
    }
    const acknowledged = observers.observed.filter((one) => one.acknowledgedAt !== null);
    const open = acknowledged.filter(({ id }) => !taken.has(ids.derive("observation", id))).length;
    const { rows } = await pool.query<{ position: number }>(
      "SELECT position FROM operational.relays WHERE position < $1",
      [toldAt],
    );
    return [
      ...(open === 0 ? [] : [`${open} observations are not taken in`]),
      ...rows.map(({ position }) => `the topic is at ${position} of ${toldAt}`),
    ];
  };
}
