/** How long records stood untouched when a process fell that had some of the partitions: told afterwards, from the log. */
import type { Recorded } from "../../domain/fold/event";
import { createIds } from "../../infra/ids/ids";
import { systemClock } from "../../infra/time/clock";
import { groupOf } from "./faults";
import type { HandOver } from "./hand-overs";
import type { Observed } from "./observers/notebook";

/** How long what the broker acknowledged first after the fall, of each place, waited until it was taken in. */
export function measureIngest(
  measured: readonly HandOver[],
  observed: readonly Observed[],
  events: readonly Recorded[],
): void {
  const ids = createIds(systemClock);
  const storedAt = new Map(
    events
      .filter(({ type }) => type === "PlaceRatingChanged")
      .map(({ metadata }) => [metadata.commandId, Date.parse(metadata.occurredAt)]),
  );
  const taken = observed
    .filter(({ by }) => by === "kafka")
    .map((one) => ({ ...one, storedTime: storedAt.get(ids.derive("observation", one.id)) ?? Infinity }));
  const places = [...new Set(taken.map(({ placeId }) => placeId))];
  for (const handOver of measured.filter(({ fault }) => groupOf(fault.target) === "ingest")) {
    const first = places.map((place) =>
      taken.find(({ placeId, acknowledgedTime }) => placeId === place && (acknowledgedTime ?? 0) > handOver.fellTime),
    );
    const waits = first.flatMap((one) => (one === undefined ? [] : one.storedTime - (one.acknowledgedTime ?? 0)));
    if (waits.length > 0) handOver.movedMs = Math.max(...waits);
  }
}
