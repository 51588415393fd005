/** What can be seen of an API key after its creation. */
import { z } from "zod";
import { scopeSchema } from "../../domain/scopes";
import type { Context } from "../../infra/http/endpoint";
import type { ApiKeyRow } from "../../projections/api-keys";
import { rowsOf } from "../rows";

export const apiKeyView = z.strictObject({
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe("The key's beginning, to tell keys apart."),
  scopes: z.array(scopeSchema),
  status: z.enum(["active", "suspended", "revoked"]),
  allowedAddresses: z.array(z.string()),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().describe("To the minute."),
});

type ApiKeyWithUse = ApiKeyRow & { readonly last_used_at: string | null };

/** Keys with their last use, the newest first. */
export function findApiKeys(
  { read }: Pick<Context, "read">,
  which: { readonly account_id: string } | { readonly key_id: string },
): Promise<readonly ApiKeyWithUse[]> {
  const keys = read("api_keys as k")
    .leftJoin("operational.api_key_uses as u", "u.key_id", "k.key_id")
    .where(Object.fromEntries(Object.entries(which).map(([column, value]) => [`k.${column}`, value])))
    .orderBy("k.created_at", "desc")
    .select("k.*", "u.last_used_at");
  return rowsOf<ApiKeyWithUse>(keys);
}

export function apiKeyOf(row: ApiKeyWithUse): z.output<typeof apiKeyView> {
  return {
    id: row.key_id,
    name: row.name,
    prefix: row.prefix,
    scopes: [...row.scopes],
    status: row.status,
    allowedAddresses: [...row.allowed_addresses],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
