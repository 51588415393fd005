/** How many competitors an account may add in a UTC day, so that no roster grows without end by adding and removing. */
import { planSchema, quotas } from "../domain/plans";
import type { Context } from "../infra/http/endpoint";
import type { Failure } from "../infra/http/failure";
import { exceeded } from "../infra/http/request-limits";
import type { RowError } from "./import-row";
import type { PlacedRow } from "./place-import-rows";

type Adding = Pick<Context<"business">, "account" | "services">;

const DAY_SECONDS = 86_400;

/** Counts one addition for the account and UTC day; gives the 429 to answer with where the plan allows no more today. */
export async function countCompetitorAddition({ account, services }: Adding): Promise<Failure | null> {
  const limit = quotas[planSchema.parse(account.plan)].competitorAdditionsPerDay;
  const policy = { name: "competitor_additions", limit, windowSeconds: DAY_SECONDS };
  const taken = await services.limiter.take(`competitor_additions:account:${account.id}`, policy);
  return taken.allowed ? null : exceeded(policy, taken);
}

/**
 * Counts the places that rows would add, in their order. Once the day's additions are used up, no other row whose place is not
 * `known` is left among the rows, because it might find the room that was meant for one of those.
 */
export async function countImported(
  rows: readonly PlacedRow[],
  { added, known }: { readonly added: readonly string[]; readonly known: (placeId: string) => boolean },
  context: Adding & Pick<Context, "now">,
): Promise<{ readonly rows: readonly PlacedRow[]; readonly errors: readonly RowError[] }> {
  const counted = new Set<string>();
  for (const placeId of added) {
    const usedUp = await countCompetitorAddition(context);
    if (usedUp !== null) {
      const again = new Date(context.now.getTime() + Number(usedUp.headers["retry-after"]) * 1_000).toISOString();
      const message = `${usedUp.message} Import the row again after ${again}.`;
      const stays = ({ placeId: one }: PlacedRow): boolean => counted.has(one) || known(one);
      const errors = rows.filter((row) => !stays(row));
      return {
        rows: rows.filter(stays),
        errors: errors.map(({ line, value }) => ({ line, value, code: "competitor_additions_used_up", message })),
      };
    }
    counted.add(placeId);
  }
  return { rows, errors: [] };
}
