/** The other end of a worker: answers what the bench asks, and ends with it. */

type Methods = Readonly<Record<string, (argument: never) => unknown>>;

interface Question {
  readonly id: number;
  readonly method: string;
  readonly argument: unknown;
}

export function serve(methods: Methods): void {
  const answer = async ({ id, method, argument }: Question): Promise<void> => {
    try {
      const asked = methods[method];
      if (asked === undefined) throw new Error(`It knows no ${method}.`);
      process.send?.({ id, result: await asked(argument as never) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  process.on("message", (question: Question) => void answer(question));
  process.once("disconnect", () => process.exit());
}
