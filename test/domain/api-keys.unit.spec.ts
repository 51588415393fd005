import {
  apiKeys,
  create,
  reactivate,
  revoke,
  revokeByAdmin,
  suspend,
  type ApiKeyEvent,
  type NewApiKey,
} from "../../domain/api-keys";
import { given } from "../support/given";

const accountId = "a1";
const key = (keyId: string): NewApiKey => ({
  accountId,
  keyId,
  name: "Reporting",
  hash: `hash of ${keyId}`,
  prefix: "lbi_abc",
  scopes: ["competitors:read"],
  expiresAt: null,
  allowedAddresses: ["192.0.2.0/24"],
});
const ids = (keyId: string) => ({ accountId, keyId });
const created = (keyId: string): ApiKeyEvent => ({ type: "ApiKeyCreated", data: key(keyId) });
const revoked: ApiKeyEvent = { type: "ApiKeyRevoked", data: ids("k1") };
const suspended: ApiKeyEvent = { type: "ApiKeySuspended", data: { ...ids("k1"), reason: "Unusual traffic" } };
const reactivated: ApiKeyEvent = { type: "ApiKeyReactivated", data: ids("k1") };
const revokedByAdmin: ApiKeyEvent = { type: "ApiKeyRevokedByAdmin", data: { ...ids("k1"), reason: null } };

describe("an account's API keys", () => {
  it("are created once each", () => {
    given(apiKeys, [])
      .when(create(key("k1"), 2))
      .then([created("k1")])
      .repeatsNothing();
  });

  it("do not come back when a revoked one is created again", () => {
    given(apiKeys, [created("k1"), revoked])
      .when(create(key("k1"), 2))
      .then([]);
  });

  it("are as many as the plan allows; suspended ones count, revoked ones do not", () => {
    const details = { quota: { name: "apiKeys", limit: 2, used: 2 } };
    given(apiKeys, [created("k1"), created("k2"), suspended])
      .when(create(key("k3"), 2))
      .thenRefused("api_key_quota_reached", details);
    given(apiKeys, [created("k1"), created("k2"), revoked])
      .when(create(key("k3"), 2))
      .then([created("k3")]);
    given(apiKeys, [])
      .when(create(key("k1"), 0))
      .thenRefused("api_key_quota_reached", { quota: { name: "apiKeys", limit: 0, used: 0 } });
  });

  it("are revoked once, for good", () => {
    given(apiKeys, [created("k1")])
      .when(revoke(accountId, "k1"))
      .then([revoked])
      .repeatsNothing();
    for (const end of [revoked, revokedByAdmin]) {
      given(apiKeys, [created("k1"), end])
        .when(revoke(accountId, "k1"))
        .then([]);
      given(apiKeys, [created("k1"), end])
        .when(revokeByAdmin(accountId, "k1", null))
        .then([]);
      given(apiKeys, [created("k1"), end])
        .when(reactivate(accountId, "k1"))
        .thenRefused("api_key_already_revoked");
      given(apiKeys, [created("k1"), end])
        .when(suspend(accountId, "k1", null))
        .thenRefused("api_key_already_revoked");
    }
  });

  it("are suspended and reactivated by administrators, once each", () => {
    given(apiKeys, [created("k1")])
      .when(suspend(accountId, "k1", "Unusual traffic"))
      .then([suspended])
      .repeatsNothing();
    given(apiKeys, [created("k1"), suspended])
      .when(reactivate(accountId, "k1"))
      .then([reactivated])
      .repeatsNothing();
    given(apiKeys, [created("k1")])
      .when(reactivate(accountId, "k1"))
      .then([]);
  });

  it("are revoked by administrators, suspended ones too", () => {
    given(apiKeys, [created("k1"), suspended])
      .when(revokeByAdmin(accountId, "k1", null))
      .then([revokedByAdmin])
      .repeatsNothing();
  });

  it("must be known", () => {
    const decisions = [
      revoke(accountId, "k1"),
      suspend(accountId, "k1", null),
      reactivate(accountId, "k1"),
      revokeByAdmin(accountId, "k1", null),
    ];
    for (const decision of decisions) given(apiKeys, []).when(decision).thenRefused("api_key_not_found");
  });
});
