/** A tenant's API keys: made and revoked, and a revoked one is refused by every process that answers, at once. */
import { allScopes, type Tenant } from "../../support/api";
import { send } from "../../support/http-client";
import type { Seeded } from "../../support/seeded";
import type { Ledger } from "../ledger";
import type { Conversation } from "./conversation";

export interface OwnKeys {
  readonly revokedKeys: readonly string[];
  turn(): Promise<void>;
}

const LOOK_MS_MAX = 6_000;

export function createKeys(
  { ask, odd }: Conversation,
  { tenant, ledger, everyApi, random }: { tenant: Tenant; ledger: Ledger; everyApi: readonly string[]; random: Seeded },
): OwnKeys {
  const keys: { readonly id: string; readonly key: string }[] = [];
  const revokedKeys: string[] = [];

  async function create(): Promise<void> {
    const body = { name: "Chaos", scopes: allScopes };
    const reply = await ask("create-key", tenant.browser, "POST", "/api/keys", ["ApiKeyCreated"], body);
    const { id, key } = (reply?.json ?? {}) as { id?: string; key?: string };
    // Of a key whose answer got lost nobody knows more than that it is there.
    if (id !== undefined && key !== undefined) keys.push({ id, key });
    else if (reply !== undefined && reply.json?.["code"] !== "api_key_shown_before") odd("create-key", reply);
  }
  /** A request that starts after the revocation was answered is refused; a process that is down refuses in its way. */
  async function refuses(url: string, key: string): Promise<void> {
    const headers = { "x-service-key": key, "x-forwarded-for": "10.200.0.1" };
    const signal = AbortSignal.timeout(LOOK_MS_MAX);
    const reply = await send(`${url}/api/v1/competitors`, { headers, signal }).catch(() => undefined);
    if (reply !== undefined && reply.status < 500 && reply.status !== 401)
      ledger.oddities.push(`a revoked key was answered ${reply.status} by ${url}`);
  }
  async function revoke({ id, key }: { readonly id: string; readonly key: string }): Promise<void> {
    const reply = await ask("revoke-key", tenant.browser, "DELETE", `/api/keys/${id}`, ["ApiKeyRevoked"]);
    if (reply === undefined) return;
    if (reply.status !== 204) {
      odd("revoke-key", reply);
      return;
    }
    revokedKeys.push(key);
    await Promise.all(everyApi.map((url) => refuses(url, key)));
  }
  return {
    revokedKeys,
    async turn() {
      const old = keys.shift();
      if (old !== undefined && (keys.length >= 2 || random() >= 0.5)) return revoke(old);
      if (old !== undefined) keys.push(old);
      await create();
    },
  };
}
