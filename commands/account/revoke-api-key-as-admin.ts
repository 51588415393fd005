/** POST /api/admin/api-keys/:id/revoke: the key is refused for ever; its owner is told by webhook. */
import { revokeByAdmin } from "../../domain/api-keys";
import { admin, command } from "../../infra/http/endpoint";
import { administerApiKey, keyParams, keyStatusView, reasonBody } from "./administer-api-key";

export const revokeApiKeyAsAdmin = command({
  id: "revoke-api-key-as-admin",
  method: "POST",
  path: "/api/admin/api-keys/:id/revoke",
  access: admin("dashboard"),
  on: "none",
  area: "api-key",
  summary: "Revoke an API key for good",
  description: "At once, and in every process of the service. It cannot be taken back; a suspension can.",
  params: keyParams,
  body: reasonBody,
  example: { reason: "Leaked" },
  reads: ["api_keys"],
  responds: { status: 200, body: keyStatusView },
  refusals: ["api_key_not_found"],
  handle: ({ params, body }, context) =>
    administerApiKey(context, params.id, (accountId) => revokeByAdmin(accountId, params.id, body.reason ?? null)),
});
