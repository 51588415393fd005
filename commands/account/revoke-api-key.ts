/** DELETE /api/keys/:id: the key is refused from now on, also to requests under way. */
import { z } from "zod";
import { apiKeys, revoke } from "../../domain/api-keys";
import { isRefusal } from "../../domain/fold/refusal";
import { command, session } from "../../infra/http/endpoint";
import { untilInForce } from "../../infra/http/visible";

export const revokeApiKey = command({
  id: "revoke-api-key",
  method: "DELETE",
  path: "/api/keys/:id",
  access: session({ plan: "growth" }),
  on: "account",
  area: "api-key",
  summary: "Revoke an API key",
  params: z.strictObject({ id: z.string() }),
  responds: { status: 204 },
  refusals: ["api_key_not_found"],
  handle: async ({ params: { id } }, context) => {
    const revoked = await context.execute(apiKeys, context.account.id, revoke(context.account.id, id));
    if (isRefusal(revoked)) return revoked;
    await untilInForce(context, context.account.id, ["api_keys"], revoked.position);
    return undefined;
  },
});
