/** The rows of an import before they are decided: what each says of its place, and what is wrong with those that say it badly. */
import { z } from "zod";
import { firstCharacters } from "../../../domain/first-characters";
import type { claimFields } from "../competitor-claim";
import type { MapsTarget } from "./maps-url";
import { LINES_MAX } from "./text-lines";

/** Why a row was not taken. Stable for clients. */
export const rowErrorCode = z.enum([
  "malformed_csv",
  "invalid_row",
  "maps_url_not_understood",
  "maps_link_not_followed",
  "place_not_found",
  "place_ambiguous",
  "location_search_not_configured",
  "location_lookup_failed",
  "location_lookups_used_up",
  "location_lookup_not_made",
  "competitor_is_own_place",
  "competitor_quota_reached",
  "competitor_additions_used_up",
]);

/** A reason without a row: whoever looked does not know for which line. */
export interface RowFault {
  readonly code: z.output<typeof rowErrorCode>;
  readonly message: string;
}

export const rowError = z.strictObject({
  line: z
    .number()
    .int()
    .describe("Where the row begins: its line in the file, or its place in the list; the first is 1."),
  code: rowErrorCode,
  message: z.string(),
  value: z.string().describe("The beginning of the row."),
});
export type RowError = z.output<typeof rowError>;

type Claimed = z.output<z.ZodObject<typeof claimFields>>;

/** How the place of a row can be found. */
export type RowTarget =
  Exclude<MapsTarget, { kind: "nothing" | "link" }> | { readonly kind: "link"; readonly url: string };

/** A row that can be decided once its place is found. Without a name it takes that of the target, or the place's own. */
export interface ImportRow {
  readonly line: number;
  readonly value: string;
  readonly said: Omit<Claimed, "place_id" | "name"> & { readonly name?: string };
  readonly target: RowTarget;
}

/** What a text says, row by row. */
export interface ReadRows {
  readonly rows: readonly ImportRow[];
  readonly errors: readonly RowError[];
}

/** Why a text is not taken at all. */
export interface Unreadable {
  readonly unreadable: string;
}

/** More are not taken at once. */
export const ROWS_MAX = 5_000;
export const tooMany: Unreadable = {
  unreadable: `More than the ${ROWS_MAX} rows, or the ${LINES_MAX} lines, that are taken at once.`,
};

const VALUE_CHARS_MAX = 100;

/** The beginning of a row as it is shown beside an error, in whole characters. */
export const shortened = (value: string): string =>
  value.length <= VALUE_CHARS_MAX ? value : `${firstCharacters(value, VALUE_CHARS_MAX)}…`;

export const nowhere = (why: string): RowFault => ({ code: "maps_url_not_understood", message: why });
