/** Waits for what follows from an answered request a moment later. */
const LOOK_AGAIN_MS = 50;
const LOOKS_MAX = 200;

/** Rejects with the sentence where it is not so within ten seconds. */
export async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  throw new Error(otherwise);
}
