/** Waiting in real time. */
import { setTimeout as delay } from "node:timers/promises";

export const wait = (ms: number): Promise<void> => delay(ms);

const LOOK_MS = 10;
const PATIENCE_MS = 120_000;

/** Resolves once it is so; rejects with what was waited for after two minutes. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, lookMs = LOOK_MS): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It took too long until ${what}.`);
    await wait(lookMs);
  }
}
