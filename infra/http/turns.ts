/** One after another for each owner: whoever asks for much at once has it in turn, and leaves room for others. */

export type Turns = <Result>(owner: string, run: () => Promise<Result>) => Promise<Result>;

/** Rejects with `full()` where `waitingMax` of the same owner wait already. */
export function createTurns(waitingMax: number, full: () => Error): Turns {
  const lines = new Map<string, { length: number; last: Promise<unknown> }>();
  return async (owner, run) => {
    const line = lines.get(owner) ?? { length: 0, last: Promise.resolve() };
    if (line.length > waitingMax) throw full();
    lines.set(owner, line);
    line.length += 1;
    const turn = line.last.then(run);
    line.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(owner);
    }
  };
}
