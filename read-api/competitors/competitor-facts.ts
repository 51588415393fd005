/** The stored facts of one competitor on the dashboard: what their endpoints declare alike, and how each answers. */
import { z } from "zod";
import type { Refusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import type { Context } from "../../infra/http/endpoint";
import { findTracked, trackedTables, type TrackedRow } from "./competitor-rows";
import { sectionsOf, type SectionName, type StoredSections } from "../places/stored-sections";

export const ofCompetitor = {
  method: "GET",
  on: "business",
  area: "competitor",
  params: z.strictObject({ id: z.string() }),
  refusals: ["competitor_not_found"],
} as const;

export const factTables = [...trackedTables, "place_sections"];

/** What every answer tells of where its facts are from. */
export const sightedView = {
  observedAt: z.iso.datetime().nullable().describe("When the facts were seen last; null where they never were."),
  source: z.string().nullable().describe("Who saw them then."),
};
type Sighted = z.output<z.ZodObject<typeof sightedView>>;

/** `show` is given the section, undefined where it was never seen: no facts are an answer too. */
export async function factsOf<Name extends SectionName, Shown extends object>(
  context: Context<"business">,
  competitorId: string,
  section: Name,
  show: (stored: StoredSections[Name], tracked: TrackedRow) => Shown | Promise<Shown>,
): Promise<Refusal | (Shown & Sighted)> {
  const tracked = await findTracked(context, competitorId);
  if (tracked === undefined) return refuse("competitor_not_found", "There is no such competitor.");
  const { [section]: stored } = await sectionsOf(context, tracked.place_id, [section]);
  const shown = await show(stored, tracked);
  return { ...shown, observedAt: stored?.observed_at ?? null, source: stored?.source ?? null };
}
