/** Moves the log from one engine to the other: copies it, checks the copy, and only then makes it the one that is used. */
import type { Pool, PoolClient } from "pg";
import { checkCopy, type Checked } from "../../event-log/migration/checking";
import { copyLog, type Copied } from "../../event-log/migration/copying";
import { logHome, requireSameLog } from "../../event-log/migration/log-home";
import { movePositions } from "../../event-log/migration/moving-positions";
import { createPositionMap } from "../../event-log/migration/position-map";
import { CopyRefused, type LogKind, type StoredLog } from "../../event-log/migration/stored-log";
import { LOG_LOCK } from "../../event-log/postgres/log-lock";
import { inTransaction } from "../../postgres/transaction";
import { emptyTables } from "../../projector/empty-tables";
import { systemClock } from "../../time/clock";
import { recordedChains, type Side } from "./log-sides";

export interface Direction {
  readonly from: LogKind;
  readonly to: LogKind;
}

/** Told of each step, and how far it is; `events` is how many there are in all, where that is known. */
export interface MoveProgress {
  begin(what: "copied" | "compared", events: number | undefined, done: number): void;
  add(events: number): void;
  end(): void;
}

export interface LogMove {
  readonly pool: Pool;
  readonly open: Side;
  readonly direction: Direction;
  readonly progress: MoveProgress;
}

/** Copies what is missing. Throws CopyRefused, and LogUnavailable where another run may go on. */
export async function copy({ pool, open, direction, progress }: LogMove): Promise<Copied> {
  await beginMove(pool, direction);
  return between(open, direction, async (source, target) => {
    const home = await logHome(pool);
    if (source.identity !== undefined && home?.kind === source.kind) await requireSameLog(pool, source.identity);
    const map = createPositionMap(pool);
    progress.begin("copied", await source.size(), await map.count());
    const add = (events: number) => progress.add(events);
    try {
      return await copyLog({ source, target, map, progress: add, pause: waitLonger });
    } finally {
      progress.end();
    }
  });
}

/** Changes nothing. */
export async function check({ pool, open, direction, progress }: LogMove): Promise<Checked> {
  const home = (await logHome(pool))?.kind ?? direction.from;
  const chains = await recordedChains(pool, home === direction.from ? "source" : "target");
  return between(open, direction, async (source, target) => {
    progress.begin("compared", await source.size(), 0);
    const add = (events: number) => progress.add(events);
    try {
      return await checkCopy({ source, target, chains, progress: add });
    } finally {
      progress.end();
    }
  });
}

/**
 * After a check without faults: from here on the database's positions are of the copy, and its read tables are empty until
 * they are filled from it; until then no service starts. All at once, or nothing, and only while `alone` (of `aloneAtHome`) keeps
 * everybody else away. Throws CopyRefused where anything was written since the check.
 */
export async function settleIn({ pool, open, direction }: LogMove, alone: PoolClient, checked: Checked): Promise<void> {
  await between(open, direction, async (source, target) => {
    // What throws in between ends the connection, and so undoes it all.
    await alone.query("BEGIN");
    // Nothing is appended to a log in this database from here on; to one elsewhere nobody writes who runs beside it.
    await alone.query("SELECT pg_advisory_xact_lock($1)", [LOG_LOCK]);
    const { ends } = checked;
    const news = [await source.read(ends.source, 1), await target.read(ends.target, 1)];
    if (checked.beyond > 0 || news.some(({ events }) => events.length > 0))
      throw new CopyRefused("Something was written since the check: run this again, and nothing else beside it.");
    await movePositions(alone);
    await emptyTables(alone);
    const identity = (await target.identity?.given()) ?? null;
    await alone.query(SETTLE, [direction.to, identity]);
    await alone.query(
      `ALTER TABLE event_log.events ${direction.to === "postgres" ? "DISABLE" : "ENABLE"} TRIGGER left_behind`,
    );
    await alone.query("COMMIT");
    if (direction.to === "postgres") await pool.query("ANALYZE event_log.events");
  });
}

/** After the read tables are filled: the service may start. */
export async function endMove(alone: PoolClient): Promise<void> {
  await alone.query("UPDATE operational.log_home SET filling = false");
}

const SETTLE = "UPDATE operational.log_home SET kind = $1, moves = moves + 1, identity = $2, filling = true";
const DIRECTION = `
  UPDATE operational.log_home SET from_kind = $1, to_kind = $2
  WHERE from_kind IS DISTINCT FROM $1 OR to_kind IS DISTINCT FROM $2`;

/** A map of the other direction says nothing. */
async function beginMove(pool: Pool, { from, to }: Direction): Promise<void> {
  await pool.query("INSERT INTO operational.log_home (kind) VALUES ($1) ON CONFLICT DO NOTHING", [from]);
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(DIRECTION, [from, to]);
    if (rowCount !== 0) await client.query("TRUNCATE operational.moved_positions");
  });
}

async function between<Result>(
  open: Side,
  { from, to }: Direction,
  run: (source: StoredLog, target: StoredLog) => Promise<Result>,
): Promise<Result> {
  const source = open(from);
  const target = open(to);
  try {
    return await run(source, target);
  } finally {
    await source.close();
    await target.close();
  }
}

const PAUSE_MS = 250;
const waitLonger = (attempt: number): Promise<void> =>
  new Promise((resolve) => void systemClock.after(PAUSE_MS * 2 ** Math.min(attempt, 5), resolve));
