/** The API keys of one account: created and revoked by its owner, suspended, reactivated and revoked by administrators. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { refuse } from "./refusals";
import { scopeSchema, type Scope } from "./scopes";

const ids = { accountId: z.string(), keyId: z.string() };

export const apiKeyEvents = defineEvents({
  /** `hash` is a keyed hash of the whole key; `prefix` is its visible beginning. The key itself is never stored. */
  ApiKeyCreated: z.object({
    ...ids,
    name: personal(z.string()),
    hash: z.string(),
    prefix: z.string(),
    scopes: z.array(scopeSchema),
    expiresAt: z.iso.datetime().nullable(),
    allowedAddresses: z.array(personal(z.string())),
  }),
  ApiKeyRevoked: z.object({ ...ids }),
  ApiKeySuspended: z.object({ ...ids, reason: personal(z.string()).nullable() }),
  ApiKeyReactivated: z.object({ ...ids }),
  ApiKeyRevokedByAdmin: z.object({ ...ids, reason: personal(z.string()).nullable() }),
});
export type ApiKeyEvent = EventsOf<typeof apiKeyEvents>;

export type ApiKeyStatus = "active" | "suspended" | "revoked";
/** By key id. */
export type ApiKeyRing = ReadonlyMap<string, ApiKeyStatus>;

const statusAfter: Readonly<Record<ApiKeyEvent["type"], ApiKeyStatus>> = {
  ApiKeyCreated: "active",
  ApiKeyRevoked: "revoked",
  ApiKeySuspended: "suspended",
  ApiKeyReactivated: "active",
  ApiKeyRevokedByAdmin: "revoked",
};

export const apiKeys = aggregate({
  category: "apikeys",
  owner: "account",
  events: apiKeyEvents,
  initial: new Map() as ApiKeyRing,
  evolve: (ring, event): ApiKeyRing => new Map(ring).set(event.data.keyId, statusAfter[event.type]),
});

type KeyDecision = Decision<ApiKeyRing, ApiKeyEvent>;

export interface NewApiKey {
  readonly accountId: string;
  readonly keyId: string;
  readonly name: string;
  readonly hash: string;
  readonly prefix: string;
  readonly scopes: Scope[];
  readonly expiresAt: string | null;
  readonly allowedAddresses: string[];
}

/** How many count against the plan: a suspended one does. */
export const keysUsed = (ring: ApiKeyRing): number =>
  [...ring.values()].filter((status) => status !== "revoked").length;

/** The same key again changes nothing; least of all does it bring a revoked one back. */
export const create =
  (key: NewApiKey, quota: number): KeyDecision =>
  (ring) => {
    if (ring.has(key.keyId)) return [];
    const used = keysUsed(ring);
    return used >= quota
      ? refuse("api_key_quota_reached", `The plan allows ${quota} API keys.`, {
          quota: { name: "apiKeys", limit: quota, used },
        })
      : [{ type: "ApiKeyCreated", data: key }];
  };

/** Revoking a revoked key changes nothing. */
export const revoke = (accountId: string, keyId: string): KeyDecision =>
  ofKnownKey(keyId, (status) => (status === "revoked" ? [] : [{ type: "ApiKeyRevoked", data: { accountId, keyId } }]));

export const suspend = (accountId: string, keyId: string, reason: string | null): KeyDecision =>
  ofKnownKey(keyId, (status) => {
    if (status === "revoked") return refuse("api_key_already_revoked", "The key is revoked for good.");
    return status === "suspended" ? [] : [{ type: "ApiKeySuspended", data: { accountId, keyId, reason } }];
  });

export const reactivate = (accountId: string, keyId: string): KeyDecision =>
  ofKnownKey(keyId, (status) => {
    if (status === "revoked") return refuse("api_key_already_revoked", "The key is revoked for good.");
    return status === "active" ? [] : [{ type: "ApiKeyReactivated", data: { accountId, keyId } }];
  });

export const revokeByAdmin = (accountId: string, keyId: string, reason: string | null): KeyDecision =>
  ofKnownKey(keyId, (status) =>
    status === "revoked" ? [] : [{ type: "ApiKeyRevokedByAdmin", data: { accountId, keyId, reason } }],
  );

function ofKnownKey(keyId: string, decide: (status: ApiKeyStatus) => ReturnType<KeyDecision>): KeyDecision {
  return (ring) => {
    const status = ring.get(keyId);
    return status === undefined ? refuse("api_key_not_found", "There is no such API key.") : decide(status);
  };
}
