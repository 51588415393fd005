/** The webhook endpoints of one account: where they are, what they are told, and with which secrets they verify it. */
import { z } from "zod";
import { eventTypeSchema, type EventType } from "./event-types";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { WEBHOOK_ENDPOINTS_MAX } from "./plans";
import { refuse } from "./refusals";

const ids = { accountId: z.string(), endpointId: z.string() };

export const webhookEvents = defineEvents({
  WebhookEndpointRegistered: z.object({
    ...ids,
    url: personal(z.string()),
    events: z.array(eventTypeSchema),
    secret: personal(z.string()),
  }),
  WebhookEndpointMoved: z.object({ ...ids, url: personal(z.string()) }),
  WebhookEndpointResubscribed: z.object({ ...ids, events: z.array(eventTypeSchema) }),
  WebhookEndpointPaused: z.object({ ...ids, reason: z.enum(["requested", "receiver_gone", "target_refused"]) }),
  WebhookEndpointResumed: z.object({ ...ids }),
  /** The secret before keeps signing beside the new one until `previousValidUntil`. */
  WebhookSecretRotated: z.object({ ...ids, secret: personal(z.string()), previousValidUntil: z.iso.datetime() }),
  WebhookEndpointDeleted: z.object({ ...ids }),
  WebhookTestRequested: z.object({ ...ids, deliveryId: z.string(), eventType: eventTypeSchema }),
  WebhookDeliveriesRetried: z.object({ ...ids, deliveryIds: z.array(z.string()) }),
});
export type WebhookEvent = EventsOf<typeof webhookEvents>;

export interface WebhookEndpoint {
  readonly endpointId: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly active: boolean;
  readonly secret: string;
  readonly previous: { readonly secret: string; readonly validUntil: string } | null;
}
/** By endpoint id. */
export type WebhookEndpoints = ReadonlyMap<string, WebhookEndpoint>;

export const webhooks = aggregate({
  category: "webhooks",
  owner: "account",
  events: webhookEvents,
  initial: new Map() as WebhookEndpoints,
  evolve: (endpoints, event): WebhookEndpoints => {
    const { endpointId } = event.data;
    const next = new Map(endpoints);
    if (event.type === "WebhookEndpointDeleted") next.delete(endpointId);
    else if (event.type === "WebhookEndpointRegistered") next.set(endpointId, registered(event.data));
    else {
      const endpoint = endpoints.get(endpointId);
      if (endpoint !== undefined) next.set(endpointId, changed(endpoint, event));
    }
    return next;
  },
});

function registered({
  endpointId,
  url,
  events,
  secret,
}: Extract<WebhookEvent, { type: "WebhookEndpointRegistered" }>["data"]) {
  return { endpointId, url, events, secret, active: true, previous: null };
}

function changed(endpoint: WebhookEndpoint, event: WebhookEvent): WebhookEndpoint {
  switch (event.type) {
    case "WebhookEndpointMoved":
      return { ...endpoint, url: event.data.url };
    case "WebhookEndpointResubscribed":
      return { ...endpoint, events: event.data.events };
    case "WebhookEndpointPaused":
      return { ...endpoint, active: false };
    case "WebhookEndpointResumed":
      return { ...endpoint, active: true };
    case "WebhookSecretRotated":
      return {
        ...endpoint,
        secret: event.data.secret,
        previous: { secret: endpoint.secret, validUntil: event.data.previousValidUntil },
      };
    default:
      return endpoint;
  }
}

type WebhookDecision = Decision<WebhookEndpoints, WebhookEvent>;

/** How long the secret before a rotation keeps signing beside the new one. */
export const SECRET_OVERLAP_HOURS = 24;

export const register =
  (endpoint: {
    accountId: string;
    endpointId: string;
    url: string;
    events: EventType[];
    secret: string;
  }): WebhookDecision =>
  (endpoints) => {
    if (endpoints.has(endpoint.endpointId)) return [];
    return endpoints.size >= WEBHOOK_ENDPOINTS_MAX
      ? refuse("webhook_endpoint_quota_reached", `An account can have ${WEBHOOK_ENDPOINTS_MAX} webhook endpoints.`, {
          quota: { name: "webhookEndpoints", limit: WEBHOOK_ENDPOINTS_MAX, used: endpoints.size },
        })
      : [{ type: "WebhookEndpointRegistered", data: endpoint }];
  };

/** A subscription is a set: its order says nothing. */
function sameTypes(some: readonly EventType[], others: readonly EventType[]): boolean {
  return [...new Set(some)].sort().join() === [...new Set(others)].sort().join();
}

/** Only what is given changes. */
export const change = (
  accountId: string,
  endpointId: string,
  changes: { url?: string | undefined; events?: EventType[] | undefined; active?: boolean | undefined },
): WebhookDecision =>
  ofKnown(endpointId, (endpoint) => {
    const ids = { accountId, endpointId };
    const events: WebhookEvent[] = [];
    if (changes.url !== undefined && changes.url !== endpoint.url)
      events.push({ type: "WebhookEndpointMoved", data: { ...ids, url: changes.url } });
    if (changes.events !== undefined && !sameTypes(changes.events, endpoint.events))
      events.push({ type: "WebhookEndpointResubscribed", data: { ...ids, events: changes.events } });
    if (changes.active === false && endpoint.active)
      events.push({ type: "WebhookEndpointPaused", data: { ...ids, reason: "requested" } });
    if (changes.active === true && !endpoint.active) events.push({ type: "WebhookEndpointResumed", data: ids });
    return events;
  });

/** The sender's own decision: the receiver said that it is gone for good, or its address may not be connected to. */
export const pause =
  (accountId: string, endpointId: string, reason: "receiver_gone" | "target_refused"): WebhookDecision =>
  (endpoints) =>
    endpoints.get(endpointId)?.active === true
      ? [{ type: "WebhookEndpointPaused", data: { accountId, endpointId, reason } }]
      : [];

export const rotateSecret = (
  accountId: string,
  endpointId: string,
  secret: string,
  previousValidUntil: string,
): WebhookDecision =>
  ofKnown(endpointId, (endpoint) =>
    endpoint.secret === secret
      ? []
      : [{ type: "WebhookSecretRotated", data: { accountId, endpointId, secret, previousValidUntil } }],
  );

export const remove = (accountId: string, endpointId: string): WebhookDecision =>
  ofKnown(endpointId, () => [{ type: "WebhookEndpointDeleted", data: { accountId, endpointId } }]);

export const requestTest = (
  accountId: string,
  endpointId: string,
  deliveryId: string,
  eventType: EventType,
): WebhookDecision =>
  ofKnown(endpointId, () => [{ type: "WebhookTestRequested", data: { accountId, endpointId, deliveryId, eventType } }]);

/** The caller has made sure that these deliveries are the endpoint's own and failed or dead. */
export const retryDeliveries = (accountId: string, endpointId: string, deliveryIds: string[]): WebhookDecision =>
  ofKnown(endpointId, () =>
    deliveryIds.length === 0
      ? []
      : [{ type: "WebhookDeliveriesRetried", data: { accountId, endpointId, deliveryIds } }],
  );

function ofKnown(
  endpointId: string,
  decide: (endpoint: WebhookEndpoint) => ReturnType<WebhookDecision>,
): WebhookDecision {
  return (endpoints) => {
    const endpoint = endpoints.get(endpointId);
    return endpoint === undefined
      ? refuse("webhook_endpoint_not_found", "There is no such webhook endpoint.")
      : decide(endpoint);
  };
}

/** The secrets that are valid at an instant, the newest first. */
export function secretsAt(endpoint: WebhookEndpoint, now: string): readonly [string, ...string[]] {
  const { secret, previous } = endpoint;
  return previous !== null && now < previous.validUntil ? [secret, previous.secret] : [secret];
}
