/** A tenant's webhook endpoints: registered, paused and resumed. */
import type { Tenant } from "../../support/api";
import type { Seeded } from "../../support/seeded";
import type { Receiver } from "../receiver";
import type { Conversation } from "./conversation";

export interface OwnEndpoints {
  /** By id, and where each is. */
  readonly endpoints: ReadonlyMap<string, { readonly path: string; active: boolean }>;
  register(): Promise<void>;
  turn(): Promise<void>;
  /** None stays paused. */
  resumeAll(): Promise<void>;
}

const ENDPOINTS_MAX = 3;
const TOLD = ["competitor.rating_change", "alert.created", "api_key.suspended"];

export function createEndpoints(
  { ask, odd }: Conversation,
  { name, tenant, receiver, random }: { name: string; tenant: Tenant; receiver: Receiver; random: Seeded },
): OwnEndpoints {
  const endpoints = new Map<string, { readonly path: string; active: boolean }>();

  async function register(): Promise<void> {
    const path = `/${name}-${endpoints.size + 1}`;
    const body = { url: receiver.urlOf(path.slice(1)), events: TOLD };
    const reply = await ask("register", tenant.api, "POST", "/api/v1/webhooks", ["WebhookEndpointRegistered"], body);
    const { id, secret } = (reply?.json ?? {}) as { id?: string; secret?: string };
    if (id !== undefined && secret !== undefined) {
      receiver.secrets.add(secret);
      endpoints.set(id, { path, active: true });
    } else if (reply !== undefined) odd("register", reply);
  }
  async function set(id: string, active: boolean): Promise<void> {
    const kind = active ? "resume" : "pause";
    const causes = [active ? "WebhookEndpointResumed" : "WebhookEndpointPaused"];
    const reply = await ask(kind, tenant.api, "PATCH", `/api/v1/webhooks/${id}`, causes, { active });
    const endpoint = endpoints.get(id);
    if (reply?.status === 200 && endpoint !== undefined) endpoint.active = active;
    else if (reply !== undefined) odd(kind, reply);
  }
  return {
    endpoints,
    register,
    async turn() {
      if (endpoints.size < ENDPOINTS_MAX && (endpoints.size === 0 || random() < 0.2)) return register();
      const [id, { active }] = random.pick([...endpoints]);
      await set(id, !active);
    },
    async resumeAll() {
      for (const [id, { active }] of endpoints) if (!active) await set(id, true);
    },
  };
}
