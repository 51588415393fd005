/** How long a writer that met a conflict lets others go first. */
import type { Ids } from "../ids/ids";
import type { Clock } from "../time/clock";

/** The first conflicts are most often over by the time the stream was read again. */
const IMMEDIATE_ATTEMPTS = 4;
const PAUSE_MS_MAX = 64;

/** Returns at once for the first attempts; then after a random time whose bound doubles with each further attempt. */
export async function pause(clock: Clock, ids: Ids, attempt: number): Promise<void> {
  if (attempt <= IMMEDIATE_ATTEMPTS) return;
  const bound = Math.min(2 ** (attempt - IMMEDIATE_ATTEMPTS), PAUSE_MS_MAX);
  const milliseconds = (bound * ids.bytes(2).readUInt16BE(0)) / 2 ** 16;
  await new Promise<void>((proceed) => {
    clock.after(milliseconds, proceed);
  });
}
