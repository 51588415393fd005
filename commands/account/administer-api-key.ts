/** What the three administrative commands on a key share: finding its account, deciding, and holding from the answer on. */
import { z } from "zod";
import { apiKeys, type ApiKeyEvent, type ApiKeyRing } from "../../domain/api-keys";
import type { Decision } from "../../domain/fold/aggregate";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import type { Context } from "../../infra/http/endpoint";
import { untilInForce } from "../../infra/http/visible";
import type { ApiKeyRow } from "../../projections/api-keys";

export const keyParams = z.strictObject({ id: z.string() });
export const reasonBody = z.strictObject({ reason: z.string().trim().min(1).max(500).optional() }).default({});
export const keyStatusView = z.strictObject({
  id: z.string(),
  accountId: z.string(),
  status: z.enum(["active", "suspended", "revoked"]),
});

export async function administerApiKey(
  context: Context<"none">,
  keyId: string,
  decide: (accountId: string) => Decision<ApiKeyRing, ApiKeyEvent>,
): Promise<Refusal | z.output<typeof keyStatusView>> {
  const row = await context.read<ApiKeyRow>("api_keys").where({ key_id: keyId }).first();
  if (row === undefined) return refuse("api_key_not_found", "There is no such API key.");
  const executed = await context.execute(apiKeys, row.account_id, decide(row.account_id));
  if (isRefusal(executed)) return executed;
  await untilInForce(context, row.account_id, ["api_keys"], executed.position);
  return { id: keyId, accountId: row.account_id, status: executed.state.get(keyId) ?? "revoked" };
}
