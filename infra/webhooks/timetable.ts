/** Calls by the service's clock that carry names, so that each can be moved and all can be called off. */
import type { Clock } from "../time/clock";

export interface Timetable {
  /** Replaces the call of the same name. */
  once(name: string, milliseconds: number, run: () => void): void;
  every(name: string, milliseconds: number, run: () => void): void;
  callOff(name: string): void;
  /** Calls off everything for good. */
  stop(): void;
}

export function createTimetable(clock: Clock): Timetable {
  const calls = new Map<string, () => void>();
  let stopped = false;
  const callOff = (name: string) => {
    calls.get(name)?.();
    calls.delete(name);
  };
  const once: Timetable["once"] = (name, milliseconds, run) => {
    callOff(name);
    if (!stopped) calls.set(name, clock.after(milliseconds, run));
  };
  const every: Timetable["every"] = (name, milliseconds, run) => {
    once(name, milliseconds, () => {
      run();
      every(name, milliseconds, run);
    });
  };
  return {
    once,
    every,
    callOff,
    stop() {
      stopped = true;
      for (const name of [...calls.keys()]) callOff(name);
    },
  };
}
