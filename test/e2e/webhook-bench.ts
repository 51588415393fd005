/** What the specs of webhooks share: a receiver, endpoints registered there, and what has reached them. */
import { expectStatus, type KeyClient, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { createReceiving } from "../support/receiving";
import { sighting } from "../support/sightings";
import { describeOnBothLogs, type Running } from "./on-both-logs";

export interface Registered {
  readonly id: string;
  readonly secret: string;
  readonly path: string;
}
export interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly httpStatus: number | null;
  readonly errorClass: string | null;
  readonly nextRetryAt: string | null;
  readonly attemptsLog: readonly { readonly manual: boolean }[];
}
interface Listed {
  readonly id: string;
  readonly active: boolean;
  readonly pausedReason: string | null;
}

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

export async function register(api: KeyClient, events: readonly string[], path = freshPath()): Promise<Registered> {
  const reply = await api.post("/api/v1/webhooks", { url: `https://${HOST}${path}`, events });
  const { id, secret } = expectStatus(reply, 201) as { id: string; secret: string };
  receiving.secrets.add(secret);
  return { id, secret, path };
}

/** Gives the id of the delivery. */
export async function sendTest(api: KeyClient, { id }: Pick<Registered, "id">): Promise<string> {
  const reply = await api.post(`/api/v1/webhooks/${id}/test`, { eventType: "competitor.rating_change" });
  return (expectStatus(reply, 202) as { deliveryId: string }).deliveryId;
}

export const deliveriesOf = async (api: KeyClient, endpointId: string): Promise<readonly Delivery[]> =>
  expectStatus(await api.get(`/api/v1/webhooks/${endpointId}/deliveries`), 200)["deliveries"] as Delivery[];

export const listed = async (api: KeyClient): Promise<readonly Listed[]> =>
  expectStatus(await api.get("/api/v1/webhooks"), 200)["data"] as Listed[];

/** The bodies at a path, once there are as many. */
export const arrived = (path: string, count: number) =>
  eventually(() => {
    const bodies = receiving.bodiesAt(path);
    expect(bodies).toHaveLength(count);
    return bodies;
  });

export async function track({ api }: Tenant, placeId: string): Promise<void> {
  expectStatus(await api.post("/api/v1/competitors", { name: "Fjord Coffee", place_id: placeId }), 201);
}

/** One observation after the other, each with a rating. */
export async function rate({ api, service }: Running, placeId: string, ...ratings: readonly number[]): Promise<void> {
  for (const rating of ratings) await api.observe(sighting(placeId, service.clock.now(), { listing: { rating } }));
}
