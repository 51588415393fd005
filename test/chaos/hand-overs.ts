/** Watches who holds which lease, and measures how long work stood still when whoever had it fell. */
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { Fault } from "./faults";
import type { Stage } from "./stage";

export interface HandOver {
  readonly fault: Fault;
  /** Until the last name that the fallen one held was another's; null where it came back before that, or held none. */
  movedMs: number | null;
  /** A server failed as well: then nobody could have taken over sooner. */
  disturbed: boolean;
}

export interface HandOvers {
  readonly measured: readonly HandOver[];
  /** Who holds each name, by `kind name`. */
  readonly holders: ReadonlyMap<string, string>;
  /** A process has fallen, just now. */
  fell(fault: Fault): void;
  /** A server has, or has come back. */
  serverDown(down: boolean): void;
  stop(): Promise<void>;
}

const EVERY_MS = 100;
const GIVE_UP_MS = 40_000;
const HELD = `SELECT l.kind || ' ' || l.name AS name, l.fence::text AS fence, a.application_name AS member
  FROM operational.leases l
  JOIN operational.lease_holders h ON h.holder = l.holder
  JOIN pg_stat_activity a ON a.pid = h.backend_pid AND a.backend_start = h.backend_start`;

interface Waiting {
  readonly handOver: HandOver;
  readonly names: Set<string>;
  readonly since: number;
}

export function watchHandOvers({ database }: Stage): HandOvers {
  const holders = new Map<string, string>();
  const measured: HandOver[] = [];
  let waiting: Waiting[] = [];
  let isDown = false;
  const state: { over: boolean } = { over: false };

  const see = (): void => {
    waiting = waiting.filter(({ handOver, names, since }) => {
      for (const name of names) if (holders.get(name) !== handOver.fault.target) names.delete(name);
      if (isDown) handOver.disturbed = true;
      const waited = performance.now() - since;
      if (names.size === 0) handOver.movedMs = waited;
      return names.size > 0 && waited < GIVE_UP_MS;
    });
  };
  async function watch(): Promise<void> {
    while (!state.over) {
      const client = new Client({
        connectionString: database.server.url(),
        connectionTimeoutMillis: 2_000,
        query_timeout: 2_000,
      });
      client.on("error", () => undefined);
      try {
        await client.connect();
        while (!state.over) {
          const { rows } = await client.query<{ name: string; member: string }>(HELD);
          for (const { name, member } of rows) holders.set(name, member);
          see();
          await delay(EVERY_MS);
        }
      } catch {
        // The server is what fails at the moment; who holds what is asked again when it is back.
        see();
        await delay(EVERY_MS);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }
  const watching = watch();
  return {
    measured,
    holders,
    fell(fault) {
      const names = [...holders].filter(([, member]) => member === fault.target).map(([name]) => name);
      const handOver: HandOver = { fault, movedMs: null, disturbed: isDown };
      measured.push(handOver);
      if (names.length > 0) waiting.push({ handOver, names: new Set(names), since: performance.now() });
    },
    serverDown(down) {
      isDown = down;
    },
    async stop() {
      state.over = true;
      await watching;
    },
  };
}
