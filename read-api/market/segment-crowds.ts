/** How crowded the categories of a segment are: open businesses by the squares that they are in. */
import { SATURATION_RULE, saturation, type Saturation } from "../../domain/analytics/saturation";
import { METERS_PER_DEGREE } from "../../domain/geometry";
import type { Context } from "../../infra/http/endpoint";
import { placesIn, type Segment } from "./market-segment";
import { rowsOf } from "../rows";

/** How many open businesses each square holds, of the whole segment or of each of its categories. */
export function squaresOf({ read }: Pick<Context, "read">, segment: Segment, by: "segment" | "category") {
  const degrees = SATURATION_RULE.cellMeters / METERS_PER_DEGREE;
  const row = read.raw("floor(latitude / ?)", [degrees]);
  // A degree of longitude gets shorter towards the poles: each row of squares has a width of its own.
  const column = read.raw("floor(longitude * cos(radians((floor(latitude / ?) + 0.5) * ?)) / ?)", [
    degrees,
    degrees,
    degrees,
  ]);
  const category = read.raw(by === "category" ? "coalesce(category_name, '')" : "''");
  return rowsOf<{ category: string; n: number }>(
    placesIn({ read }, segment)
      .whereRaw("status IS DISTINCT FROM 'permanently_closed'")
      .whereNotNull("latitude")
      .whereNotNull("longitude")
      .select(read.raw("? AS category, ? AS row, ? AS col, count(*)::int AS n", [category, row, column]))
      .groupByRaw("1, 2, 3"),
  );
}

/** Of places without a category nobody can say whom they compete with. */
export async function crowdsOf(
  context: Pick<Context, "read">,
  segment: Segment,
): Promise<readonly { readonly category: string; readonly saturation: Saturation }[]> {
  const counts = new Map<string, number[]>();
  for (const { category, n } of await squaresOf(context, segment, "category"))
    if (category !== "") counts.set(category, [...(counts.get(category) ?? []), n]);
  return [...counts].map(([category, squares]) => ({ category, saturation: saturation(squares) }));
}
