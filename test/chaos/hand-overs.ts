/** Measures how long work stood still when the process that had it fell: leases, requests under way, and records of a topic. */
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { systemClock } from "../../infra/time/clock";
import { groupOf, type Fault } from "./faults";
import type { Ledger } from "./ledger";
import type { Stage } from "./stage";

export interface HandOver {
  readonly fault: Fault;
  /** By performance.now(). */
  readonly fellAt: number;
  /** By the system's clock, in milliseconds. */
  readonly fellTime: number;
  /** Until the last of what the fallen one had was another's; null where it had nothing, or nobody took it. */
  movedMs: number | null;
}

export interface HandOvers {
  readonly measured: readonly HandOver[];
  /** A process has fallen, just now. */
  fell(fault: Fault): void;
  /** A server has, or has come back. */
  serverDown(down: boolean): void;
  /** Whether a server failed as well meanwhile: then nobody could have taken over sooner. */
  isDisturbed(handOver: HandOver): boolean;
  stop(): Promise<void>;
}

const EVERY_MS = 100;
const MOMENT_MS = 500;
const GIVE_UP_MS = 40_000;
/** After that time everybody has noticed that a server is back. */
const SERVER_RECOVERY_MS = 4_000;
const HELD = `SELECT l.kind || ' ' || l.name AS name, a.application_name AS member
  FROM operational.leases l
  JOIN operational.lease_holders h ON h.holder = l.holder
  JOIN pg_stat_activity a ON a.pid = h.backend_pid AND a.backend_start = h.backend_start`;

interface Waiting {
  readonly handOver: HandOver;
  /** Whether nothing of what it had is still its own. */
  readonly isMoved: () => boolean;
}

export function watchHandOvers({ database }: Stage, ledger: Ledger): HandOvers {
  const holders = new Map<string, string>();
  const measured: HandOver[] = [];
  const down: { from: number; to: number }[] = [];
  let waiting: Waiting[] = [];
  const state: { over: boolean } = { over: false };

  const see = (): void => {
    const now = performance.now();
    waiting = waiting.filter(({ handOver, isMoved }) => {
      const waited = now - handOver.fellAt;
      const moved = isMoved();
      if (moved) handOver.movedMs = waited;
      return !moved && waited < GIVE_UP_MS;
    });
  };
  /** The names that it held, each until somebody else holds it. */
  function leasesOf(member: string): (() => boolean) | undefined {
    const names = new Set([...holders].filter(([, holder]) => holder === member).map(([name]) => name));
    if (names.size === 0) return undefined;
    return () => {
      for (const name of names) if (holders.get(name) !== member) names.delete(name);
      return names.size === 0;
    };
  }
  /** The requests that were not answered when it fell, and those of the moment after, at whichever process they were. */
  function requests(): () => boolean {
    const until = performance.now() + MOMENT_MS;
    return () =>
      performance.now() > until &&
      ledger.orders.every(({ begunAt, answeredAt }) => begunAt > until || answeredAt !== undefined);
  }
  async function look(): Promise<void> {
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
        await delay(EVERY_MS);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  async function watch(): Promise<void> {
    // Where the server is what fails at the moment, it is asked again when it is back.
    while (!state.over) await look().catch(() => delay(EVERY_MS));
  }
  const seeing = setInterval(see, EVERY_MS);
  const watching = watch();
  return {
    measured,
    fell(fault) {
      const handOver: HandOver = {
        ...{ fault, movedMs: null },
        ...{ fellAt: performance.now(), fellTime: systemClock.now().getTime() },
      };
      measured.push(handOver);
      const isMoved = groupOf(fault.target) === "api" ? requests() : leasesOf(fault.target);
      if (isMoved !== undefined) waiting.push({ handOver, isMoved });
    },
    serverDown(isDown) {
      const now = performance.now();
      if (isDown) down.push({ from: now, to: Infinity });
      else for (const one of down) if (one.to === Infinity) one.to = now + SERVER_RECOVERY_MS;
    },
    isDisturbed({ fellAt, movedMs }) {
      const until = fellAt + (movedMs ?? GIVE_UP_MS);
      return down.some(({ from, to }) => from <= until && to >= fellAt);
    },
    async stop() {
      state.over = true;
      clearInterval(seeing);
      await watching;
    },
  };
}
