/** What differs between two JSON values, member by member: as finely as can be told in so many differences. */
import { isDeepStrictEqual } from "node:util";

/** `before` or `after` is absent where there was no such member then. The path of the whole value is empty. */
export interface Difference {
  /** Names of members and indexes of items, joined by dots; a dot or backslash within a name has a backslash before it. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A difference with its way in parts. A member that is not there is undefined, which JSON knows not. */
interface Place {
  readonly way: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Setting or removing these members turns the one into the other. Where the finest differences would be more than
 * `differencesMax`, some are told of the value that holds them, which is then told whole. Null at the top reads as a value
 * without members: what came to be differs in each of its members.
 */
export function differencesOf(before: unknown, after: unknown, differencesMax: number): readonly Difference[] {
  const whole: Place = { way: [], before: before ?? {}, after: after ?? {} };
  let told: readonly Place[] = isDeepStrictEqual(whole.before, whole.after) ? [] : [whole];
  // From the outside in, so that what is left whole for want of room lies deep.
  for (let refined = true; refined;) {
    refined = false;
    let room = differencesMax - told.length;
    told = told.flatMap((place) => {
      const inner = within(place);
      if (inner === undefined || inner.length - 1 > room) return [place];
      room -= inner.length - 1;
      refined = true;
      return inner;
    });
  }
  return told.map(({ way, before: was, after: is }) => ({
    path: way.map((part) => part.replace(/[\\.]/g, "\\$&")).join("."),
    ...(was === undefined ? {} : { before: was }),
    ...(is === undefined ? {} : { after: is }),
  }));
}

/** The differences inside of two lists or two objects; undefined where there is no inside to both. */
function within({ way, before, after }: Place): readonly Place[] | undefined {
  const [was, is] = [membersOf(before), membersOf(after)];
  if (was === undefined || is === undefined || Array.isArray(before) !== Array.isArray(after)) return undefined;
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const place = { way: [...way, name], before: was.get(name), after: is.get(name) };
    return isDeepStrictEqual(place.before, place.after) ? [] : [place];
  });
}

const membersOf = (value: unknown): ReadonlyMap<string, unknown> | undefined =>
  typeof value === "object" && value !== null ? new Map(Object.entries(value)) : undefined;
