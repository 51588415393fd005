/** Table `history_events`: every event of a business's history as it was recorded, with the digest that proves it. */
import { historyAggregates } from "../domain/business-streams";
import { parseStreamName } from "../domain/fold/aggregate";
import type { AnyEvent, Recorded } from "../domain/fold/event";
import { eventDigest } from "../domain/fold/event-digest";
import { bigint, integer, projection, text, type RowOf } from "../infra/projector/projection";

const columns = {
  business_id: text,
  position: bigint,
  event_id: text,
  type: text,
  stream: text,
  revision: integer,
  /** SHA-256 of the event as it is stored, in hex. */
  digest: text,
};
export type HistoryEventRow = RowOf<typeof columns>;

/** Whose history an event is part of; its stream says so, whatever its data or metadata say. */
export const historyOf = ({ stream }: Recorded): string => parseStreamName(stream).owner;

/** The same handler for every type of event that a business's history consists of. */
export const onHistory = <Handler>(handler: Handler): Readonly<Record<string, Handler>> =>
  Object.fromEntries(historyAggregates.flatMap(({ events }) => Object.keys(events)).map((type) => [type, handler]));

export const historyEventsTable = projection<AnyEvent>()({
  table: "history_events",
  version: 1,
  columns,
  key: ["business_id", "position"],
  erasedWith: { business: "business_id" },
  on: onHistory({
    keys: (event: Recorded) => ({ business_id: historyOf(event), position: event.position }),
    // What was recorded once stays as it was recorded.
    fold: (row: HistoryEventRow | null, event: Recorded): HistoryEventRow =>
      row ?? {
        business_id: historyOf(event),
        position: event.position,
        event_id: event.id,
        type: event.type,
        stream: event.stream,
        revision: event.revision,
        digest: eventDigest(event),
      },
  }),
});
