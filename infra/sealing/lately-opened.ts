/** What was opened a moment ago: all followers of the log are given the same events, and what one of them opened serves the others. */
import type { Recorded } from "../../domain/fold/event";
import { systemClock } from "../time/clock";
import type { DataKey } from "./data-keys";

interface Opened {
  readonly event: Recorded;
  readonly keys: readonly (DataKey | undefined)[];
}

/** Followers come within milliseconds of each other. Nothing that was opened lies in memory for longer because of this. */
const MOMENT_MS = 100;

/**
 * Gives what `open` gave for the very same event a moment ago, if these are still the keys that it was opened with: one that was
 * destroyed is not, so that an erasure holds here as it does for whoever opens by himself.
 */
export function createLatelyOpened() {
  let lately = new WeakMap<Recorded, Opened>();
  let isEnding = false;
  return (stored: Recorded, keys: readonly (DataKey | undefined)[], open: () => Recorded): Recorded => {
    const known = lately.get(stored);
    if (known?.keys.length === keys.length && known.keys.every((key, at) => key === keys[at])) return known.event;
    const event = open();
    lately.set(stored, { event, keys });
    if (isEnding) return event;
    isEnding = true;
    systemClock.after(MOMENT_MS, () => {
      lately = new WeakMap();
      isEnding = false;
    });
    return event;
  };
}
