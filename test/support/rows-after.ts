/** The grammar for tests of projections: the rows after these events, each at a position and an instant of its own. */
import type { AnyEvent, EventMetadata, Recorded } from "../../domain/fold/event";
import { foldSteps, stepsOf } from "../../infra/projector/fold-rows";
import type { Projection, RowOf, Columns } from "../../infra/projector/projection";

const metadata = (index: number): EventMetadata => ({
  actor: { kind: "system", id: "test" },
  commandId: `command ${index}`,
  correlationId: "test",
  causationId: "test",
  occurredAt: instantOf(index),
  schemaVersion: 1,
});

/** When the event of this index, counted from 0, happened. */
export const instantOf = (index: number): string => new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString();

/** Its position counts from 1. */
export function rowsAfter<C extends Columns, K extends keyof C & string>(
  projection: Projection<C, K>,
  events: readonly AnyEvent[],
): readonly RowOf<C>[] {
  const recorded = events.map((event, index): Recorded => ({
    ...event,
    id: `event ${index}`,
    stream: "test-1",
    revision: index,
    position: index + 1,
    metadata: metadata(index),
  }));
  const any = projection as unknown as Projection;
  return foldSteps(any, stepsOf(any, recorded), []).insertions as unknown as readonly RowOf<C>[];
}
