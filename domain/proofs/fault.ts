/** What a proof may find wrong with a history, and the event at which it is first seen. */
import type { Recorded } from "../fold/event";

/**
 * `altered`: it stands where it was recorded, and is not what it was. `removed`: it was recorded, and is not there.
 * `inserted`: it is there, and was not recorded. `moved`: it stands in another place than it was recorded at.
 * `anchor_mismatch`: what was signed is not the chain of these events. `anchor_forged`: it was not signed by the service, or
 * does not follow the anchor before. `removal_forged`: what says that the business was removed was not signed by the service.
 */
export const faultKinds = [
  ...(["altered", "removed", "inserted", "moved"] as const),
  ...(["anchor_mismatch", "anchor_forged", "removal_forged"] as const),
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** An event and its place, without what it says. */
export type EventPlace = Pick<Recorded, "type" | "stream" | "revision" | "position"> & { readonly eventId: string };

/** `index` counts the events before it; the members of the place are null where only the number or the sum of events is wrong. */
export interface Fault {
  readonly kind: FaultKind;
  readonly eventId: string | null;
  readonly type: string | null;
  readonly stream: string | null;
  readonly revision: number | null;
  readonly position: number | null;
  readonly index: number;
  readonly message: string;
}

const NOWHERE = { eventId: null, type: null, stream: null, revision: null, position: null };

export function faultAt(kind: FaultKind, place: EventPlace | null, index: number, message: string): Fault {
  const { eventId, type, stream, revision, position } = place ?? NOWHERE;
  return { kind, eventId, type, stream, revision, position, index, message };
}

export const placeOf = ({ id, type, stream, revision, position }: Recorded): EventPlace => ({
  eventId: id,
  type,
  stream,
  revision,
  position,
});
