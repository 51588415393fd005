/** Hears of new work over a connection of its own, and gets a new one where that breaks. */
import type { Pool, PoolClient } from "pg";
import type { Logger } from "../logging/logger";
import type { Clock } from "../time/clock";
import { wakeable } from "../time/wakeable";

export interface Listening {
  start(): void;
  stop(): Promise<void>;
}

export interface ListeningParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn">;
  /** Of Postgres. */
  readonly channel: string;
}

/** `heard` gets a notice's payload; after every new connection null, since notices may have been missed before it. */
export function listening(
  { pool, clock, logger, channel }: ListeningParts,
  heard: (payload: string | null) => void,
): Listening {
  let client: PoolClient | undefined;
  const loop = wakeable({ clock, logger }, `Listening on the channel "${channel}"`, connect);

  async function connect(): Promise<void> {
    if (client !== undefined) return;
    const fresh = await pool.connect();
    const lost = () => {
      if (client !== fresh) return;
      client = undefined;
      fresh.release(true);
      loop.wake();
    };
    fresh
      .on("error", lost)
      .on("end", lost)
      .on("notification", ({ payload = "" }) => heard(payload));
    client = fresh;
    try {
      await fresh.query(`LISTEN ${channel}`);
    } catch (error) {
      if (client === fresh) fresh.release(true);
      client = undefined;
      throw error;
    }
    heard(null);
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
