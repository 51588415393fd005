/** How one tenant talks to the service: what it asks is in the ledger, and what it must never hear becomes an oddity. */
import type { Client, Headers, Tenant } from "../../support/api";
import type { Reply } from "../../support/http-client";
import type { Ledger } from "../ledger";

export interface Conversation {
  /** Undefined where nobody answered to the end. */
  ask(
    kind: string,
    client: Client,
    method: string,
    path: string,
    causes: readonly string[],
    body?: unknown,
  ): Promise<Reply | undefined>;
  /** Whether it is gone; a repetition may be told by one of `gone` that it was gone before. */
  remove(
    kind: string,
    path: string,
    what: string,
    causes: readonly string[],
    gone: readonly string[],
  ): Promise<boolean>;
  /** A read, once; undefined where it was not answered. */
  look(path: string, headers?: Headers): Promise<Reply | undefined>;
  odd(what: string, reply: Pick<Reply, "status" | "text">): void;
  /** Until when a repeated DELETE of it may still be on its way through a process that stands still, by performance.now(). */
  settledAt(what: string): number;
  /** Where what it wrote last stands: a read that names it shows that, whichever process answers. Unknown where the answer got lost. */
  written(): string | undefined;
}

/** Nobody repeats sooner. */
const REPEATED_AFTER_MS = 100;
/** Longer than anything is frozen. */
const UNDER_WAY_MS_MAX = 20_000;
const LOOK_MS_MAX = 6_000;

export function createConversation(name: string, tenant: Tenant, ledger: Ledger): Conversation {
  const settledAt = new Map<string, number>();
  let written: string | undefined;
  const odd: Conversation["odd"] = (what, { status, text }) =>
    void ledger.oddities.push(`${name}: ${what} was answered ${status} ${text.slice(0, 300)}`);

  const ask: Conversation["ask"] = async (kind, client, method, path, causes, body) => {
    const reply = await ledger.ask({ kind, client, method, path, causes, ...(body === undefined ? {} : { body }) });
    const position = reply?.headers["x-service-position"];
    written = typeof position === "string" ? position : undefined;
    return reply;
  };
  return {
    ask,
    odd,
    settledAt: (what) => settledAt.get(what) ?? 0,
    written: () => written,
    async remove(kind, path, what, causes, gone) {
      const began = performance.now();
      const reply = await ask(kind, tenant.browser, "DELETE", path, causes);
      const repeated = performance.now() - began > REPEATED_AFTER_MS;
      if (repeated) settledAt.set(what, performance.now() + UNDER_WAY_MS_MAX);
      if (reply === undefined) return false;
      if (reply.status < 300 || (repeated && gone.includes(String(reply.json?.["code"])))) return true;
      odd(kind, reply);
      return false;
    },
    async look(path, headers = {}) {
      const signal = AbortSignal.timeout(LOOK_MS_MAX);
      const reply = await tenant.api.send("GET", path, { headers, signal }).catch(() => undefined);
      if (reply === undefined || reply.status >= 500) return undefined;
      if (reply.status === 200) return reply;
      odd(`GET ${path}`, reply);
      return undefined;
    },
  };
}
