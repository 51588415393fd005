/** The parts of a maps URL that say something: its path, its data, its parameters, the coordinates and the name in them. */
import { firstCharacters } from "../../../domain/first-characters";
import type { Coordinates } from "../../../domain/geometry";

export interface Spelling {
  /** Decoded, from behind `maps`; without the viewport and the data. */
  readonly path: readonly string[];
  /** The fields of `data=` and of an embedded map, such as `!3d59.9!4d10.7`. */
  readonly data: string;
  /** The middle of what the map shows (`@latitude,longitude`, or `ll`). */
  readonly viewport: Coordinates | undefined;
  /** The first of these parameters that is not empty, or an empty text. */
  readonly param: (...names: readonly string[]) => string;
}

export function spellingOf({ pathname, searchParams }: URL): Spelling {
  const segments = pathname
    .split("/")
    .map(decoded)
    .filter((segment) => segment !== "");
  const own = segments[0] === "maps" ? segments.slice(1) : segments;
  const viewport = own.map((segment) => coordinates(/^@([^,]+,[^,]+)/.exec(segment)?.[1] ?? ""));
  const param: Spelling["param"] = (...names) =>
    names.map((name) => searchParams.get(name) ?? "").find((value) => value.trim() !== "") ?? "";
  return {
    path: own.filter((segment) => !segment.startsWith("@") && !segment.startsWith("data=")),
    data: [...own.filter((segment) => segment.startsWith("data=")), param("data"), param("pb")].join(""),
    viewport: [...viewport, coordinates(param("ll"))].find((point) => point !== undefined),
    param,
  };
}

/** Where the place is. What a map shows is around the place that its path names, and says nothing of any other. */
export function pointIn({ path, data, viewport, param }: Spelling): Coordinates | undefined {
  const [, latitude, longitude] = /!3d(-?[\d.]+)!4d(-?[\d.]+)/.exec(data) ?? [];
  const said = [`${latitude},${longitude}`, path[1] ?? "", param("q"), param("query")];
  const told = said.map(coordinates).find((point) => point !== undefined);
  return told ?? (path[0] === "place" && path[1] !== undefined ? viewport : undefined);
}

/** The place's name, or what is to be searched for; null where the URL says none. */
export function nameIn({ path, param, data }: Spelling): string | null {
  const named = path[0] === "place" || path[0] === "search" ? (path[1] ?? "") : "";
  const asked = param("q", "query");
  const label = /\((.+)\)\s*$/.exec(coordinates(asked) === undefined ? "" : asked)?.[1];
  const embedded = decoded(/!1s0x[^!]*!2s([^!]+)/.exec(data)?.[1] ?? "");
  const name = [named, label ?? asked, embedded].map(cleaned).find(isName);
  return name ?? null;
}

const NUMBER = "[+-]?\\d{1,3}(?:\\.\\d+)?";
const PAIR = new RegExp(`^(?:loc:)?\\s*(${NUMBER})\\s*,\\s*(${NUMBER})\\s*(?:\\(.*\\))?$`);
/** `59°54'45.0"N 10°45'00.0"E` is how a pin without a name is called. */
const DEGREES = /^\d+°.*[NS]\s*\d+°.*[EW]$/;

function coordinates(text: string): Coordinates | undefined {
  const [, latitude, longitude] = PAIR.exec(text.trim())?.map(Number) ?? [];
  if (latitude === undefined || longitude === undefined) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

const isName = (text: string): boolean =>
  text !== "" && coordinates(text) === undefined && !DEGREES.test(text) && !/^place_id:/i.test(text);

/** Without what cannot be shown or stored; never longer than a name may be. */
function cleaned(text: string): string {
  const shown = text.replace(/[\p{Cc}\p{Surrogate}]+/gu, " ").replace(/\s+/g, " ");
  return firstCharacters(shown.trim(), 500).trim();
}

/** As it stands where it is not rightly encoded. */
function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
