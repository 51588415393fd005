/** What was asked of the service and what it answered: every order is repeated, word for word, until it is answered for good. */
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "../support/api";
import type { Reply } from "../support/http-client";

/** One request; its name is its Idempotency-Key and its request id, by which the log knows what it caused. */
export interface Order {
  readonly name: string;
  readonly kind: string;
  readonly client: Client;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** The types of which it causes exactly one event where it succeeds. */
  readonly causes: readonly string[];
  attempts: number;
  /** By performance.now(). */
  readonly begunAt: number;
  answeredAt?: number;
  answer?: Reply;
  lastFailure?: string;
}

export type Asked = Omit<Order, "name" | "attempts" | "begunAt" | "answeredAt" | "answer" | "lastFailure">;

export interface Ledger {
  readonly orders: readonly Order[];
  /** What clients saw that no answer of the service should ever be. */
  readonly oddities: string[];
  /** The longest time in which none of all the orders was answered, and when after the first order it began. */
  longestSilence(): { readonly ms: number; readonly afterMs: number };
  /** Asks until it is answered; undefined where the run ended before that. */
  ask(order: Asked): Promise<Reply | undefined>;
  /** Asks those that are still open until they are answered. */
  settle(): Promise<void>;
  /** Those under way give up repeating. */
  close(): void;
  /** From now on orders are repeated again. */
  reopen(): void;
}

const PATIENCE_MS = 4_000;
const PAUSE_MS = 150;
const SETTLE_MS_MAX = 60_000;
/** Not answers but requests to ask again. */
const AGAIN = ["idempotency_in_progress", "rate_limited", "read_position_not_reached"];

export function createLedger(): Ledger {
  const orders: Order[] = [];
  const oddities: string[] = [];
  let closed = false;

  /** Whether it is answered for good. */
  const attempt = async (order: Order): Promise<boolean> => {
    order.attempts += 1;
    const reply = await sendOrder(order).catch((error: unknown) => {
      order.lastFailure = String(error instanceof Error ? (error.stack ?? error.message) : error);
      if (isOurs(error)) oddities.push(`${order.kind} ${order.name}: ${order.lastFailure}`);
      return undefined;
    });
    if (reply === undefined) return false;
    if (reply.status >= 500 || AGAIN.includes(String(reply.json?.["code"]))) {
      order.lastFailure = `${reply.status} ${reply.text}`;
      return false;
    }
    order.answer = reply;
    order.answeredAt = performance.now();
    return true;
  };
  return {
    orders,
    oddities,
    longestSilence() {
      const answered = orders.flatMap(({ answeredAt }) => answeredAt ?? []).sort((a, b) => a - b);
      const first = orders[0]?.begunAt ?? 0;
      const silences = answered.slice(1).map((at, before) => {
        const since = answered[before] ?? at;
        return { ms: at - since, afterMs: since - first };
      });
      return silences.reduce((a, b) => (b.ms > a.ms ? b : a), { ms: 0, afterMs: 0 });
    },
    async ask(asked) {
      const name = `order-${orders.length + 1}`;
      const order: Order = { ...asked, name, attempts: 0, begunAt: performance.now() };
      orders.push(order);
      while (!closed) {
        if (await attempt(order)) break;
        await delay(PAUSE_MS);
      }
      return order.answer;
    },
    async settle() {
      const until = performance.now() + SETTLE_MS_MAX;
      const open = () => orders.filter(({ answer }) => answer === undefined);
      while (open().length > 0 && performance.now() < until) {
        for (const order of open()) await attempt(order);
        await delay(PAUSE_MS);
      }
    },
    close() {
      closed = true;
    },
    reopen() {
      closed = false;
    },
  };
}

/** The same request again, by the same name. */
export function sendOrder({ client, method, path, body, name }: Order): Promise<Reply> {
  return client.send(method, path, {
    headers: { "idempotency-key": name, "x-request-id": name },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body === undefined ? {} : { body }),
  });
}

/** A broken connection is what this is about; an answer that the document does not allow is not. */
function isOurs(error: unknown): boolean {
  // Tests run in a realm of their own, whose Error is another one.
  const { code, name, message } = (error ?? {}) as { code?: unknown; name?: string; message?: string };
  return (
    code === undefined &&
    name !== "TimeoutError" &&
    name !== "AbortError" &&
    !/other side closed|ECONN|socket/i.test(message ?? String(error))
  );
}
