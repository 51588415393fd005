/**
 * Whoever uses the log of a database shares a lock for as long as it does; who moves the log holds it alone. So a log is not
 * moved under anybody, by whatever name its connections go, and nobody starts while it is being moved.
 */
import type { Pool, PoolClient } from "pg";
import { systemClock } from "../../time/clock";
import { pause, unlessAborted } from "../../time/waiting";
import { LogElsewhere, requireFilled, requireLogAtHome, type LogHome } from "./log-home";
import { CopyRefused, type LogKind } from "./stored-log";

const HOME_LOCK = 4_201_867_310;
const SHARE = "SELECT pg_try_advisory_lock_shared($1) AS mine";
const ALONE = "SELECT pg_try_advisory_lock($1) AS mine";
const SHARERS = `
  SELECT count(*) AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
  WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid::bigint = $1 AND l.objsubid = 1 AND l.mode = 'ShareLock'
    AND l.granted`;
/** The database takes a moment to notice that one who was killed is gone. */
const TRIES = 10;
const LOOK_AGAIN_MS = 250;
/** A connection through which nothing is said may be broken for ever without a word, as after a change of the server. */
const BEAT = { text: "SELECT", query_timeout: 4_000 };
const BEAT_EVERY_MS = 2_000;

export interface AtHome {
  readonly home: LogHome;
  /** From now on the log may be moved. Before the pool ends. */
  leave(): Promise<void>;
}

interface Inside {
  readonly client: PoolClient;
  readonly home: LogHome;
}

/** What else is held for as long as the connection lives; the first time may refuse to stay. */
export type Entered = (client: PoolClient, again: boolean) => Promise<void>;

/**
 * Holds the lock on a connection of the pool, and takes it again where that breaks. `moved` is told, with a sentence, when the
 * log is being moved or was moved in the meantime: nothing may be done any more with what this process knows of it.
 * Throws LogElsewhere with a sentence for the operator, and what `entered` refuses with.
 */
export async function stayAtHome(
  pool: Pool,
  told: LogKind,
  moved: (sentence: string) => void,
  entered: Entered = () => Promise.resolve(),
): Promise<AtHome> {
  const leaving = new AbortController();
  const isLeft = () => leaving.signal.aborted;
  const first = await enter(pool, told, TRIES, (client) => entered(client, false));
  const staying = stay();
  return {
    home: first.home,
    async leave() {
      leaving.abort();
      await staying;
    },
  };

  async function stay(): Promise<void> {
    for (let inside: Inside | undefined = first; inside !== undefined; inside = await enterAgain()) {
      await untilLost(inside.client, leaving.signal);
      // With the connection the lock is given back.
      inside.client.release(true);
    }
  }

  async function enterAgain(): Promise<Inside | undefined> {
    while (!isLeft()) {
      try {
        return await enter(pool, told, 1, (client) => entered(client, true), first.home.moves);
      } catch (error) {
        if (error instanceof LogElsewhere) {
          if (!isLeft()) moved(error.message);
          return undefined;
        }
        await pause(systemClock, LOOK_AGAIN_MS, leaving.signal);
      }
    }
    return undefined;
  }
}

/** `moves` is what a process that was in before knows of the log. */
async function enter(
  pool: Pool,
  told: LogKind,
  tries: number,
  entered: (client: PoolClient) => Promise<void>,
  moves?: number,
): Promise<Inside> {
  const client = await pool.connect();
  try {
    if (!(await got(client, SHARE, tries)))
      throw new LogElsewhere("The log of this database is being moved: wait until `npm run migrate-log` has ended.");
    const home = await requireLogAtHome(client, told);
    requireFilled(home);
    if (home.moves !== (moves ?? home.moves))
      throw new LogElsewhere("The log of this database was moved while this process had no connection to it.");
    await entered(client);
    return { client, home };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Resolves once the connection is broken or answers nothing, or the signal aborts. */
async function untilLost(client: PoolClient, signal: AbortSignal): Promise<void> {
  const broken = new AbortController();
  const lost = () => broken.abort();
  client.once("error", lost).once("end", lost);
  const ended = AbortSignal.any([signal, broken.signal]);
  const isOver = () => ended.aborted;
  while (!isOver()) {
    await pause(systemClock, BEAT_EVERY_MS, ended);
    if (!isOver()) await unlessAborted(client.query(BEAT).catch(lost), ended);
  }
}

/**
 * One move at a time, and nobody who uses the log beside it. What is done on the client that is given is done only while the lock
 * is held. Throws CopyRefused.
 */
export async function aloneAtHome<Result>(pool: Pool, run: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    if (!(await got(client, ALONE, TRIES))) throw new CopyRefused(await inTheWay(client));
    return await run(client);
  } finally {
    client.release(true);
  }
}

async function inTheWay(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ n: number }>(SHARERS, [HOME_LOCK]);
  const n = rows[0]?.n ?? 0;
  if (n === 0) return "Somebody else is moving the log of this database.";
  return `The service is running, or a command of it: ${n} of its processes use this database's log. Stop every one of them first.`;
}

async function got(client: PoolClient, lock: string, tries: number): Promise<boolean> {
  for (let left = tries; ; left -= 1) {
    const { rows } = await client.query<{ mine: boolean }>(lock, [HOME_LOCK]);
    if (rows[0]?.mine === true) return true;
    if (left <= 1) return false;
    await pause(systemClock, LOOK_AGAIN_MS, new AbortController().signal);
  }
}
