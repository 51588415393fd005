/** What was seen last of a place's sections: their content, when that was and by whom. */
import type { Observation } from "../../domain/places/observation";
import type { sectionEvents } from "../../domain/places/events";
import type { Context } from "../../infra/http/endpoint";
import type { PlaceSectionRow } from "../../projections/place-sections";
import { selectTracked, type TrackedRow } from "../competitors/competitor-rows";

/** The sections that are kept whole. */
export type SectionName = keyof typeof sectionEvents;
export type Content<Name extends SectionName> = NonNullable<Observation[Name]>;

/** Absent where the section was never seen. */
export type StoredSections = {
  readonly [Name in SectionName]?: Pick<PlaceSectionRow, "source" | "observed_at" | "listed_since"> & {
    readonly content: Content<Name>;
  };
};

export async function sectionsOf(
  { read }: Pick<Context, "read">,
  placeId: string,
  names: readonly SectionName[],
): Promise<StoredSections> {
  const rows: readonly PlaceSectionRow[] = await read<PlaceSectionRow>("place_sections")
    .where({ place_id: placeId })
    .whereIn("section", names);
  return Object.fromEntries(rows.map((row) => [row.section, row]));
}

/** A competitor beside one section of its place; null where that was never seen. */
export type TrackedSectionRow<Name extends SectionName> = TrackedRow & {
  readonly s_content: Content<Name> | null;
  readonly s_source: string | null;
  readonly s_observed_at: string | null;
};

/** A query of {@link TrackedSectionRow}s. */
export const selectTrackedWith = (
  context: Pick<Context<"business">, "read" | "business">,
  section: SectionName,
): ReturnType<typeof selectTracked> =>
  selectTracked(context)
    .leftJoin("place_sections as s", (join) => join.on("s.place_id", "c.place_id").andOnVal("s.section", section))
    .select("s.content as s_content", "s.source as s_source", "s.observed_at as s_observed_at");
