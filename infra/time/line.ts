/** A line before a door that lets few through at a time: it is short, and where there is a clock nobody waits in it for long. */
import type { Clock } from "./clock";

export interface LineLimits {
  /** Those who are inside side by side. */
  readonly atOnce: number;
  /** Those who wait for their turn. */
  readonly waitingMax: number;
  /** How long they wait at most; without end where absent. */
  readonly patience?: { readonly clock: Clock; readonly milliseconds: number };
}

/** Runs what it is given in the order in which it came. Rejects with `refusal()` who finds the line full or waited for too long. */
export type Line = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createLine({ atOnce, waitingMax, patience }: LineLimits, refusal: () => Error): Line {
  const waiting = new Set<() => void>();
  let inside = 0;
  const turn = async (): Promise<void> => {
    if (inside < atOnce) {
      inside += 1;
      return;
    }
    if (waiting.size >= waitingMax) throw refusal();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(enter);
        reject(refusal());
      };
      const cancel = patience?.clock.after(patience.milliseconds, giveUp);
      const enter = () => {
        cancel?.();
        resolve();
      };
      waiting.add(enter);
    });
  };
  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      inside -= 1;
      return;
    }
    // Who leaves hands its place on, so that nobody overtakes.
    waiting.delete(next);
    next();
  };
  return async (work) => {
    await turn();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
