/** Leaves out of what a provider told whatever no observation can hold, piece by piece, and names it; the rest stays. */
import type { z } from "zod";
import { observationSchema, type Observation } from "../../domain/places/observation";
import { faultInJson } from "../../infra/http/json-text";

type Draft = Readonly<Record<"id" | "placeId" | "observedAt" | "source" | "answers", string>>;

/** What was told, by section: the listing's members, or a list's items. An absent section was not told. */
export type Told = Readonly<Partial<Record<"listing", object> & Record<"reviews" | "photos", readonly object[]>>>;

/** A member that could not be taken, and why; nothing of its value. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

export type Fitted =
  { readonly observation: Observation; readonly leftOut: readonly Fault[] } | { readonly rejected: readonly Fault[] };

interface Piece {
  readonly section: string;
  readonly key: string;
  readonly value: unknown;
}

/** Gives a valid observation, also as the service's intake reads it; or why there can be none. Never throws. */
export function fitting(draft: Draft, told: Told): Fitted {
  const leftOut: Fault[] = [];
  const pieces = Object.entries(told).flatMap(([section, content]) =>
    Object.entries(content).flatMap(([key, value]: [string, unknown]) => {
      const piece = writable(section, key, value);
      if ("message" in piece) leftOut.push(piece);
      return "message" in piece || piece.value === undefined ? [] : [piece];
    }),
  );
  const first = observationSchema.safeParse(assembled(draft, told, pieces));
  if (first.success) return { observation: first.data, leftOut };
  const unfit = new Set<Piece>();
  for (const issue of first.error.issues) {
    for (const piece of piecesAt(issue, told, pieces)) unfit.add(piece);
    leftOut.push(faultOf(issue, told, pieces));
  }
  const fit = pieces.filter((piece) => !unfit.has(piece));
  const second = observationSchema.safeParse(assembled(draft, told, fit));
  if (second.success) return { observation: second.data, leftOut };
  return { rejected: second.error.issues.map((issue) => faultOf(issue, told, fit)) };
}

/** As it arrives after having been written as JSON; or why the service would not read it. */
function writable(section: string, key: string, value: unknown): Piece | Fault {
  try {
    // Written at its own depth, because depth is bounded too.
    const text = JSON.stringify({ [section]: { [key]: value } });
    const fault = faultInJson(text);
    if (fault !== undefined) return fault;
    const read = JSON.parse(text) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    return { section, key, value: read[section]?.[key] };
  } catch {
    return { path: `${section}.${key}`, message: "Cannot be written as JSON." };
  }
}

function assembled(draft: Draft, told: Told, pieces: readonly Piece[]): object {
  const sections = Object.entries(told).flatMap(([section, content]) => {
    const own = pieces.filter((piece) => piece.section === section);
    // A list that was told and of which nothing could be taken is not an empty list.
    if (own.length === 0 && Object.keys(content).length > 0) return [];
    const value = Array.isArray(content)
      ? own.map((piece) => piece.value)
      : Object.fromEntries(own.map((piece) => [piece.key, piece.value]));
    return [[section, value] as const];
  });
  return { ...draft, ...Object.fromEntries(sections) };
}

/** The pieces that an issue is about: one, or all of a section that cannot be taken as a whole. */
function piecesAt({ path }: z.core.$ZodIssue, told: Told, pieces: readonly Piece[]): readonly Piece[] {
  const own = pieces.filter(({ section }) => section === path[0]);
  if (path.length < 2) return own;
  const isList = Array.isArray(told[path[0] as keyof Told]);
  return own.filter(({ key }, at) => (isList ? at === path[1] : key === path[1]));
}

/** Items are named by their place in what was told. */
function faultOf(issue: z.core.$ZodIssue, told: Told, pieces: readonly Piece[]): Fault {
  const [section, member, ...rest] = issue.path.map(String);
  const [piece] = issue.path.length < 2 ? [] : piecesAt(issue, told, pieces);
  const path = [section, piece?.key ?? member, ...rest].filter((part) => part !== undefined).join(".");
  return { path, message: issue.message };
}
