/** Remembers data keys for a bounded time and in bounded number; that a key was destroyed outweighs any older knowledge. */
import type { Clock } from "../time/clock";

type Key = Buffer | "destroyed";

export interface KeyCache {
  get(owner: string): Key | undefined;
  /** Takes the time before a query, and gives a way to remember what the query found as known since then. */
  asOfNow(): (owner: string, key: Key) => Key;
  destroyed(owner: string): void;
}

/** Keeps at most `entriesMax` keys, the least recently used leaving first; each is asked for anew after `ageMsMax`. */
export function createKeyCache(clock: Clock, entriesMax: number, ageMsMax: number): KeyCache {
  const entries = new Map<string, { readonly key: Key; readonly since: number }>();

  function put(owner: string, key: Key, since: number): void {
    entries.delete(owner);
    entries.set(owner, { key, since });
    const oldest = entries.size > entriesMax ? entries.keys().next() : undefined;
    if (oldest?.done === false) entries.delete(oldest.value);
  }

  return {
    get(owner) {
      const entry = entries.get(owner);
      if (entry === undefined) return undefined;
      // A clock that was set back must not prolong a key's life, hence the absolute value.
      const expired = entry.key !== "destroyed" && Math.abs(clock.now().getTime() - entry.since) >= ageMsMax;
      if (expired) {
        entries.delete(owner);
        return undefined;
      }
      put(owner, entry.key, entry.since);
      return entry.key;
    },
    asOfNow() {
      const since = clock.now().getTime();
      return (owner, key) => {
        // The query may have run before a destruction that was recorded here meanwhile.
        const known = entries.get(owner)?.key === "destroyed" ? "destroyed" : key;
        put(owner, known, since);
        return known;
      };
    },
    destroyed: (owner) => put(owner, "destroyed", clock.now().getTime()),
  };
}
