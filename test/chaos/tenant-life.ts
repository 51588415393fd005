/** What one tenant does, one thing after the other, and what must be so after it. */
import { setTimeout as delay } from "node:timers/promises";
import { allScopes, type Client, type Headers, type Tenant } from "../support/api";
import { send, type Reply } from "../support/http-client";
import type { Seeded } from "../support/seeded";
import type { Ledger } from "./ledger";
import { PLACES } from "./places";
import type { Receiver } from "./receiver";

export interface TenantLife {
  readonly name: string;
  readonly tenant: Tenant;
  readonly isVolatile: boolean;
  /** The competitors that it tracks, as it was answered: id by place. */
  readonly tracked: ReadonlyMap<string, string>;
  /** Endpoints by id, and where each is. */
  readonly endpoints: ReadonlyMap<string, { readonly path: string; active: boolean }>;
  readonly revokedKeys: readonly string[];
  live(over: () => boolean): Promise<void>;
  /** Leaves nothing paused and nothing deleted. */
  rest(): Promise<void>;
}

export interface TenantLifeParts {
  readonly name: string;
  readonly tenant: Tenant;
  readonly isVolatile: boolean;
  readonly ledger: Ledger;
  readonly receiver: Receiver;
  readonly everyApi: readonly string[];
  readonly random: Seeded;
}

const ENDPOINTS_MAX = 3;
/** Nobody repeats sooner. */
const REPEATED_AFTER_MS = 100;
/** Longer than anything is frozen. */
const UNDER_WAY_MS_MAX = 20_000;
/** What a repeated DELETE is told where the one before was done and its answer got lost. */
const COMPETITOR_GONE = ["competitor_not_found"];
const BUSINESS_GONE = ["business_deleted", "business_not_found", "no_active_business"];
const TOLD = ["competitor.rating_change", "alert.created", "api_key.suspended"];

export function createTenantLife(parts: TenantLifeParts): TenantLife {
  const { name, tenant, isVolatile, ledger, receiver, everyApi, random } = parts;
  const tracked = new Map<string, string>();
  const endpoints = new Map<string, { readonly path: string; active: boolean }>();
  const keys: { readonly id: string; readonly key: string }[] = [];
  const revokedKeys: string[] = [];
  const marked = new Map<string, boolean>();
  /** Until then a repeated DELETE may still be on its way through a process that stands still. */
  const settledAt = new Map<string, number>();
  let deleted = false;
  /** Where what it wrote last stands: a read that names it shows that, whichever process answers. Unknown where the answer got lost. */
  let written: string | undefined;

  async function ask(
    kind: string,
    client: Client,
    method: string,
    path: string,
    causes: readonly string[],
    body?: unknown,
  ) {
    const reply = await ledger.ask({ kind, client, method, path, causes, ...(body === undefined ? {} : { body }) });
    const position = reply?.headers["x-service-position"];
    written = typeof position === "string" ? position : undefined;
    return reply;
  }

  /** Whether it is gone; a repetition may be told that it was gone before. */
  async function askToDelete(
    kind: string,
    path: string,
    what: string,
    causes: readonly string[],
    gone: readonly string[],
  ) {
    const began = performance.now();
    const reply = await ask(kind, tenant.browser, "DELETE", path, causes);
    const repeated = performance.now() - began > REPEATED_AFTER_MS;
    if (repeated) settledAt.set(what, performance.now() + UNDER_WAY_MS_MAX);
    if (reply === undefined) return false;
    if (reply.status < 300 || (repeated && gone.includes(String(reply.json?.["code"])))) return true;
    odd(kind, reply);
    return false;
  }

  async function track(): Promise<void> {
    const place = random.pick(PLACES);
    const id = tracked.get(place);
    if (id !== undefined) {
      const removed = await askToDelete(
        "remove",
        `/api/competitors/${id}`,
        place,
        ["CompetitorRemoved"],
        COMPETITOR_GONE,
      );
      if (removed) tracked.delete(place);
      return;
    }
    if (performance.now() < (settledAt.get(place) ?? 0)) return;
    const body = { name: `Rival at ${place}`, place_id: place };
    const causes = ["CompetitorAdded", "CompetitorReactivated"];
    const reply = await ask("add", tenant.api, "POST", "/api/v1/competitors", causes, body);
    const competitor = reply?.json?.["competitor"] as { id: string } | undefined;
    if (competitor !== undefined) tracked.set(place, competitor.id);
    else if (reply !== undefined) odd("add", reply);
  }

  async function hook(): Promise<void> {
    if (endpoints.size < ENDPOINTS_MAX && (endpoints.size === 0 || random() < 0.2)) return register();
    const [id, endpoint] = random.pick([...endpoints]);
    const active = !endpoint.active;
    const causes = [active ? "WebhookEndpointResumed" : "WebhookEndpointPaused"];
    const path = `/api/v1/webhooks/${id}`;
    const reply = await ask(active ? "resume" : "pause", tenant.api, "PATCH", path, causes, { active });
    if (reply?.status === 200) endpoint.active = active;
    else if (reply !== undefined) odd("resume or pause", reply);
  }

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

  async function turnKey(): Promise<void> {
    const old = keys.shift();
    if (old === undefined || (keys.length < 2 && random() < 0.5)) {
      if (old !== undefined) keys.push(old);
      const body = { name: "Chaos", scopes: allScopes };
      const reply = await ask("create-key", tenant.browser, "POST", "/api/keys", ["ApiKeyCreated"], body);
      const { id, key } = (reply?.json ?? {}) as { id?: string; key?: string };
      // Of a key whose answer got lost nobody knows more than that it is there.
      if (id !== undefined && key !== undefined) keys.push({ id, key });
      else if (reply !== undefined && reply.json?.["code"] !== "api_key_shown_before") odd("create-key", reply);
      return;
    }
    const reply = await ask("revoke-key", tenant.browser, "DELETE", `/api/keys/${old.id}`, ["ApiKeyRevoked"]);
    if (reply === undefined) return;
    if (reply.status !== 204) {
      odd("revoke-key", reply);
      return;
    }
    revokedKeys.push(old.key);
    await Promise.all(everyApi.map((url) => refuses(url, old.key)));
  }

  /** A request that starts after the revocation was answered is refused; a process that is down refuses in its way. */
  async function refuses(url: string, key: string): Promise<void> {
    const headers = { "x-service-key": key, "x-forwarded-for": "10.200.0.1" };
    const signal = AbortSignal.timeout(6_000);
    const reply = await send(`${url}/api/v1/competitors`, { headers, signal }).catch(() => undefined);
    if (reply !== undefined && reply.status < 500 && reply.status !== 401)
      ledger.oddities.push(`a revoked key was answered ${reply.status} by ${url}`);
  }

  async function readAlerts(): Promise<void> {
    const reply = await look("/api/v1/alerts?limit=20");
    const alerts = (reply?.json?.["alerts"] ?? []) as { id: string; read: boolean }[];
    if (alerts.length === 0) return;
    const { id } = random.pick(alerts);
    const read = !(marked.get(id) ?? false);
    const causes = [read ? "AlertRead" : "AlertMarkedUnread"];
    const answer = await ask("mark", tenant.api, "PATCH", `/api/v1/alerts/${id}`, causes, { read });
    if (answer?.status === 200) marked.set(id, read);
    else if (answer !== undefined) odd("mark", answer);
  }

  /** Nobody else writes here: what it reads after its own writes is what it was answered. */
  async function readOwn(): Promise<void> {
    if (written === undefined) return;
    const reply = await look("/api/v1/competitors", { "x-service-min-position": written });
    if (reply === undefined) return;
    const read = (reply.json?.["competitors"] as { id: string }[]).map(({ id }) => id).sort();
    const own = [...tracked.values()].sort();
    if (read.join() !== own.join())
      ledger.oddities.push(`${name} read ${read.join()} and was answered ${own.join()} before`);
  }

  async function look(path: string, headers: Headers = {}): Promise<Reply | undefined> {
    const signal = AbortSignal.timeout(6_000);
    const reply = await tenant.api.send("GET", path, { headers, signal }).catch(() => undefined);
    if (reply === undefined || reply.status >= 500) return undefined;
    if (reply.status === 200) return reply;
    odd(`GET ${path}`, reply);
    return undefined;
  }

  async function deleteOrRestore(): Promise<void> {
    const { browser } = tenant;
    if (deleted) {
      if (performance.now() < (settledAt.get("business") ?? 0)) return;
      const path = "/api/businesses/me/restore";
      const body = { businessId: tenant.businessId };
      const reply = await ask("restore", browser, "POST", path, ["BusinessRestored"], body);
      if (reply?.status === 200) deleted = false;
      else if (reply !== undefined) odd("restore", reply);
      return;
    }
    const causes = ["BusinessDeletionRequested"];
    deleted = await askToDelete("delete", "/api/businesses/me/delete", "business", causes, BUSINESS_GONE);
  }

  function odd(what: string, { status, text }: Reply): void {
    ledger.oddities.push(`${name}: ${what} was answered ${status} ${text.slice(0, 300)}`);
  }

  async function act(): Promise<void> {
    if (deleted) return deleteOrRestore();
    const chance = random();
    if (isVolatile && chance < 0.06) return deleteOrRestore();
    if (chance < 0.45) return track();
    if (chance < 0.55) return hook();
    if (chance < 0.65) return turnKey();
    if (chance < 0.8) return readAlerts();
    return readOwn();
  }
  return {
    ...{ name, tenant, isVolatile, tracked, endpoints, revokedKeys },
    async live(over) {
      await register();
      while (!over()) {
        await act();
        await delay(random.between(30, 200));
      }
    },
    async rest() {
      while (deleted) {
        await deleteOrRestore();
        await delay(200);
      }
      for (const [id, endpoint] of endpoints) {
        if (endpoint.active) continue;
        const causes = ["WebhookEndpointResumed"];
        await ask("resume", tenant.api, "PATCH", `/api/v1/webhooks/${id}`, causes, { active: true });
        endpoint.active = true;
      }
    },
  };
}
