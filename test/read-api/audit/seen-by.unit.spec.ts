/** An owner sees own words, nobody else's, and nobody else's id. */
import type { Actor, Recorded } from "../../../domain/fold/event";
import { competitors } from "../../../domain/competitors";
import { apiKeys } from "../../../domain/api-keys";
import { eventDigest } from "../../../domain/fold/event-digest";
import { createEventCatalog } from "../../../infra/sealing/event-catalog";
import { createRedactor } from "../../../infra/sealing/open-events";
import { seenBy } from "../../../read-api/audit/seen-by";

const redact = createRedactor(createEventCatalog([competitors, apiKeys]));
const see = seenBy({ accountId: "account-1", keyIds: new Set(["key-1", "key-revoked"]) }, redact);

const claim = { address: null, rating: null, reviewCount: null, website: null };
const ids = { businessId: "b", accountId: "account-1", competitorId: "c", placeId: "p" };

/** Read through the opener: sealed in the log, open in hand. */
function added(actor: Actor): Recorded {
  const stored: Recorded = {
    id: "e",
    type: "CompetitorAdded",
    stream: "competitors-b",
    revision: 0,
    position: 7,
    metadata: {
      actor,
      commandId: "m",
      correlationId: "r",
      causationId: "m",
      occurredAt: "2026-01-01T00:00:00.000Z",
      schemaVersion: 1,
    },
    data: { ...ids, claim: { ...claim, name: { $sealed: "v1.x" } } },
  };
  return { ...stored, data: { ...ids, claim: { ...claim, name: "Fjord Coffee" } }, stored };
}

test.each<Actor>([
  { kind: "user", id: "account-1" },
  { kind: "api_key", id: "key-1" },
  { kind: "api_key", id: "key-revoked" },
])("what the account or one of its keys did is seen as it is: %j", (actor) => {
  const event = added(actor);
  expect(see(event)).toEqual(event);
});

test.each<Actor>([
  { kind: "admin", id: "somebody" },
  { kind: "collector", id: "somebody" },
  { kind: "user", id: "somebody" },
  { kind: "api_key", id: "somebody" },
  // The same letters, but another kind of id.
  { kind: "user", id: "key-1" },
  { kind: "api_key", id: "account-1" },
  { kind: "admin", id: "account-1" },
])("what others filled in and who they are is hidden, and the digest is still that of the history: %j", (actor) => {
  const event = added(actor);
  const seen = see(event);
  expect(seen.metadata.actor).toEqual({ kind: actor.kind, id: "[redacted]" });
  expect(seen.data).toEqual({ ...ids, claim: { ...claim, name: "[redacted]" } });
  expect(eventDigest(seen)).toBe(eventDigest(event));
  const { stored: _stored, ...unsealed } = event;
  expect(eventDigest(see(unsealed))).toBe(eventDigest(unsealed));
  expect([seen.position, seen.revision]).toEqual([7, 0]);
  // Callers name their requests themselves.
  const { correlationId, causationId } = seen.metadata;
  expect([correlationId, causationId]).toEqual(["[redacted]", "[redacted]"]);
  expect(event.metadata.actor).toEqual(actor);
});

test("a messaging provider goes by its name, and what people wrote to it is hidden", () => {
  const seen = see(added({ kind: "provider", id: "twilio" }));
  expect(seen.metadata.actor).toEqual({ kind: "provider", id: "twilio" });
  expect([seen.metadata.correlationId, seen.metadata.causationId]).toEqual(["[redacted]", "[redacted]"]);
  expect(JSON.stringify(seen.data)).not.toContain("Fjord Coffee");
});

test("process managers go by their names, and what is sealed in what they wrote is hidden", () => {
  const seen = see(added({ kind: "system", id: "place-alerts" }));
  expect(seen.metadata.actor).toEqual({ kind: "system", id: "place-alerts" });
  // It may have finished what another tenant, an administrator or a collector asked for.
  expect([seen.metadata.correlationId, seen.metadata.causationId]).toEqual(["[redacted]", "m"]);
  expect(JSON.stringify(seen.data)).not.toContain("Fjord Coffee");
});
