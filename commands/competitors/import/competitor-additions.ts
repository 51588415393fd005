/** How many competitors an account may add in a UTC day, so that no roster grows without end by adding and removing. */
import type { Context } from "../../../infra/http/endpoint";
import { countUpTo, type Counting } from "../../account/count-today";
import type { RowError } from "./import-row";
import type { PlacedRow } from "./place-import-rows";

/**
 * Counts the places that rows would add, in their order. Once the day's additions are used up, no other row whose place is not
 * `known` is left among the rows, because it might find the room that was meant for one of those.
 */
export async function countImported(
  rows: readonly PlacedRow[],
  { added, known }: { readonly added: readonly string[]; readonly known: (placeId: string) => boolean },
  context: Counting & Pick<Context, "now">,
): Promise<{ readonly rows: readonly PlacedRow[]; readonly errors: readonly RowError[] }> {
  const { counted, usedUp } = await countUpTo(context, "competitorAdditionsPerDay", added.length);
  if (usedUp === null) return { rows, errors: [] };
  const room = new Set(added.slice(0, counted));
  const again = new Date(context.now.getTime() + Number(usedUp.headers["retry-after"]) * 1_000).toISOString();
  const message = `${usedUp.message} Import the row again after ${again}.`;
  const stays = ({ placeId }: PlacedRow): boolean => room.has(placeId) || known(placeId);
  const errors = rows.filter((row) => !stays(row));
  return {
    rows: rows.filter(stays),
    errors: errors.map(({ line, value }) => ({ line, value, code: "competitor_additions_used_up", message })),
  };
}
