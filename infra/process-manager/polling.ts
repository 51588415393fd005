/** Looks now and then without having been told, and forgets intents that were done long ago. */
import { wakeable } from "../time/wakeable";
import type { Engine } from "./engine";

const PURGE = "DELETE FROM operational.process_intents WHERE status = 'done' AND ended_at < $1";

export interface Polling {
  start(): void;
  stop(): Promise<void>;
}

export function polling(engine: Engine, wakeAll: () => void): Polling {
  const { clock, pool, settings } = engine;
  let callOff: (() => void) | undefined;
  const loop = wakeable(engine, "Looking after process managers", async () => {
    callOff?.();
    callOff = clock.after(settings.pollMs, () => loop.wake());
    wakeAll();
    await pool.query(PURGE, [new Date(clock.now().getTime() - settings.keepDoneMs)]);
  });
  return {
    start: () => loop.wake(),
    async stop() {
      await loop.stop();
      callOff?.();
    },
  };
}
