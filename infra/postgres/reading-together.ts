/** Reads that wait at the same moment go to the database as one statement; each begins after it was asked for, as if alone. */
import { isConnectionLoss } from "./connection-loss";

export interface ReadingTogether<Asked, Found> {
  /** What each of them finds, in the same order. All or nothing where it throws. */
  readonly read: (asked: readonly Asked[]) => Promise<readonly Found[]>;
  /** 64 unless told. */
  readonly togetherMax?: number;
  /** Statements under way at a time; SIDE_BY_SIDE_MAX unless told. */
  readonly sideBySideMax?: number;
}

/** With more, fewer share a statement, which costs more than what it reads. */
export const SIDE_BY_SIDE_MAX = 2;

interface Waiting<Asked, Found> {
  readonly asked: Asked;
  readonly resolve: (found: Found) => void;
  readonly reject: (error: unknown) => void;
}

/** Nothing is kept: whoever asks later is read for anew. What the database refuses is refused to those alone who asked for it. */
export function readingTogether<Asked, Found>({
  read,
  togetherMax = 64,
  sideBySideMax = SIDE_BY_SIDE_MAX,
}: ReadingTogether<Asked, Found>): (asked: Asked) => Promise<Found> {
  const waiting: Waiting<Asked, Found>[] = [];
  let underWay = 0;
  let gathering = false;

  async function answer(some: readonly Waiting<Asked, Found>[]): Promise<void> {
    try {
      const found = await read(some.map(({ asked }) => asked));
      // Given by index alone: what is found may be undefined.
      some.forEach(({ resolve }, index) => resolve(found[index] as Found));
    } catch (error) {
      if (some.length === 1 || isConnectionLoss(error)) for (const { reject } of some) reject(error);
      else for (const one of some) await answer([one]);
    }
  }

  async function run(): Promise<void> {
    gathering = true;
    underWay += 1;
    // Whatever has already arrived at this process is read first, and what it asks for goes along.
    await new Promise((resolve) => void setImmediate(resolve));
    gathering = false;
    while (waiting.length > 0) await answer(waiting.splice(0, togetherMax));
    underWay -= 1;
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!gathering && underWay < sideBySideMax) void run();
    });
}
