/** Turns public events into signed deliveries: one per subscribed endpoint, numbered and chained so that a receiver can prove it missed nothing. */
import { createHash } from "node:crypto";
import type { AlertEvent } from "../domain/alerts";
import type { ApiKeyEvent } from "../domain/api-keys";
import { eventTypeExamples } from "../domain/event-type-examples";
import { API_VERSION, type EventType } from "../domain/event-types";
import type { Recorded } from "../domain/fold/event";
import type { ByWebhook, NotificationEvent } from "../domain/notifications";
import { publicEvents, publicIdOf, type PublicEvent, type ToldEvent } from "../domain/public-events";
import type { RemovalEvent } from "../domain/removals";
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
  /** By business: of which of its alerts an endpoint is told beside what it is subscribed to. Absent before the first choice. */
  readonly chosen?: Readonly<Record<string, ByWebhook>>;
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

const ofAccount = (event: { data: { accountId: string } }) => event.data.accountId;

/** One delivery for each subscribed endpoint of the account, of each thing that the event tells. */
const publish = <Event extends ToldEvent>(tell: (event: Recorded<Event>) => readonly PublicEvent[]) => ({
  instances: ofAccount,
  react: (state: Receivers, event: Recorded<Event>): Reaction<Receivers> => {
    let { endpoints } = state;
    const intents: Intent[] = [];
    for (const message of tell(event))
      for (const [endpointId, endpoint] of Object.entries(endpoints)) {
        if (!endpoint.events.includes(message.type) && !isChosen(state, message, endpointId)) continue;
        const sequence = endpoint.sequence + 1;
        const body = bodyOf(message, sequence, endpoint.digest);
        const held = !endpoint.active;
        const { accountId, type, businessId } = message;
        intents.push(
          deliver({ accountId, businessId, endpointId, type, body, sequence, lane: "fresh", held, deliveryId: null }),
        );
        endpoints = { ...endpoints, [endpointId]: { ...endpoint, sequence, digest: digestOf(body) } };
      }
    return { state: { ...state, endpoints }, intents };
  },
});

function isChosen({ chosen = {} }: Receivers, { businessId, type }: PublicEvent, endpointId: string): boolean {
  const choice = businessId === null ? undefined : chosen[businessId];
  return choice?.endpointId === endpointId && choice.alerts.some((one) => one === type);
}

const withChoice = (state: Receivers, businessId: string, choice: ByWebhook | null): Receivers => {
  const others = Object.entries(state.chosen ?? {}).filter(([id]) => id !== businessId);
  return { ...state, chosen: Object.fromEntries(choice === null ? others : [...others, [businessId, choice]]) };
};

function bodyOf(message: PublicEvent, sequence: number | null, previousDigest: string | null): string {
  return JSON.stringify({
    id: message.id,
    type: message.type,
    apiVersion: API_VERSION,
    createdAt: message.occurredAt,
    businessId: message.businessId,
    position: message.position,
    sequence,
    previousDigest,
    data: message.data,
  });
}

const digestOf = (body: string): string => createHash("sha256").update(body).digest("hex");

const deliver = (payload: DeliverIntent): Intent => ({ kind: "perform", effect: "deliver", payload: { ...payload } });

const set = (state: Receivers, endpointId: string, changes: Partial<Endpoint>): Receivers => {
  const endpoint = state.endpoints[endpointId];
  return endpoint === undefined
    ? state
    : { ...state, endpoints: { ...state.endpoints, [endpointId]: { ...endpoint, ...changes } } };
};

/** `hold`, `release` and `cancel` concern every delivery of an endpoint that is not yet at an end. */
const toAll = (effect: "hold" | "release" | "cancel", endpointId: string): Intent[] => [
  { kind: "perform", effect, payload: { endpointId } },
];

export const webhookDeliveries = processManager<
  WebhookEvent | AlertEvent | ApiKeyEvent | NotificationEvent | RemovalEvent
>()<Receivers>({
  name: "webhook-deliveries",
  // One fold stores a delivery per subscribed endpoint: a tenth of what the log takes in where ten are subscribed.
  shards: 4,
  initial: { endpoints: {} },
  on: {
    WebhookEndpointRegistered: {
      instances: ofAccount,
      react: (state, { data: { endpointId, events } }) => ({
        state: {
          ...state,
          endpoints: { ...state.endpoints, [endpointId]: { events, active: true, sequence: 0, digest: null } },
        },
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
        state: {
          ...state,
          endpoints: Object.fromEntries(Object.entries(state.endpoints).filter(([id]) => id !== endpointId)),
        },
        intents: toAll("cancel", endpointId),
      }),
    },
    WebhookTestRequested: {
      instances: ofAccount,
      react: (state, event) => {
        const { accountId, endpointId, deliveryId, eventType: type } = event.data;
        const { occurredAt } = event.metadata;
        const { position } = event;
        const data = eventTypeExamples[type];
        const message = { id: publicIdOf(event), type, accountId, businessId: null, data, occurredAt, position };
        const body = bodyOf(message, null, null);
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
    NotificationsChosen: {
      instances: ofAccount,
      react: (state, { data: { businessId, webhook } }) => ({ state: withChoice(state, businessId, webhook) }),
    },
    BusinessRemoved: {
      instances: ofAccount,
      react: (state, { data: { businessId } }) => ({ state: withChoice(state, businessId, null) }),
    },
    AlertRaised: publish(publicEvents.AlertRaised),
    ApiKeySuspended: publish(publicEvents.ApiKeySuspended),
    ApiKeyReactivated: publish(publicEvents.ApiKeyReactivated),
    ApiKeyRevokedByAdmin: publish(publicEvents.ApiKeyRevokedByAdmin),
  },
});
