/** Table `api_keys`: every key ever created, by the keyed hash under which it is presented. */
import type { ApiKeyEvent, ApiKeyStatus } from "../domain/api-keys";
import type { Scope } from "../domain/scopes";
import { instant, json, projection, text, type Column, type RowOf } from "../infra/projector/projection";

const columns = {
  key_id: text,
  account_id: text,
  name: text,
  hash: text,
  prefix: text,
  scopes: json<readonly Scope[]>(),
  status: text as Column<ApiKeyStatus>,
  expires_at: instant.orNull,
  /** IP addresses and CIDR ranges; empty where the key may come from anywhere. */
  allowed_addresses: json<readonly string[]>(),
  created_at: instant,
  revoked_at: instant.orNull,
};
export type ApiKeyRow = RowOf<typeof columns>;

const keys = (event: { data: { keyId: string } }) => ({ key_id: event.data.keyId });
const become = (status: ApiKeyStatus) => ({
  keys,
  fold: (row: ApiKeyRow | null, event: { metadata: { occurredAt: string } }) =>
    row && { ...row, status, revoked_at: status === "revoked" ? event.metadata.occurredAt : null },
});

export const apiKeysTable = projection<ApiKeyEvent>()({
  table: "api_keys",
  version: 1,
  columns,
  key: ["key_id"],
  indexes: [["hash"], ["account_id", "created_at"]],
  erasedWith: { account: "account_id" },
  on: {
    ApiKeyCreated: {
      keys,
      fold: (_row, { data, metadata }) => ({
        key_id: data.keyId,
        account_id: data.accountId,
        name: data.name,
        hash: data.hash,
        prefix: data.prefix,
        scopes: data.scopes,
        status: "active",
        expires_at: data.expiresAt,
        allowed_addresses: data.allowedAddresses,
        created_at: metadata.occurredAt,
        revoked_at: null,
      }),
    },
    ApiKeyRevoked: become("revoked"),
    ApiKeySuspended: become("suspended"),
    ApiKeyReactivated: become("active"),
    ApiKeyRevokedByAdmin: become("revoked"),
  },
});
