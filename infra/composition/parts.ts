/** The parts of a running process: started one after another, and stopped in the opposite order. */

export interface Part {
  /** Rejects where it cannot; then nothing of it runs. */
  start(): Promise<void>;
  /** Takes on nothing more, and resolves when nothing of it is under way. */
  stop(): Promise<void>;
}

/**
 * Resolves with what stops them all. Where one cannot start, or cannot stop, the others are stopped all the same, and the
 * first error is thrown.
 */
export async function startParts(parts: readonly Part[]): Promise<() => Promise<void>> {
  const started: Part[] = [];
  const stop = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const part of started.splice(0).reverse()) await part.stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  for (const part of parts) {
    try {
      await part.start();
      started.push(part);
    } catch (error) {
      await stop().catch(() => undefined);
      throw error;
    }
  }
  return stop;
}
