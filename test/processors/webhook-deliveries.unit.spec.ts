/** What receivers are told: every subscribed endpoint once per event, numbered and chained so that a gap shows. */
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { eventTypeExamples } from "../../domain/event-type-examples";
import { alertTypes, eventTypes, type EventType } from "../../domain/event-types";
import type { Recorded } from "../../domain/fold/event";
import type { Intent } from "../../infra/process-manager/process-manager";
import { webhookDeliveries, type DeliverIntent, type Receivers } from "../../processors/webhook-deliveries";

type Given = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

const accountId = "account-1";
const all = Object.keys(eventTypes) as EventType[];

function recorded(event: Given, position: number): Recorded {
  const metadata = {
    actor: { kind: "system", id: "test" } as const,
    commandId: "command",
    correlationId: "correlation",
    causationId: "causation",
    occurredAt: "2026-01-31T09:00:00.000Z",
    schemaVersion: 1,
  };
  return { ...event, id: `event-${String(position)}`, metadata, stream: "test-1", revision: 0, position };
}

/** Folds the events as one account's instance and gathers what was emitted. */
function play(events: readonly Given[]): { readonly state: Receivers; readonly intents: readonly Intent[] } {
  let state: Receivers = { endpoints: {} };
  const intents: Intent[] = [];
  events.forEach((event, index) => {
    const reaction = webhookDeliveries.on[event.type]?.react(state, recorded(event, index + 1), accountId);
    state = reaction?.state ?? state;
    intents.push(...(reaction?.intents ?? []));
  });
  return { state, intents };
}

const performed = (intents: readonly Intent[], effect: string) =>
  intents.flatMap((intent) => (intent.kind === "perform" && intent.effect === effect ? [intent.payload] : []));
const delivered = (events: readonly Given[]) =>
  performed(play(events).intents, "deliver") as unknown as readonly DeliverIntent[];

const registered = (endpointId: string, events: readonly EventType[] = all): Given => ({
  type: "WebhookEndpointRegistered",
  data: { accountId, endpointId, url: "https://a.test", events, secret: "whsec_x" },
});
const alert = (type: EventType = "competitor.rating_change"): Given => ({
  type: "AlertRaised",
  data: {
    accountId,
    businessId: "business-1",
    alertId: "alert-1",
    type,
    title: "A title",
    data: eventTypeExamples[type],
  },
});
const of = (type: string, endpointId: string, more: object = {}): Given => ({
  type,
  data: { accountId, endpointId, ...more },
});

const endpointIds = ["a", "b", "c"];
const anyEndpoint = fc.constantFrom(...endpointIds);
const anyEvent: fc.Arbitrary<Given> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...(Object.keys(alertTypes) as EventType[])).map(alert) },
  {
    weight: 2,
    arbitrary: fc.constant<Given>({ type: "ApiKeySuspended", data: { accountId, keyId: "key-1", reason: null } }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ id: anyEndpoint, events: fc.subarray(all, { minLength: 1 }) })
      .map(({ id, events }) => registered(id, events)),
  },
  anyEndpoint.map((id) => of("WebhookEndpointPaused", id)),
  anyEndpoint.map((id) => of("WebhookEndpointResumed", id)),
  anyEndpoint.map((id) => of("WebhookTestRequested", id, { deliveryId: "d", eventType: "alert.created" })),
  fc
    .record({ id: anyEndpoint, events: fc.subarray(all) })
    .map(({ id, events }) => of("WebhookEndpointResubscribed", id, { events })),
);

test("each endpoint's bodies are numbered without a gap, and each names the digest of the one before", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      // An endpoint is registered once, under an id of its own.
      const seen = new Set<unknown>();
      const once = events.filter(
        ({ type, data }) =>
          type !== "WebhookEndpointRegistered" || (!seen.has(data["endpointId"]) && seen.add(data["endpointId"])),
      );
      for (const endpointId of endpointIds) {
        const chain = delivered(once).filter((one) => one.endpointId === endpointId && one.sequence !== null);
        chain.forEach(({ body, sequence }, index) => {
          const before = chain[index - 1]?.body;
          const previousDigest = before === undefined ? null : createHash("sha256").update(before).digest("hex");
          expect(sequence).toBe(index + 1);
          expect(JSON.parse(body)).toMatchObject({ sequence, previousDigest });
        });
      }
    }),
  );
});

test("an alert is told twice where both are subscribed: as what it is, and as a created alert", () => {
  const types = delivered([registered("a"), alert()]).map(({ type, sequence }) => [type, sequence]);
  expect(types).toEqual([
    ["competitor.rating_change", 1],
    ["alert.created", 2],
  ]);
});

test("an endpoint is told only what it is subscribed to, from its registration to its deletion", () => {
  const events = [alert(), registered("a", ["competitor.rating_change"]), alert(), alert("business.rating_change")];
  const more = [
    of("WebhookEndpointResubscribed", "a", { events: ["business.rating_change"] }),
    alert(),
    alert("business.rating_change"),
  ];
  const told = delivered([...events, ...more, of("WebhookEndpointDeleted", "a"), alert("business.rating_change")]);
  expect(told.map(({ type }) => type)).toEqual(["competitor.rating_change", "business.rating_change"]);
});

test("an endpoint is told once of the alerts that a business chose for it, beside what it is subscribed to", () => {
  const chose = (alerts: readonly EventType[] | null, endpointId = "one"): Given => ({
    type: "NotificationsChosen",
    data: {
      ...{ accountId, businessId: "business-1", email: { alerts: [], complianceStatus: true } },
      webhook: alerts === null ? null : { endpointId, alerts },
    },
  });
  const removed: Given = { type: "BusinessRemoved", data: { accountId, businessId: "business-1" } };
  const endpoints = [registered("one", ["api_key.suspended"]), registered("two", ["competitor.rating_change"])];
  const told = (...events: Given[]) =>
    delivered([...endpoints, ...events]).map(({ endpointId: id, type }) => [id, type]);
  const [one, two] = [
    ["one", "competitor.rating_change"],
    ["two", "competitor.rating_change"],
  ];
  expect(told(alert())).toEqual([two]);
  expect(told(chose(["competitor.rating_change"]), alert())).toEqual([one, two]);
  expect(told(chose(["competitor.rating_change"], "two"), alert())).toEqual([two]);
  expect(told(chose(["competitor.price_change"]), alert())).toEqual([two]);
  expect(told(chose(["competitor.rating_change"]), chose(null), alert())).toEqual([two]);
  expect(told(chose(["competitor.rating_change"]), removed, alert())).toEqual([two]);
  const others = { ...alert(), data: { ...alert().data, businessId: "business-2" } };
  expect(told(chose(["competitor.rating_change"]), others)).toEqual([two]);
  const kept = [of("WebhookEndpointResubscribed", "two", { events: ["api_key.suspended"] }), alert()] as const;
  expect(told(chose(["competitor.rating_change"]), ...kept)).toEqual([one]);
});

test("what happens while an endpoint is paused is stored on hold and goes on in the same chain", () => {
  const events = [registered("a", ["competitor.rating_change"]), alert(), of("WebhookEndpointPaused", "a"), alert()];
  const told = delivered([...events, of("WebhookEndpointResumed", "a"), alert()]);
  expect(told.map(({ held, sequence }) => [held, sequence])).toEqual([
    [false, 1],
    [true, 2],
    [false, 3],
  ]);
});

test("pausing holds, resuming releases and deleting cancels what an endpoint has not been sent yet", () => {
  const changes = ["Paused", "Resumed", "Deleted"].map((change) => of(`WebhookEndpoint${change}`, "a"));
  const { state, intents } = play([registered("a"), registered("b"), ...changes]);
  const effects = intents.map((intent) =>
    intent.kind === "perform" ? [intent.effect, intent.payload["endpointId"]] : [],
  );
  expect(effects).toEqual([
    ["hold", "a"],
    ["release", "a"],
    ["cancel", "a"],
  ]);
  expect(Object.keys(state.endpoints)).toEqual(["b"]);
});

test("a test goes to its endpoint alone, under the id that was promised, and is no link of the chain", () => {
  const asked = of("WebhookTestRequested", "a", { deliveryId: "promised", eventType: "api_key.suspended" });
  const told = delivered([registered("a"), registered("b"), asked, alert()]).filter(
    ({ endpointId }) => endpointId === "a",
  );
  expect(told.map(({ lane, deliveryId, sequence }) => [lane, deliveryId, sequence])).toEqual([
    ["manual", "promised", null],
    ["fresh", null, 1],
    ["fresh", null, 2],
  ]);
});

test("deliveries retried by hand are asked of the sender by their ids", () => {
  const { intents } = play([registered("a"), of("WebhookDeliveriesRetried", "a", { deliveryIds: ["d1", "d2"] })]);
  expect(performed(intents, "retry")).toEqual([{ endpointId: "a", deliveryIds: ["d1", "d2"] }]);
});

test("every body that is told of an alert fits the schema of the catalogue and the position it was raised at", () => {
  for (const type of Object.keys(alertTypes) as EventType[]) {
    const told = delivered([registered("a", [type]), alert(type)]);
    const body = JSON.parse(told[0]?.body ?? "{}") as {
      type: string;
      position: number;
      businessId: string;
      data: unknown;
    };
    expect(body).toMatchObject({ type, position: 2, businessId: "business-1" });
    eventTypes[type].data.parse(body.data);
  }
});
