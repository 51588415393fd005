/** One move of a log at a time, whoever starts another on the same database. */
import type { Pool } from "pg";
import { systemClock } from "../../time/clock";
import { CopyRefused } from "./stored-log";

const MOVE_LOCK = 4_201_867_310;
/** The database takes this long to notice that one who was killed is gone. */
const TRIES = 20;
const LOOK_AGAIN_MS = 250;

/** Throws CopyRefused where somebody else moves the log. */
export async function inTurnAlone<Result>(pool: Pool, run: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  const ignore = (): void => undefined;
  client.on("error", ignore);
  try {
    for (let tries = 1; ; tries += 1) {
      const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [MOVE_LOCK]);
      if (rows[0]?.mine === true) break;
      if (tries === TRIES) throw new CopyRefused("Somebody else is moving the log of this database.");
      await new Promise<void>((resolve) => void systemClock.after(LOOK_AGAIN_MS, resolve));
    }
    return await run();
  } finally {
    // With the connection the lock is given back.
    client.release(true);
  }
}
