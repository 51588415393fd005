/** One runner per manager over all processes: a session's advisory lock, which goes with its connection. */
import type { PoolClient } from "pg";
import type { Engine, Worker } from "./engine";
import { wakeable } from "./wakeable";
import { CHANNEL } from "./writing";

export interface Duties {
  /** Runs the manager until the signal aborts. */
  lead(manager: string, signal: AbortSignal): Promise<void>;
  /** Another process has left work for this manager. */
  heard(manager: string): void;
  /** Some time has passed, or notices may have been missed. */
  looked(): Promise<void>;
}

export interface Leadership extends Worker {
  leads(manager: string): boolean;
}

interface Led {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Said to all when locks are free again. */
const ANY = "*";
const LOCK = `SELECT name FROM unnest($1::text[]) AS name
  WHERE pg_try_advisory_lock(hashtextextended('process manager ' || name, 0))`;

/** Looks for free locks when woken and at every poll; listens on the connection that holds them. */
export function leadership(engine: Engine, managers: readonly string[], duties: Duties): Leadership {
  const { clock, logger, pool, runner, settings } = engine;
  const led = new Map<string, Led>();
  let client: PoolClient | undefined;
  let callOff: (() => void) | undefined;

  const loop = wakeable(engine, "Looking for process managers that nobody runs", async () => {
    callOff?.();
    callOff = clock.after(settings.pollMs, loop.wake);
    client ??= await connect();
    const free = managers.filter((manager) => !led.has(manager));
    const { rows } = await client.query<{ name: string }>(LOCK, [free]);
    for (const { name } of rows) if (client !== undefined) begin(name);
    await duties.looked();
  });

  async function connect(): Promise<PoolClient> {
    const fresh = await pool.connect();
    const lost = () => {
      if (client !== fresh) return;
      client = undefined;
      logger.warn("The connection that holds the process managers' locks broke; they are free for others.");
      for (const { stop } of led.values()) stop.abort();
      fresh.release(true);
      loop.wake();
    };
    fresh.on("error", lost).on("end", lost);
    fresh.on("notification", ({ payload = "" }) => {
      const [from, manager = ANY] = payload.split(/ (.*)/s);
      if (from === runner) return;
      if (manager === ANY) loop.wake();
      else duties.heard(manager);
    });
    try {
      await fresh.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      fresh.release(true);
      throw error;
    }
    return fresh;
  }

  function begin(manager: string): void {
    const stop = new AbortController();
    const done = duties
      .lead(manager, stop.signal)
      .catch((error: unknown) => logger.warn({ err: error, manager }, "A process manager stopped running and starts again."))
      .finally(() => {
        led.delete(manager);
        if (!stop.signal.aborted || client === undefined) loop.wake();
      });
    led.set(manager, { stop, done });
  }

  return {
    wake: loop.wake,
    leads: (manager) => led.has(manager),
    async stop() {
      await loop.stop();
      callOff?.();
      const running = [...led.values()];
      for (const { stop } of running) stop.abort();
      await Promise.all(running.map(({ done }) => done));
      const last = client;
      client = undefined;
      if (last === undefined) return;
      try {
        await last.query("SELECT pg_advisory_unlock_all(), pg_notify($1, $2)", [CHANNEL, `${runner} ${ANY}`]);
      } finally {
        last.release(true);
      }
    },
  };
}
