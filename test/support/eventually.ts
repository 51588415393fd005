/** The one permitted wait: until something holds, with a deadline. */

const INTERVAL_MS = 10;

export interface EventuallyOptions {
  readonly timeoutMs?: number;
}

/** Repeats the assertion until it passes and returns its value; past the deadline it throws what the assertion threw last. */
export async function eventually<Result>(
  assertion: () => Result | Promise<Result>,
  { timeoutMs = 15_000 }: EventuallyOptions = {},
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
    await new Promise((settle) => setTimeout(settle, INTERVAL_MS));
  }
}
