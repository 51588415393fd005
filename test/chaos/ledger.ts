/** What was asked of the service and what it answered: every order is repeated, word for word, until it is answered for good. */
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "../support/api";
import type { Reply } from "../support/http-client";

/** One request; its name is its Idempotency-Key and its request id, by which the log knows what it caused. */
export interface Order {
  readonly name: string;
  readonly kind: string;
  readonly client: Pick<Client, "send">;
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
  /** The longest time of the load in which none of all the orders was answered, and when after the first order it began. */
  longestSilence(): { readonly ms: number; readonly afterMs: number };
  /** Asks until it is answered; undefined where it was not before everybody gave up. */
  ask(order: Asked): Promise<Reply | undefined>;
  /** The load is over: whoever is not answered after so much time gives up. */
  endWithin(milliseconds: number): void;
  /** Nobody asks again any more. */
  gaveUp(): boolean;
}

/** Doubled each time: who is asked again somewhere else answers soon, unless the machine itself has no time. */
const PATIENCE_MS_MIN = 4_000;
const PATIENCE_MS_MAX = 16_000;
/** Doubled each time, so that clients do not keep a machine busy that has little time for answers. */
const PAUSE_MS_MIN = 100;
const PAUSE_MS_MAX = 1_000;
/** Not answers but requests to ask again. */
const AGAIN = ["idempotency_in_progress", "rate_limited", "too_many_attempts", "read_position_not_reached"];

export function createLedger(): Ledger {
  const orders: Order[] = [];
  const oddities: string[] = [];
  const load = { endedAt: Infinity, giveUpAt: Infinity };
  const gaveUp = () => performance.now() > load.giveUpAt;
  return {
    orders,
    oddities,
    gaveUp,
    longestSilence: () => longestSilence(orders, load.endedAt),
    async ask(asked) {
      const name = `order-${orders.length + 1}`;
      const order: Order = { ...asked, name, attempts: 0, begunAt: performance.now() };
      orders.push(order);
      while (!gaveUp() && !(await isAnswered(order, oddities)))
        await delay(Math.min(PAUSE_MS_MIN * 2 ** (order.attempts - 1), PAUSE_MS_MAX));
      return order.answer;
    },
    endWithin(milliseconds) {
      load.endedAt = Math.min(load.endedAt, performance.now());
      load.giveUpAt = performance.now() + milliseconds;
    },
  };
}

/** Asks once; whether it is answered for good. */
async function isAnswered(order: Order, oddities: string[]): Promise<boolean> {
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
}

function longestSilence(orders: readonly Order[], endedAt: number): { ms: number; afterMs: number } {
  const first = orders[0]?.begunAt ?? 0;
  const answered = orders.flatMap(({ answeredAt }) => answeredAt ?? []).filter((at) => at < endedAt);
  const times = [...answered.sort((a, b) => a - b), ...(endedAt === Infinity ? [] : [endedAt])];
  const silences = times.slice(1).map((at, before) => {
    const since = times[before] ?? at;
    return { ms: at - since, afterMs: since - first };
  });
  return silences.reduce((a, b) => (b.ms > a.ms ? b : a), { ms: 0, afterMs: 0 });
}

/** The same request again, by the same name. */
export function sendOrder({ client, method, path, body, name, attempts }: Order): Promise<Reply> {
  const patienceMs = Math.min(PATIENCE_MS_MIN * 2 ** Math.max(0, attempts - 1), PATIENCE_MS_MAX);
  return client.send(method, path, {
    headers: { "idempotency-key": name, "x-request-id": name },
    signal: AbortSignal.timeout(patienceMs),
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
