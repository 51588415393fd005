/** Appends of this process meet their own events as the live subscription brings them, which saves looking them up. */
import { pause } from "./patience";
import type { WireEvent } from "./wire";

export interface Sighting {
  /** The event as the log holds it; undefined where it did not come by within the time. */
  within(milliseconds: number): Promise<WireEvent | undefined>;
  readonly seen: WireEvent | undefined;
  /** Nobody waits for it any more. */
  drop(): void;
}

export interface Sightings {
  /** Begins to look out for an event; asked for before it is sent, because it may come by before the answer. */
  expect(stream: string, eventId: string): Sighting;
  note(event: WireEvent): void;
}

export function createSightings(): Sightings {
  const expected = new Map<string, (event: WireEvent) => void>();
  const keyOf = (stream: string, eventId: string): string => `${eventId} ${stream}`;
  return {
    note: (event) => {
      if (expected.size > 0) expected.get(keyOf(event.stream, event.id))?.(event);
    },
    expect: (stream, eventId) => {
      const key = keyOf(stream, eventId);
      const arrived = new AbortController();
      let seen: WireEvent | undefined;
      expected.set(key, (event) => {
        seen = event;
        arrived.abort();
      });
      return {
        get seen() {
          return seen;
        },
        within: async (milliseconds) => {
          if (seen === undefined) await pause(milliseconds, arrived.signal);
          return seen;
        },
        drop: () => void expected.delete(key),
      };
    },
  };
}
