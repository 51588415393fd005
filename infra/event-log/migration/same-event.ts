/** Whether two logs hold the same event, and what to say where they do not. */
import { canonicalJson } from "../../../domain/fold/event-digest";
import type { StoredEvent } from "./stored-log";

/** All that is to be the same: everything but positions, and the names that each log gives to appends. */
export function isSame(one: StoredEvent, other: StoredEvent): boolean {
  return (
    one.id === other.id &&
    one.type === other.type &&
    one.stream === other.stream &&
    one.revision === other.revision &&
    one.commandId === other.commandId &&
    one.recordedAt === other.recordedAt &&
    isSameJson(one.metadata, other.metadata) &&
    isSameJson(one.data, other.data)
  );
}

/** Of what was read from JSON, in which the order of names says nothing. A tenth of the time of `isDeepStrictEqual`. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every(
    (name) => Object.hasOwn(other, name) && isSameJson(Reflect.get(one, name), Reflect.get(other, name)),
  );
}

/** As an operator finds it again. Says nothing of what it holds. */
export const placeOf = ({ type, id, stream, revision, position }: StoredEvent): string =>
  `${type} ${id} (revision ${revision} of ${stream}, position ${position})`;

/** Which of the things that are to be the same are not. */
export function differencesOf(one: StoredEvent, other: StoredEvent): readonly string[] {
  const members = ["id", "type", "stream", "revision", "commandId", "recordedAt", "metadata", "data"] as const;
  return members.filter((member) => canonicalJson(one[member]) !== canonicalJson(other[member]));
}
