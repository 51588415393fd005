/**
 * Which streams were erased. A server keeps a deleted stream's events readable in its whole log until an operator scavenges
 * it; this register, a stream of its own, keeps them from every reader at once.
 */
import { randomUUID } from "node:crypto";
import type { AppendPipe } from "./append-pipe";
import type { OfficialClient } from "./official-client";
import { parse } from "./recorded";
import { persist, type Patience, type Reads } from "./reads";
import { proposedJson, type WireEvent } from "./wire";

export interface Erasures {
  has(stream: string): boolean;
  /** Learns what other processes erased. */
  refresh(): Promise<void>;
  /** Takes in one of the register's own events; false where it is none. */
  take(event: WireEvent): boolean;
  erase(streams: readonly string[]): Promise<void>;
}

export const REGISTER = "log-erasures";
/** The type of the register's events. */
export const REGISTERED = "StreamsErased";
const NAMES_PER_EVENT = 500;
const AT_ONCE = 16;

export function createErasures(client: OfficialClient, pipe: AppendPipe, reads: Reads, patience: Patience): Erasures {
  const erased = new Set<string>();
  let next = 0;
  const take = (event: WireEvent): boolean => {
    if (event.stream !== REGISTER) return false;
    const data = parse(event.data);
    const names: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "streams") : undefined;
    for (const name of Array.isArray(names) ? names : []) erased.add(String(name));
    return true;
  };
  const register = async (names: readonly string[]): Promise<void> => {
    const event = proposedJson(randomUUID(), REGISTERED, { streams: names }, {});
    await persist("erasing", patience, () => pipe.append({ stream: REGISTER, expected: "any", events: [event] }));
    for (const name of names) erased.add(name);
  };
  return {
    has: (stream) => erased.has(stream),
    take,
    refresh: async () => {
      const news = await reads.stream({
        stream: REGISTER,
        from: next === 0 ? "start" : next,
        backwards: false,
        count: Number.MAX_SAFE_INTEGER,
      });
      for (const event of news) {
        take(event);
        next = Math.max(next, event.revision + 1);
      }
    },
    erase: async (streams) => {
      const names = [...new Set(streams)];
      for (const some of chunks(names, AT_ONCE)) {
        await Promise.all(
          some.map((name) => persist("erasing", patience, () => client.tombstone(name, patience.attemptMs))),
        );
      }
      // Registered last: whoever could still append before must not have been hidden already.
      for (const some of chunks(
        names.filter((name) => !erased.has(name)),
        NAMES_PER_EVENT,
      ))
        await register(some);
    },
  };
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
