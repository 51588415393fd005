/** One after another for each owner: whoever asks for much at once has it in turn, and leaves room for others. */
import { createLine, type Line, type LineLimits } from "../time/line";

export type Turns = <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;

/** Rejects with `refusal()` where an owner's line is full, or its wait is over. */
export function createTurns(limits: Omit<LineLimits, "atOnce">, refusal: () => Error): Turns {
  const lines = new Map<string, { readonly line: Line; length: number }>();
  return async (owner, work) => {
    const own = lines.get(owner) ?? { line: createLine({ atOnce: 1, ...limits }, refusal), length: 0 };
    lines.set(owner, own);
    own.length += 1;
    try {
      return await own.line(work);
    } finally {
      own.length -= 1;
      if (own.length === 0) lines.delete(owner);
    }
  };
}
