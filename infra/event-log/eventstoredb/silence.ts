/**
 * Silence, counted in the time in which this process could have heard something: a process that was busy, or did not run, finds
 * what has come meanwhile only after its timers have rung, and would take an answer that lies there for one that never came.
 */
export interface Silence {
  /** Something came: it counts from the beginning again. */
  heard(): void;
  /** Nobody listens any more. */
  end(): void;
}

/** A process that stands still for however long has been silent to itself for one of these at most. */
const SLICES = 5;

/** Calls `lasted` once, after that many milliseconds of silence. */
export function countSilence(milliseconds: number, lasted: () => void): Silence {
  let left = SLICES;
  let over = false;
  const end = (): void => {
    over = true;
    clearInterval(timer);
  };
  const timer = setInterval(() => {
    left -= 1;
    // What lies in the sockets is taken in before the last slice counts.
    if (left <= 0) setImmediate(decide);
  }, milliseconds / SLICES);
  const decide = (): void => {
    if (over || left > 0) return;
    end();
    lasted();
  };
  return {
    heard: () => {
      left = SLICES;
    },
    end,
  };
}
