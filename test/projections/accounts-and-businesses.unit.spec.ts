import type { AccountEvent } from "../../domain/accounts";
import type { BusinessEvent } from "../../domain/businesses";
import type { CompetitorEvent } from "../../domain/competitors";
import { accountsTable } from "../../projections/accounts";
import { alertsTable } from "../../projections/alerts";
import { apiKeysTable } from "../../projections/api-keys";
import { businessesTable } from "../../projections/businesses";
import { competitorsTable } from "../../projections/competitors";
import { webhookEndpointsTable } from "../../projections/webhook-endpoints";
import { profileOf } from "../support/profile";
import { instantOf, rowsAfter } from "../support/rows-after";

const ids = { businessId: "b1", accountId: "a1" };
const profile = profileOf({ targetCustomer: "Sailors" });
const registered: AccountEvent = {
  type: "AccountRegistered",
  data: { accountId: "a1", email: "ada@example.com", name: "Ada", plan: "free" },
};
const created: BusinessEvent = { type: "BusinessCreated", data: { ...ids, profile } };
const deleted: BusinessEvent = {
  type: "BusinessDeletionRequested",
  data: { ...ids, profile, restorableUntil: "2026-02-01T00:00:00.000Z" },
};
const restored: BusinessEvent = { type: "BusinessRestored", data: { ...ids, profile } };

test("an account acts on the business that was created, chosen or restored last", () => {
  const chosen: AccountEvent = { type: "BusinessActivated", data: { accountId: "a1", businessId: "b2" } };
  const active = (events: readonly (AccountEvent | BusinessEvent)[]) =>
    rowsAfter(accountsTable, [registered, ...events])[0]?.active_business_id;
  expect(active([])).toBeNull();
  expect(active([created])).toBe("b1");
  expect(active([created, chosen])).toBe("b2");
  expect(active([created, chosen, deleted])).toBe("b2");
  expect(active([created, chosen, restored])).toBe("b1");
});

test("an account whose active business was removed acts on none, and another removal changes nothing", () => {
  const removed = (businessId: string) => ({ type: "BusinessRemoved", data: { businessId, accountId: "a1" } });
  const active = (...events: readonly { type: string; data: unknown }[]) =>
    rowsAfter(accountsTable, [registered, created, ...events])[0]?.active_business_id;
  expect(active(removed("b2"))).toBe("b1");
  expect(active(removed("b1"))).toBeNull();
});

test("a business whose erasure is ordered is no more to be read", () => {
  const ordered: BusinessEvent = { type: "BusinessErasureOrdered", data: { ...ids, profile, reason: "Asked for" } };
  expect(rowsAfter(businessesTable, [created, ordered])).toEqual([]);
});

test("a business is deleted until it is restored, and keeps its place", () => {
  const linked: BusinessEvent = { type: "OwnPlaceLinked", data: { ...ids, placeId: "p1", previousPlaceId: null } };
  const row = (...events: readonly BusinessEvent[]) => rowsAfter(businessesTable, [created, linked, ...events])[0];
  expect(row()).toMatchObject({ status: "active", place_id: "p1", target_customer: "Sailors" });
  expect(row(deleted)).toMatchObject({ status: "deleted", restorable_until: "2026-02-01T00:00:00.000Z" });
  expect(row(deleted, restored)).toMatchObject({ status: "active", restorable_until: null, place_id: "p1" });
});

test("a competitor that comes back keeps when it was added, and has what is claimed of it now", () => {
  const who = { ...ids, competitorId: "c1", placeId: "p1" };
  const claim = { name: "Rival", address: null, rating: 4, reviewCount: 1, website: null };
  const history: readonly CompetitorEvent[] = [
    { type: "CompetitorAdded", data: { ...who, claim } },
    { type: "CompetitorRemoved", data: who },
    { type: "CompetitorReactivated", data: { ...who, claim: { ...claim, name: "Rival & Sons" } } },
  ];
  expect(rowsAfter(competitorsTable, history.slice(0, 2))[0]).toMatchObject({ active: false });
  expect(rowsAfter(competitorsTable, history)[0]).toMatchObject({
    active: true,
    claimed_name: "Rival & Sons",
    added_at: instantOf(0),
    tracked_since: instantOf(2),
  });
});

test("an alert is read from when it was marked until it is marked unread", () => {
  const alert = { alertId: "al1", ...ids, competitorId: null, placeId: "p1", title: "T", data: {} };
  const raised = { type: "AlertRaised", data: { ...alert, type: "business.rating_change" } };
  const read = { type: "AlertRead", data: { alertId: "al1", businessId: "b1" } };
  expect(rowsAfter(alertsTable, [raised])[0]).toMatchObject({ read_at: null, position: 1, created_at: instantOf(0) });
  expect(rowsAfter(alertsTable, [raised, read])[0]).toMatchObject({ read_at: instantOf(1), position: 1 });
  expect(rowsAfter(alertsTable, [raised, read, { ...read, type: "AlertMarkedUnread" }])[0]?.read_at).toBeNull();
});

test("a key is what was decided of it last, and knows when it was revoked", () => {
  const key = { accountId: "a1", keyId: "k1" };
  const made = { name: "N", hash: "h", prefix: "p", scopes: ["export"], expiresAt: null, allowedAddresses: [] };
  const create = { type: "ApiKeyCreated", data: { ...key, ...made } };
  const row = (...types: readonly string[]) =>
    rowsAfter(apiKeysTable, [create, ...types.map((type) => ({ type, data: key }))])[0];
  expect(row("ApiKeySuspended")).toMatchObject({ status: "suspended", revoked_at: null });
  expect(row("ApiKeySuspended", "ApiKeyReactivated")).toMatchObject({ status: "active", revoked_at: null });
  expect(row("ApiKeyRevoked")).toMatchObject({ status: "revoked", revoked_at: instantOf(1) });
  expect(row("ApiKeySuspended", "ApiKeyRevokedByAdmin")).toMatchObject({ status: "revoked", revoked_at: instantOf(2) });
});

test("a webhook endpoint says why it is paused, shows no secret, and is gone when it is deleted", () => {
  const endpoint = { accountId: "a1", endpointId: "e1" };
  const url = "https://hooks.example.com";
  const made = { type: "WebhookEndpointRegistered", data: { ...endpoint, url, events: [], secret: "whsec_1" } };
  const paused = { type: "WebhookEndpointPaused", data: { ...endpoint, reason: "receiver_gone" } };
  const rows = (...more: readonly { type: string; data: unknown }[]) =>
    rowsAfter(webhookEndpointsTable, [made, ...more]);
  expect(JSON.stringify(rows())).not.toContain("whsec");
  expect(rows(paused)[0]).toMatchObject({ active: false, paused_reason: "receiver_gone" });
  expect(rows(paused, { type: "WebhookEndpointResumed", data: endpoint })[0]).toMatchObject({ paused_reason: null });
  expect(rows({ type: "WebhookEndpointDeleted", data: endpoint })).toEqual([]);
});
