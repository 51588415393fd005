/** Whether two logs hold the same event, and what to say where they do not. */
import { isDeepStrictEqual } from "node:util";
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
    isDeepStrictEqual(one.metadata, other.metadata) &&
    isDeepStrictEqual(one.data, other.data)
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
