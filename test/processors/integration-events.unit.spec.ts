/** What becomes of events on the topic: every public event as its published schema declares, in an order that a consumer can see. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { eventTypeExamples } from "../../domain/event-type-examples";
import { alertTypes, eventTypes, type EventType } from "../../domain/event-types";
import type { Recorded } from "../../domain/fold/event";
import { integrationEvents } from "../../processors/integration-events";

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
const isDeclared = ajv.compile(
  JSON.parse(readFileSync(join(__dirname, "../../docs/schemas/integration-events.schema.json"), "utf8")) as object,
);

function recorded(type: string, data: object, position = 7): Recorded {
  const metadata = {
    actor: { kind: "system", id: "test" } as const,
    ...{ commandId: "command", correlationId: "correlation", causationId: "causation" },
    ...{ occurredAt: "2026-01-31T09:00:00.000Z", schemaVersion: 1 },
  };
  return { type, data, id: `event-${position}`, metadata, stream: "test-1", revision: 0, position };
}

const alert = (type: EventType, position?: number) => {
  const ids = { businessId: "business", accountId: "account", alertId: "alert", competitorId: null, placeId: null };
  return recorded("AlertRaised", { ...ids, type, title: "A title", data: eventTypeExamples[type] }, position);
};
const keyEvents = ["ApiKeySuspended", "ApiKeyReactivated", "ApiKeyRevokedByAdmin"].map((type) =>
  recorded(type, { accountId: "account", keyId: "key", reason: null }),
);
const everything = [...(Object.keys(alertTypes) as EventType[]).map((type) => alert(type)), ...keyEvents];
const valuesOf = (event: Recorded, generation = 0) =>
  integrationEvents
    .records(event, generation)
    .map(({ value }) => JSON.parse(value ?? "null") as Readonly<Record<string, unknown>>);

test("every type of the catalogue is published as the schema declares, and nothing with a member too few", () => {
  const values = everything.flatMap((event) => valuesOf(event));
  for (const value of values) expect([isDeclared(value), isDeclared.errors]).toEqual([true, null]);
  expect([...new Set(values.map(({ type }) => type))].sort()).toEqual(Object.keys(eventTypes).sort());
  for (const value of values)
    for (const member of Object.keys(value).filter((name) => name !== "businessid"))
      expect(isDeclared(Object.fromEntries(Object.entries(value).filter(([name]) => name !== member)))).toBe(false);
});

test("attributes are named as CloudEvents wants them, and none is null", () => {
  for (const value of everything.flatMap((event) => valuesOf(event)))
    for (const [name, attribute] of Object.entries(value)) {
      expect(name).toMatch(/^[a-z0-9]{1,20}$/);
      expect(attribute).not.toBeNull();
    }
});

test("the key is the business, or the account where no business is concerned", () => {
  const keys = (event: Recorded | undefined) =>
    event === undefined ? [] : integrationEvents.records(event, 0).map(({ key }) => key);
  expect(keys(alert("business.rating_change"))).toEqual(["business", "business"]);
  expect(keys(keyEvents[0])).toEqual(["account"]);
});

test("the sequence grows with the position, within one event, and over a move to a log with smaller positions", () => {
  const type = "business.rating_change";
  const sequences = [
    ...valuesOf(alert(type, 9)),
    ...valuesOf(alert(type, 10)),
    ...valuesOf(alert(type, Number.MAX_SAFE_INTEGER)),
    ...valuesOf(alert(type, 3), 1),
  ].map(({ sequence }) => String(sequence));
  expect(sequences).toEqual([...new Set(sequences)].sort());
});

test("a removal is a tombstone under the business's key", () => {
  const removed = recorded("BusinessRemoved", { businessId: "business", accountId: "account" });
  expect(integrationEvents.records(removed, 0)).toEqual([{ key: "business", value: null, headers: { position: "7" } }]);
});

test("data that is too large for a record is left out, and where it is stands there in its place", () => {
  const place = { businessId: "business", accountId: "account", alertId: "alert", competitorId: null, placeId: null };
  const large = recorded("AlertRaised", {
    ...{ ...place, type: "business.rating_change", title: "A title" },
    data: { ...eventTypeExamples["business.rating_change"], padding: "ø".repeat(250_000) },
  });
  const values = valuesOf(large);
  expect(values.map(({ dataref, data }) => [dataref, data])).toEqual([
    ["/api/v1/events", undefined],
    ["/api/v1/events", undefined],
  ]);
  for (const value of values) expect([isDeclared(value), isDeclared.errors]).toEqual([true, null]);
  expect(integrationEvents.records(large, 0).every(({ value }) => Buffer.byteLength(value ?? "") < 10_000)).toBe(true);
});
