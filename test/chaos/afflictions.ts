/** Does to the stage what a fault says, and undoes it when its time is over. */
import { setTimeout as delay } from "node:timers/promises";
import type { Member } from "../support/fleet";
import type { Fault, FaultKind } from "./faults";
import type { Proxy } from "./proxy";
import type { Stage } from "./stage";

interface Affliction {
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}
type Afflictions = Readonly<Record<FaultKind, Affliction>>;

const LATE_MS = 120;
const STARTS_MAX = 30;
const START_AGAIN_MS = 500;

/** Resolves when what was done is undone and whoever was killed answers again. */
export async function afflict(stage: Stage, fault: Fault, begun: () => void): Promise<void> {
  const { begin, end } = afflictionsOf(stage, fault.target)[fault.kind];
  begun();
  await begin();
  await delay(fault.forMs);
  await end();
}

function afflictionsOf({ database, peer, broker, fleet }: Stage, target: string): Afflictions {
  if (target === "database") return ofServer(database.proxy, { ...database.server, thaw: database.server.resume });
  if (target === "log" && peer !== undefined) {
    const { kill, restart, freeze, thaw } = peer.server;
    return ofServer(peer.proxy, { kill, start: restart, freeze, thaw });
  }
  if (target === "broker" && broker !== undefined) {
    const { kill, restart } = broker.server;
    // Its clients cannot tell a broker that stands still from a network in which nothing moves.
    return ofServer(broker.proxy, { kill, start: restart, freeze: broker.proxy.hold, thaw: broker.proxy.release });
  }
  const member = fleet.members.find(({ name }) => name === target);
  if (member === undefined) throw new Error(`There is no ${target}.`);
  return ofMember(member);
}

function ofMember(member: Member): Afflictions {
  const unchanged: Affliction = { begin: () => undefined, end: () => undefined };
  const stop = async (): Promise<void> => {
    await member.stop();
  };
  /** As whoever runs such processes does: one that ends at its start, because a server is down, is started again. */
  const start = async (): Promise<void> => {
    for (let tries = 1; ; tries++) {
      try {
        await member.start({ until: "answers" });
        return;
      } catch (error) {
        if (member.state !== "ended" || tries === STARTS_MAX) throw error;
        await delay(START_AGAIN_MS);
      }
    }
  };
  return {
    kill: { begin: member.kill, end: start },
    freeze: { begin: member.freeze, end: member.resume },
    stop: { begin: stop, end: start },
    delay: unchanged,
    cut: unchanged,
  };
}

interface Server {
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(): void;
  thaw(): void;
}

function ofServer(proxy: Proxy, server: Server): Afflictions {
  const killing: Affliction = { begin: server.kill, end: server.start };
  return {
    kill: killing,
    stop: killing,
    freeze: { begin: server.freeze, end: server.thaw },
    delay: { begin: () => proxy.delay(LATE_MS), end: () => proxy.delay(0) },
    cut: { begin: proxy.cut, end: () => undefined },
  };
}
