/** Steps that one can watch, and a table at the end of what happened and how long each took. */

interface Step {
  readonly step: string;
  readonly outcome: string;
  readonly milliseconds: number;
}

export interface Progress {
  /** Runs a step; what it gives back first is told, what second is the step's result. */
  step<Result>(name: string, run: () => Promise<readonly [string, Result]>): Promise<Result>;
  print(): void;
}

export function createProgress(): Progress {
  const steps: Step[] = [];
  return {
    async step(name, run) {
      process.stdout.write(`${String(steps.length + 1).padStart(2)}. ${name} … `);
      const began = performance.now();
      const [outcome, result] = await run().catch((error: unknown) => {
        console.log("failed.");
        throw error;
      });
      const milliseconds = Math.round(performance.now() - began);
      steps.push({ step: name, outcome, milliseconds });
      console.log(`${outcome} (${milliseconds} ms)`);
      return result;
    },
    print: () => console.table(steps),
  };
}
