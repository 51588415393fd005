/** Every event of a log, in its order. */
import type { Recorded } from "../../domain/fold/event";
import type { EventLog } from "../../infra/event-log/event-log";

export async function allEvents(log: EventLog): Promise<readonly Recorded[]> {
  const events: Recorded[] = [];
  for (let after = 0, atHead = false; !atHead;) {
    const page = await log.readAll({ after, limit: 1_000 });
    events.push(...page.events);
    ({ position: after, atHead } = page);
  }
  return events;
}
