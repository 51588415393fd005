/** POST /api/admin/api-keys/:id/suspend: the key is refused until it is reactivated; its owner is told by webhook. */
import { suspend } from "../../domain/api-keys";
import { admin, command } from "../../infra/http/endpoint";
import { administerApiKey, keyParams, keyStatusView, reasonBody } from "./administer-api-key";

export const suspendApiKey = command({
  id: "suspend-api-key",
  method: "POST",
  path: "/api/admin/api-keys/:id/suspend",
  access: admin("dashboard"),
  on: "none",
  area: "api-key",
  summary: "Suspend an API key",
  description: "At once, and in every process of the service, until it is reactivated.",
  params: keyParams,
  body: reasonBody,
  example: { reason: "Unusual traffic" },
  reads: ["api_keys"],
  responds: { status: 200, body: keyStatusView },
  refusals: ["api_key_not_found", "api_key_already_revoked"],
  handle: ({ params, body }, context) =>
    administerApiKey(context, params.id, (accountId) => suspend(accountId, params.id, body.reason ?? null)),
});
