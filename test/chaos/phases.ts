/** Each phase of a run ends within a time of its own, or the run ends with a sentence that names it and what it waited for. */

/** What it was that did not end; the run ends with it. */
export class Hung extends Error {}

export interface Phases {
  /** How long each took that is over. */
  readonly took: readonly { readonly name: string; readonly ms: number }[];
  /** `open` tells what of it has not ended yet. Rejects with `Hung` when the time is over. */
  pass<Result>(
    name: string,
    msMax: number,
    work: () => Promise<Result>,
    open?: () => readonly string[],
  ): Promise<Result>;
}

export function createPhases(): Phases {
  const took: { name: string; ms: number }[] = [];
  return {
    took,
    async pass(name, msMax, work, open = () => []) {
      const began = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Hung(sentence(name, msMax, open()))), msMax);
      });
      try {
        return await Promise.race([work(), over]);
      } finally {
        clearTimeout(timer);
        took.push({ name, ms: performance.now() - began });
      }
    },
  };
}

function sentence(name: string, msMax: number, open: readonly string[]): string {
  const what = open.length === 0 ? "" : ` Not ended: ${open.join(", ")}.`;
  return `The run hung in its phase "${name}", which did not end within ${Math.round(msMax / 1_000)} s.${what}`;
}
