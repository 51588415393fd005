/** POST /api/keys: a new API key, shown this once. */
import { z } from "zod";
import { apiKeys, create } from "../../domain/api-keys";
import { isRefusal } from "../../domain/fold/refusal";
import { planSchema, quotas } from "../../domain/plans";
import { refuse } from "../../domain/refusals";
import { defaultScopes, scopeSchema } from "../../domain/scopes";
import { command, session } from "../../infra/http/endpoint";
import { untilVisible } from "../../infra/http/visible";
import { generateApiKey } from "../../infra/identity/api-key";
import { DAY_MS } from "../../domain/utc-day";

export const keyShownBefore = refuse(
  "api_key_shown_before",
  "The key was created before and cannot be shown again; revoke it and create another.",
);

export const createApiKey = command({
  id: "create-api-key",
  method: "POST",
  path: "/api/keys",
  access: session({ plan: "growth" }),
  on: "account",
  area: "api-key",
  summary: "Create an API key",
  description:
    "The key is in this answer alone; only a keyed hash of it is stored. Without scopes it may read, and nothing else.",
  body: z.strictObject({
    name: z.string().trim().min(1).max(100),
    scopes: z.array(scopeSchema).min(1).max(scopeSchema.options.length).optional(),
    expiresInDays: z.number().int().min(1).max(3_650).optional(),
    allowedAddresses: z
      .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
      .max(50)
      .optional()
      .describe("IP addresses and CIDR ranges from which the key may be used; anywhere when left out."),
  }),
  responds: {
    status: 201,
    body: z.strictObject({
      id: z.string(),
      name: z.string(),
      key: z.string().describe("The whole key. It is not shown again."),
      prefix: z.string(),
      scopes: z.array(scopeSchema),
      expiresAt: z.iso.datetime().nullable(),
    }),
  },
  uses: ["apiKeys"],
  refusals: ["api_key_quota_reached", "api_key_shown_before"],
  example: { name: "Reporting", scopes: ["competitors:read", "competitors:write", "webhooks:manage"] },
  handle: async ({ body }, context) => {
    const { account, services, now } = context;
    const { key, prefix } = generateApiKey((length) => services.ids.bytes(length));
    const expiresAt =
      body.expiresInDays === undefined ? null : new Date(now.getTime() + body.expiresInDays * DAY_MS).toISOString();
    const created = {
      accountId: account.id,
      keyId: services.ids.next(),
      name: body.name,
      hash: services.hashApiKey(key),
      prefix,
      scopes: [...new Set(body.scopes ?? defaultScopes)],
      expiresAt,
      allowedAddresses: body.allowedAddresses ?? [],
    };
    const executed = await context.execute(
      apiKeys,
      account.id,
      create(created, quotas[planSchema.parse(account.plan)].apiKeys),
    );
    if (isRefusal(executed)) return executed;
    // The first answer got lost, and the key with it: only its hash is stored.
    if (executed.repeated) return keyShownBefore;
    await untilVisible(context, ["api_keys"], executed.position);
    const { keyId: id, name, scopes } = created;
    return { id, name, key, prefix, scopes, expiresAt };
  },
});
