/** POST /api/businesses/me/restore: within 30 days of its deletion a business comes back and is the active one again. */
import { z } from "zod";
import { businesses, restore } from "../../domain/businesses";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { removals } from "../../domain/removals";
import { command, session, type Context } from "../../infra/http/endpoint";
import { untilVisible } from "../../infra/http/visible";
import type { AccountRow } from "../../projections/accounts";
import type { BusinessRow } from "../../projections/businesses";
import { businessView, viewOfState } from "../../read-api/business/business-view";

export const restoreBusiness = command({
  id: "restore-business",
  method: "POST",
  path: "/api/businesses/me/restore",
  access: session(),
  on: "account",
  area: "business",
  summary: "Restore a deleted business",
  description:
    "Without a body, the business that the account acted on last; if that one is not deleted, the one deleted last.",
  body: z.strictObject({ businessId: z.string().max(100).optional() }).default({}),
  reads: ["accounts", "businesses"],
  responds: { status: 200, body: z.strictObject({ business: businessView }) },
  refusals: ["business_not_found", "business_not_deleted", "business_erasure_ordered", "restore_window_elapsed"],
  example: {},
  handle: async ({ body }, context) => {
    const { account, services } = context;
    const businessId = body.businessId ?? (await deletedLast(context));
    if (businessId === undefined) return refuse("business_not_found", "The account has no deleted business.");
    const { state } = await services.runner.load(businesses, businessId);
    if (state.status !== "unknown" && state.accountId !== account.id)
      return refuse("business_not_found", "There is no such business.");
    if (state.status === "unknown" && (await wasRemoved(context, businessId)))
      return refuse("restore_window_elapsed", "The 30 days are over and the business is removed.");
    const restored = await context.execute(businesses, businessId, restore(context.now.toISOString()));
    if (isRefusal(restored)) return restored;
    if (restored.state.status === "unknown") return refuse("business_not_found", "There is no such business.");
    await untilVisible(context, ["accounts", "businesses"], restored.position);
    return { business: viewOfState(restored.state) };
  },
});

/** A removed business is told from one that never was by what remains of it, to its own account alone. */
async function wasRemoved({ account, services }: Context<"account">, businessId: string): Promise<boolean> {
  const { state } = await services.runner.load(removals, businessId);
  return state.removed && state.accountId === account.id;
}

async function deletedLast({ account, read }: Context<"account">): Promise<string | undefined> {
  const owner = await read<AccountRow>("accounts").where({ account_id: account.id }).first();
  const deleted = await read<BusinessRow>("businesses")
    .where({ account_id: account.id, status: "deleted" })
    .orderBy("restorable_until", "desc");
  const acted = deleted.find((row) => row.business_id === owner?.active_business_id) ?? deleted[0];
  return acted?.business_id ?? owner?.active_business_id ?? undefined;
}
