/** What the audit compares: the whole log, read once, and everything that clients, receiver and topics were told. */
import type { Recorded } from "../../../domain/fold/event";
import type { Engines } from "../../../infra/composition/engines";
import type { Load } from "../load";
import type { Stage } from "../stage";

export interface AuditWorld {
  readonly stage: Stage;
  readonly load: Load;
  readonly engines: Engines;
  /** In the order of the log. */
  readonly events: readonly Recorded[];
}

const PAGE = 2_000;

export async function readLog({ log }: Engines): Promise<readonly Recorded[]> {
  const events: Recorded[] = [];
  for (let after = 0, atHead = false; !atHead;) {
    const page = await log.readAll({ after, limit: PAGE });
    events.push(...page.events);
    ({ position: after, atHead } = page);
  }
  return events;
}

/** By a key, each in the order of the log. */
export function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
