/** POST /api/admin/api-keys/:id/reactivate: the key works again; its owner is told by webhook. */
import { reactivate } from "../../domain/api-keys";
import { admin, command } from "../../infra/http/endpoint";
import { administerApiKey, keyParams, keyStatusView } from "./administer-api-key";

export const reactivateApiKey = command({
  id: "reactivate-api-key",
  method: "POST",
  path: "/api/admin/api-keys/:id/reactivate",
  access: admin("dashboard"),
  on: "none",
  area: "api-key",
  summary: "Reactivate a suspended API key",
  description: "It may again do what it could before it was suspended.",
  params: keyParams,
  reads: ["api_keys"],
  responds: { status: 200, body: keyStatusView },
  refusals: ["api_key_not_found", "api_key_already_revoked"],
  handle: ({ params }, context) =>
    administerApiKey(context, params.id, (accountId) => reactivate(accountId, params.id)),
});
