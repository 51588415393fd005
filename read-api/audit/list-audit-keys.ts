/** GET /api/audit/keys: the public keys that anchors and exports are signed with, as a JSON Web Key Set (RFC 7517). */
import { z } from "zod";
import { open, query } from "../../infra/http/endpoint";
import { publishedKey } from "./history-proof-view";

export const listAuditKeys = query({
  id: "list-audit-keys",
  method: "GET",
  path: "/api/audit/keys",
  access: open("audit"),
  on: "none",
  area: "audit",
  summary: "The keys that histories are signed with",
  description: "Public keys, so that anybody can check a proof without asking the service to be trusted.",
  responds: { status: 200, body: z.strictObject({ keys: z.array(publishedKey) }) },
  handle: (_input, { services }) => {
    const { kty, crv, x, kid } = services.attestor.publicKey;
    return Promise.resolve({ keys: [{ kty, crv, x, kid }] });
  },
});
