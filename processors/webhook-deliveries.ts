/** Turns public events into signed deliveries: one per subscribed endpoint, numbered and chained so that a receiver can prove it missed nothing. */
import { createHash } from "node:crypto";
import type { AlertEvent } from "../domain/alerts";
import type { ApiKeyEvent } from "../domain/api-keys";
import { eventTypeExamples } from "../domain/event-type-examples";
import { API_VERSION, type EventType } from "../domain/event-types";
import type { Recorded } from "../domain/fold/event";
import type { WebhookEvent } from "../domain/webhooks";
import { processManager, type Intent, type Reaction } from "../infra/process-manager/process-manager";

/** What the manager knows of an endpoint. `digest` is the SHA-256 of the body it was sent last, in hex. */
interface Endpoint {
  readonly events: readonly EventType[];
  readonly active: boolean;
  readonly sequence: number;
  readonly digest: string | null;
}
/** One instance per account: its endpoints by id. */
export interface Receivers {
  readonly endpoints: Readonly<Record<string, Endpoint>>;
}

/** One delivery to store. `held` is true where the endpoint is paused: it is kept and sent on resume. */
export interface DeliverIntent {
  readonly accountId: string;
  readonly businessId: string | null;
  readonly endpointId: string;
  readonly type: EventType;
  readonly body: string;
  readonly sequence: number | null;
  readonly lane: "fresh" | "manual";
  readonly held: boolean;
  /** Where the delivery was promised an id before it was stored; otherwise the intent's id is the delivery's. */
  readonly deliveryId: string | null;
}

/** A public event as it is told, whoever receives it. */
interface Message {
  readonly id: string;
  readonly type: EventType;
  readonly businessId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const ofAccount = (event: { data: { accountId: string } }) => event.data.accountId;

function publish<Event extends AlertEvent | ApiKeyEvent>(messagesOf: (event: Recorded<Event>) => readonly Message[]) {
  return {
    instances: (event: Recorded<Event>) => ("accountId" in event.data ? event.data.accountId : []),
    react: (state: Receivers, event: Recorded<Event>): Reaction<Receivers> => {
      let { endpoints } = state;
      const intents: Intent[] = [];
      for (const message of messagesOf(event))
        for (const [endpointId, endpoint] of Object.entries(endpoints)) {
          if (!endpoint.events.includes(message.type)) continue;
          const sequence = endpoint.sequence + 1;
          const body = bodyOf(message, event, sequence, endpoint.digest);
          const held = !endpoint.active;
          const { accountId } = event.data as { accountId: string };
          const { type, businessId } = message;
          intents.push(
            deliver({ accountId, businessId, endpointId, type, body, sequence, lane: "fresh", held, deliveryId: null }),
          );
          endpoints = { ...endpoints, [endpointId]: { ...endpoint, sequence, digest: digestOf(body) } };
        }
      return { state: { endpoints }, intents };
    },
  };
}

function bodyOf(message: Message, event: Recorded, sequence: number | null, previousDigest: string | null): string {
  return JSON.stringify({
    id: message.id,
    type: message.type,
    apiVersion: API_VERSION,
    createdAt: event.metadata.occurredAt,
    businessId: message.businessId,
    position: event.position,
    sequence,
    previousDigest,
    data: message.data,
  });
}

const digestOf = (body: string): string => createHash("sha256").update(body).digest("hex");

const deliver = (payload: DeliverIntent): Intent => ({ kind: "perform", effect: "deliver", payload: { ...payload } });

const ofKey = (type: EventType) =>
  publish<ApiKeyEvent>(({ id, data }) => [
    {
      id: `msg_${id}`,
      type,
      businessId: null,
      data: { keyId: data.keyId, reason: "reason" in data ? data.reason : null },
    },
  ]);

const set = (state: Receivers, endpointId: string, changes: Partial<Endpoint>): Receivers => {
  const endpoint = state.endpoints[endpointId];
  return endpoint === undefined
    ? state
    : { endpoints: { ...state.endpoints, [endpointId]: { ...endpoint, ...changes } } };
};

/** `hold`, `release` and `cancel` concern every delivery of an endpoint that is not yet at an end. */
const toAll = (effect: "hold" | "release" | "cancel", endpointId: string): Intent[] => [
  { kind: "perform", effect, payload: { endpointId } },
];

export const webhookDeliveries = processManager<WebhookEvent | AlertEvent | ApiKeyEvent>()<Receivers>({
  name: "webhook-deliveries",
  initial: { endpoints: {} },
  on: {
    WebhookEndpointRegistered: {
      instances: ofAccount,
      react: (state, { data: { endpointId, events } }) => ({
        state: { endpoints: { ...state.endpoints, [endpointId]: { events, active: true, sequence: 0, digest: null } } },
      }),
    },
    WebhookEndpointResubscribed: {
      instances: ofAccount,
      react: (state, { data }) => ({ state: set(state, data.endpointId, { events: data.events }) }),
    },
    WebhookEndpointPaused: {
      instances: ofAccount,
      react: (state, { data: { endpointId } }) => ({
        state: set(state, endpointId, { active: false }),
        intents: toAll("hold", endpointId),
      }),
    },
    WebhookEndpointResumed: {
      instances: ofAccount,
      react: (state, { data: { endpointId } }) => ({
        state: set(state, endpointId, { active: true }),
        intents: toAll("release", endpointId),
      }),
    },
    WebhookEndpointDeleted: {
      instances: ofAccount,
      react: (state, { data: { endpointId } }) => ({
        state: { endpoints: Object.fromEntries(Object.entries(state.endpoints).filter(([id]) => id !== endpointId)) },
        intents: toAll("cancel", endpointId),
      }),
    },
    WebhookTestRequested: {
      instances: ofAccount,
      react: (state, event) => {
        const { accountId, endpointId, deliveryId, eventType: type } = event.data;
        const message = { id: `msg_${event.id}`, type, businessId: null, data: eventTypeExamples[type] };
        const body = bodyOf(message, event, null, null);
        const test = { accountId, businessId: null, endpointId, type, body, sequence: null, held: false, deliveryId };
        return { state, intents: [deliver({ ...test, lane: "manual" })] };
      },
    },
    WebhookDeliveriesRetried: {
      instances: ofAccount,
      react: (state, { data: { endpointId, deliveryIds } }) => ({
        state,
        intents: [{ kind: "perform", effect: "retry", payload: { endpointId, deliveryIds } }],
      }),
    },
    AlertRaised: publish<Extract<AlertEvent, { type: "AlertRaised" }>>(({ id, data: alert }) => [
      { id: `msg_${id}`, type: alert.type, businessId: alert.businessId, data: alert.data },
      {
        id: `msg_${id}_created`,
        type: "alert.created",
        businessId: alert.businessId,
        data: { alertId: alert.alertId, type: alert.type, title: alert.title, alert: alert.data },
      },
    ]),
    ApiKeySuspended: ofKey("api_key.suspended"),
    ApiKeyReactivated: ofKey("api_key.reactivated"),
    ApiKeyRevokedByAdmin: ofKey("api_key.revoked_by_admin"),
  },
});
