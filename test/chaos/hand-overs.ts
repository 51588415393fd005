/** Measures how long work stood still when the process that had it fell: leases, requests under way, and records of a topic. */
import { systemClock } from "../../infra/time/clock";
import { groupOf, type Fault } from "./faults";
import { watchLeases, type LeaseWatch } from "./lease-watch";
import type { Ledger } from "./ledger";
import type { Stage } from "./stage";

export interface HandOver {
  readonly fault: Fault;
  /** By performance.now(). */
  readonly fellAt: number;
  /** By the system's clock, in milliseconds. */
  readonly fellTime: number;
  /** Until the last of what the fallen one had was another's; null where it had nothing, or kept it. */
  movedMs: number | null;
}

export interface HandOvers {
  readonly measured: readonly HandOver[];
  /** A process has fallen, just now. */
  fell(fault: Fault): void;
  /** What fell is back: one that stood still too shortly to lose anything goes on with what it had. */
  back(fault: Fault): void;
  /** A server has, or has come back. */
  serverDown(down: boolean): void;
  /** Whether a server failed as well meanwhile: then nobody could have taken over sooner. */
  isDisturbed(handOver: HandOver): boolean;
  stop(): Promise<void>;
}

const EVERY_MS = 100;
const MOMENT_MS = 500;
const GIVE_UP_MS = 40_000;
/** So long after it goes on again, who stood still has noticed what it lost. */
const NOTICED_MS = 2_000;
/** After that time everybody has noticed that a server is back. */
const SERVER_RECOVERY_MS = 4_000;

interface Waiting {
  readonly handOver: HandOver;
  /** Whether nothing of what it had is still its own. */
  readonly isMoved: () => boolean;
  until: number;
}

export function watchHandOvers({ database }: Stage, ledger: Ledger): HandOvers {
  const leases = watchLeases(() => database.server.url());
  const measured: HandOver[] = [];
  const down: { from: number; to: number }[] = [];
  let waiting: Waiting[] = [];

  const see = (): void => {
    const now = performance.now();
    waiting = waiting.filter(({ handOver, isMoved, until }) => {
      const moved = isMoved();
      if (moved) handOver.movedMs = now - handOver.fellAt;
      return !moved && now < until;
    });
  };
  const seeing = setInterval(see, EVERY_MS);
  return {
    measured,
    fell(fault) {
      const fellAt = performance.now();
      const handOver: HandOver = { fault, movedMs: null, fellAt, fellTime: systemClock.now().getTime() };
      measured.push(handOver);
      const isMoved = groupOf(fault.target) === "api" ? requestsOf(ledger) : leasesOf(leases, fault.target);
      if (isMoved !== undefined) waiting.push({ handOver, isMoved, until: fellAt + GIVE_UP_MS });
    },
    back({ number, kind }) {
      if (kind !== "freeze") return;
      for (const one of waiting)
        if (one.handOver.fault.number === number) one.until = Math.min(one.until, performance.now() + NOTICED_MS);
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
      clearInterval(seeing);
      await leases.stop();
    },
  };
}

/** The names that it held, each until somebody else holds it, or itself in another life. */
function leasesOf({ holders }: LeaseWatch, fallen: string): (() => boolean) | undefined {
  const own = [...holders].filter(([, { member }]) => member === fallen);
  const names = new Map(own.map(([name, { holder }]) => [name, holder]));
  if (names.size === 0) return undefined;
  return () => {
    for (const [name, holder] of names) if (holders.get(name)?.holder !== holder) names.delete(name);
    return names.size === 0;
  };
}

/** The requests that were not answered when it fell, and those of the moment after, at whichever process they were. */
function requestsOf({ orders }: Ledger): () => boolean {
  const until = performance.now() + MOMENT_MS;
  return () =>
    performance.now() > until && orders.every(({ begunAt, answeredAt }) => begunAt > until || answeredAt !== undefined);
}
