/** Lets so many through at once; the others wait in order, and no longer than they may. */
import { NoAnswer } from "./failures";

export interface Bulkhead {
  /** Throws NoAnswer where no place was free before `giveUpAt` (by performance.now()). */
  through<Value>(giveUpAt: number, run: () => Promise<Value>): Promise<Value>;
}

export function createBulkhead(places: number): Bulkhead {
  const waiting = new Set<() => void>();
  let free = places;
  const place = (giveUpAt: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const take = (): void => {
        clearTimeout(timer);
        waiting.delete(take);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(take);
        reject(new NoAnswer(`${places} calls before this one wait for their answers.`));
      }, giveUpAt - performance.now());
      waiting.add(take);
    });
  return {
    through: async (giveUpAt, run) => {
      if (free > 0) free -= 1;
      else await place(giveUpAt);
      try {
        return await run();
      } finally {
        // A place goes from hand to hand: whoever comes between could overtake those who wait.
        const [next] = waiting;
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
