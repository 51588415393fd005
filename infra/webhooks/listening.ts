/** Hears of new deliveries over a connection of its own, and gets a new one where that breaks. */
import type { Pool, PoolClient } from "pg";
import type { Logger } from "../logging/logger";
import { wakeable } from "../process-manager/wakeable";
import type { Clock } from "../time/clock";
import { CHANNEL } from "./delivery-store";

export interface Listening {
  start(): void;
  stop(): Promise<void>;
}

export interface ListeningParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
}

/** `heard` is also called after every new connection, since notices may have been missed before it. */
export function listening({ pool, clock, logger }: ListeningParts, heard: () => void): Listening {
  let client: PoolClient | undefined;
  const loop = wakeable({ clock, logger }, "Listening for webhook deliveries", connect);

  async function connect(): Promise<void> {
    if (client !== undefined) return;
    const fresh = await pool.connect();
    const lost = () => {
      if (client !== fresh) return;
      client = undefined;
      fresh.release(true);
      loop.wake();
    };
    fresh.on("error", lost).on("end", lost).on("notification", heard);
    client = fresh;
    try {
      await fresh.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      if (client === fresh) fresh.release(true);
      client = undefined;
      throw error;
    }
    heard();
  }

  return {
    start: () => loop.wake(),
    async stop() {
      await loop.stop();
      const last = client;
      client = undefined;
      last?.release(true);
    },
  };
}
