/** GET /api/keys: every key of the account, revoked ones included. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import { apiKeyOf, apiKeyView, findApiKeys } from "./api-key-view";

export const listApiKeys = query({
  id: "list-api-keys",
  method: "GET",
  path: "/api/keys",
  access: session({ plan: "growth" }),
  on: "account",
  area: "api-key",
  summary: "The account's API keys",
  reads: ["api_keys"],
  responds: { status: 200, body: z.strictObject({ keys: z.array(apiKeyView), count: z.number().int() }) },
  handle: async (_input, context) => {
    const rows = await findApiKeys(context, { account_id: context.account.id });
    return { keys: rows.map(apiKeyOf), count: rows.length };
  },
});
