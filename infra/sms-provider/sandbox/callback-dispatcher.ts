/** Makes the callbacks that the stand-in has left, each until the service has taken it, but not for ever. */
import { Agent, request } from "undici";
import type { Logger } from "../../logging/logger";
import { leaseQueue, type Lease } from "../../postgres/lease-queue";
import { pause } from "../../time/waiting";
import { SIGNATURE_HEADER, signCallback } from "./callbacks";
import type { Tables } from "./tables";

const CALLBACKS = "operational.sandbox_callbacks";
const ATTEMPTS_MAX = 6;
const BATCH = 10;
const DEADLINE_MS = 5_000;
/** A whole batch may come to its deadline before the lease ends. */
const LEASE_MS = 2 * BATCH * DEADLINE_MS;
/** What another process has left is found so late at most. */
const LOOK_MS = 1_000;
const BUSY_MS = 100;

interface CallbackRow extends Lease {
  readonly number: number;
  readonly business_id: string;
  readonly path: string;
  readonly body: string;
  readonly attempts: number;
}

const queue = leaseQueue<CallbackRow>({ table: CALLBACKS, ready: "true", order: "t.number" });
const NEXT = `SELECT min(available_at) AS next FROM ${CALLBACKS}`;
const DONE = `DELETE FROM ${CALLBACKS} WHERE id = $1 AND fence = $2`;
const LATER = `UPDATE ${CALLBACKS} SET available_at = $3 WHERE id = $1 AND fence = $2`;

export interface DispatcherParts extends Tables {
  readonly logger: Pick<Logger, "warn">;
  readonly key: Buffer;
  /** What the service is told its address is, and what is signed; without a slash at the end. */
  readonly publicUrl: string;
}

export interface CallbackDispatcher {
  /** Something was left. */
  wake(): void;
  /** Makes callbacks to this address of the service until it is stopped, which waits for what is under way. */
  start(listeningUrl: string): () => Promise<void>;
}

/** What is left while nobody makes callbacks stays in the table for whoever starts next. */
export function createCallbackDispatcher(parts: DispatcherParts): CallbackDispatcher {
  const { clock, logger } = parts;
  /** Ends the present wait. */
  let pending = new AbortController();
  const deliver = async (url: string, agent: Agent, stop: AbortSignal): Promise<void> => {
    while (!stop.aborted) {
      pending = new AbortController();
      let quiet = LOOK_MS;
      try {
        if (await round(parts, url, agent, stop)) continue;
        quiet = await quietMs(parts);
      } catch (err) {
        logger.warn({ err }, "The callbacks of the SMS sandbox could not be made; they are tried again.");
      }
      await pause(clock, quiet, pending.signal);
    }
  };
  return {
    wake: () => pending.abort(),
    start(listeningUrl) {
      const agent = new Agent({ headersTimeout: DEADLINE_MS, bodyTimeout: DEADLINE_MS });
      const stop = new AbortController();
      const ended = deliver(listeningUrl, agent, stop.signal);
      return async () => {
        stop.abort();
        pending.abort();
        await ended;
        await agent.close();
      };
    },
  };
}

/** Whether there was anything to do. */
async function round(parts: DispatcherParts, url: string, agent: Agent, stop: AbortSignal): Promise<boolean> {
  const { pool, clock } = parts;
  const claimed = await queue.claim(pool, { now: clock.now(), leaseMs: LEASE_MS, limit: BATCH });
  // In the order in which they were left: of two messages the first is handed in first.
  const rows = [...claimed].sort((one, other) => one.number - other.number);
  for (const [index, row] of rows.entries()) {
    if (stop.aborted) {
      await queue.release(pool, rows.slice(index), clock.now());
      return true;
    }
    await settle(parts, row, await post(parts, row, url, agent));
  }
  return rows.length > 0;
}

/** The status of the answer; undefined where there was none. */
async function post(
  { key, publicUrl }: DispatcherParts,
  { path, body }: CallbackRow,
  url: string,
  agent: Agent,
): Promise<number | undefined> {
  const signature = signCallback(key, { url: `${publicUrl}${path}`, body });
  const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: signature };
  try {
    const answer = await request(`${url}${path}`, { method: "POST", headers, body, dispatcher: agent });
    await answer.body.dump();
    return answer.statusCode;
  } catch {
    return undefined;
  }
}

/** Waits 1, 2, 4, 8 and 16 seconds between its attempts. */
async function settle(
  { pool, clock, logger }: DispatcherParts,
  { id, fence, attempts, business_id: businessId, path }: CallbackRow,
  status: number | undefined,
): Promise<void> {
  const isTaken = status !== undefined && status >= 200 && status < 300;
  if (!isTaken && attempts < ATTEMPTS_MAX) {
    const availableAt = new Date(clock.now().getTime() + 1_000 * 2 ** (attempts - 1));
    await pool.query(LATER, [id, fence, availableAt]);
    return;
  }
  await pool.query(DONE, [id, fence]);
  if (isTaken) return;
  const [endpoint] = path.split("?");
  logger.warn(
    { businessId, endpoint, status },
    "The service did not take a callback of the SMS sandbox; it is given up.",
  );
}

/** How long there is nothing to do, as far as the table knows. */
async function quietMs({ pool, clock }: DispatcherParts): Promise<number> {
  const { rows } = await pool.query<{ next: string | null }>(NEXT);
  const next = rows[0]?.next ?? null;
  if (next === null) return LOOK_MS;
  // What is due and was not claimed is in other hands.
  return Math.min(LOOK_MS, Math.max(BUSY_MS, Date.parse(next) - clock.now().getTime()));
}
