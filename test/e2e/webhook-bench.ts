/** What the specs of webhooks share: a receiver, endpoints registered there, and what has reached them. */
import type { Answer } from "local-business-intelligence-client";
import type { EventType } from "../../domain/event-types";
import { byId, type KeyClient, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { createReceiving } from "../support/receiving";
import { sighting } from "../support/sightings";
import { describeOnBothLogs, type Running } from "./on-both-logs";

export interface Registered {
  readonly id: string;
  readonly secret: string;
  readonly path: string;
}
export type Delivery = Answer<"/api/v1/webhooks/{id}/deliveries", "get">["deliveries"][number];

export const receiving = createReceiving();
export const HOST = "hooks.receiver.test";

let paths = 0;
/** A path of the receiver that no other test uses. */
export const freshPath = (behaviour = "ok") => `/${behaviour}/${(paths += 1)}`;

/** As {@link describeOnBothLogs}, with a service that finds the receiver, and with further settings where told. */
export function describeWebhooks(
  define: (running: Running) => void,
  settings: Readonly<Record<string, string>> = {},
): void {
  beforeAll(() => receiving.open());
  afterAll(() => receiving.close());
  describeOnBothLogs(define, { outbound: receiving.outbound, settings });
}

export async function register({ v1 }: KeyClient, events: EventType[], path = freshPath()): Promise<Registered> {
  const { id, secret } = await v1.post("/api/v1/webhooks", { body: { url: `https://${HOST}${path}`, events } });
  receiving.secrets.add(secret);
  return { id, secret, path };
}

/** Gives the id of the delivery. */
export async function sendTest({ v1 }: KeyClient, { id }: Pick<Registered, "id">): Promise<string> {
  const body = { eventType: "competitor.rating_change" } as const;
  return (await v1.post("/api/v1/webhooks/{id}/test", { ...byId(id), body })).deliveryId;
}

/** Pauses an endpoint, or resumes it. */
export const setActive = ({ v1 }: KeyClient, { id }: Pick<Registered, "id">, active: boolean) =>
  v1.patch("/api/v1/webhooks/{id}", { ...byId(id), body: { active } });

export const deliveriesOf = async ({ v1 }: KeyClient, id: string): Promise<readonly Delivery[]> =>
  (await v1.get("/api/v1/webhooks/{id}/deliveries", byId(id))).deliveries;

export const listed = async ({ v1 }: KeyClient) => (await v1.get("/api/v1/webhooks")).data;

/** The bodies at a path, once there are as many. */
export const arrived = (path: string, count: number) =>
  eventually(() => {
    const bodies = receiving.bodiesAt(path);
    expect(bodies).toHaveLength(count);
    return bodies;
  });

export async function track({ api }: Tenant, placeId: string): Promise<void> {
  await api.v1.post("/api/v1/competitors", { body: { name: "Fjord Coffee", place_id: placeId } });
}

/** One observation after the other, each with a rating. */
export async function rate({ api, service }: Running, placeId: string, ...ratings: readonly number[]): Promise<void> {
  for (const rating of ratings) await api.observe(sighting(placeId, service.clock.now(), { listing: { rating } }));
}
