/** What fallen processes had claimed of intents and timers is for others. */
import type { Engine } from "./engine";
import { intentQueue } from "./outcomes";
import { timerQueue } from "./timers";
import { CHANNEL } from "./writing";

/** Whether there was anything; every process that performs these managers' intents hears of it. */
export async function freeFallen(
  { pool, clock, logger, runner }: Engine,
  managers: readonly string[],
  fallen: readonly string[],
): Promise<boolean> {
  const now = clock.now();
  const intents = await intentQueue.free(pool, fallen, now);
  const timers = await timerQueue.free(pool, fallen, now);
  if (intents + timers === 0) return false;
  logger.warn({ fallen, intents, timers }, "What processes that fell silent had in hand is taken over.");
  const payloads = managers.map((manager) => `${runner} ${manager}`);
  await pool.query("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload", [CHANNEL, payloads]);
  return true;
}
