/** Looks all the time who holds each lease, past the proxy, for as long as the database answers. */
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";

export interface Held {
  /** Of one life of a process. */
  readonly holder: string;
  /** Its name, the same after every start. */
  readonly member: string;
}

export interface LeaseWatch {
  /** By the name of the lease; the last that was seen. */
  readonly holders: ReadonlyMap<string, Held>;
  stop(): Promise<void>;
}

const EVERY_MS = 100;
const ANSWER_MS_MAX = 2_000;
const HELD = `SELECT l.kind || ' ' || l.name AS name, l.holder::text AS holder, a.application_name AS member
  FROM operational.leases l
  JOIN operational.lease_holders h ON h.holder = l.holder
  JOIN pg_stat_activity a ON a.pid = h.backend_pid AND a.backend_start = h.backend_start`;

/** `url` is asked again for each connection, because a server that is started again has moved. */
export function watchLeases(url: () => string): LeaseWatch {
  const holders = new Map<string, Held>();
  const state: { over: boolean } = { over: false };

  async function look(): Promise<void> {
    const client = new Client({
      connectionString: url(),
      connectionTimeoutMillis: ANSWER_MS_MAX,
      query_timeout: ANSWER_MS_MAX,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      while (!state.over) {
        const { rows } = await client.query<Held & { name: string }>(HELD);
        for (const { name, holder, member } of rows) holders.set(name, { holder, member });
        await delay(EVERY_MS);
      }
    } finally {
      await Promise.race([client.end().catch(() => undefined), delay(ANSWER_MS_MAX)]);
    }
  }
  async function watch(): Promise<void> {
    // Where the server is what fails at the moment, it is asked again when it is back.
    while (!state.over) await look().catch(() => delay(EVERY_MS));
  }
  const watching = watch();
  return {
    holders,
    async stop() {
      state.over = true;
      await watching;
    },
  };
}
