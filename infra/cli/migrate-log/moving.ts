/** Moves the log as the operator's words say, and prints what came of it. */
import type { PoolClient } from "pg";
import { createPool } from "../../postgres/pool";
import { migrate, requireMigrated } from "../../postgres/migrations";
import { openDatabase, requireDatabase, joinDatabase, type OpenDatabase } from "../../composition/database";
import { openEngines } from "../../composition/engines";
import { fillTables } from "../../composition/programs/fill-tables";
import { sides } from "../../composition/programs/log-sides";
import { migrations } from "../../composition/catalogue/migrations";
import { check, copy, endMove, settleIn, type LogMove } from "../../composition/programs/move-log";
import { projections } from "../../composition/catalogue/projections";
import { loadConfig, readDotEnv, type Config } from "../../config/config";
import { loadMasterKey } from "../../config/master-key";
import { FAULTS_MAX, type Checked } from "../../event-log/migration/checking";
import { aloneAtHome } from "../../event-log/migration/home-lock";
import { logHome } from "../../event-log/migration/log-home";
import { engineOf } from "../../event-log/migration/stored-log";
import { createLogger, type Logger } from "../../logging/logger";
import { createProgress, type Progress } from "./progress";
import type { Words } from "./words";

/** For both logs, the map, and what is asked of the database besides. */
const CONNECTIONS_MAX = 8;

/** False where the check found a fault. Throws an Error with a sentence for the operator. */
export async function moveLogAs(words: Words): Promise<boolean> {
  readDotEnv();
  const config = configOf(words);
  const logger = createLogger({ level: "error", stream: process.stderr });
  requireDatabase(config);
  // Before anything is copied: the tables cannot be filled without it. Who only looks makes none.
  const masterKey = words.mode === "check" ? undefined : loadMasterKey(config);
  const progress = createProgress(process.stderr);
  const database = await databaseFor(words, config, logger);
  try {
    const pool = createPool(database, {
      connectionsMax: CONNECTIONS_MAX,
      name: "migrate-log",
      // The switch reads both logs in between, and nobody waits for what it locks.
      idleInTransactionMs: 60_000,
    });
    try {
      const { mode, ...direction } = words;
      const move: LogMove = { pool, open: sides(config, pool, logger), direction, progress };
      if (masterKey === undefined) return await look(move);
      const fillTables = () => fill(words, config, { database, masterKey, logger }, progress);
      await migrate(pool, migrations);
      return await aloneAtHome(pool, (alone) => goOver(move, mode, alone, fillTables));
    } finally {
      await pool.end();
    }
  } finally {
    await database.close();
  }
}

function configOf({ eventstoredb }: Words): Config {
  const env = eventstoredb === undefined ? process.env : { ...process.env, EVENTSTOREDB_URL: eventstoredb };
  return loadConfig(env);
}

/** Who only looks may look beside a running service. */
function databaseFor({ mode }: Words, config: Config, logger: Logger): Promise<OpenDatabase> {
  if (mode === "check") return joinDatabase(config, logger);
  return openDatabase(config, logger, (sentence) => logger.error(sentence));
}

async function look(move: LogMove): Promise<boolean> {
  await requireMigrated(move.pool, migrations);
  return told(await check(move));
}

/** False where the check found a fault; true also where the log has moved already. */
async function goOver(
  move: LogMove,
  mode: Words["mode"],
  alone: PoolClient,
  fillTables: () => Promise<void>,
): Promise<boolean> {
  const { pool, direction } = move;
  const home = await logHome(pool);
  if (home?.kind === direction.to) {
    console.log(`The log is in ${engineOf[direction.to]} already.`);
    if (mode !== "move" || !home.filling) return mode === "move";
  } else {
    const began = performance.now();
    const { known, found, written } = await copy(move);
    const seconds = (performance.now() - began) / 1000;
    const rate = Math.round((found + written) / Math.max(seconds, 0.001));
    console.log(`${written} events copied, ${known + found} found there, in ${seconds.toFixed(1)} s (${rate}/s).`);
    const checked = await check(move);
    if (!told(checked)) {
      console.error("Nothing goes over to the copy.");
      return false;
    }
    if (mode !== "move") return true;
    await settleIn(move, alone, checked);
  }
  await fillTables();
  await endMove(alone);
  console.log(goneOver(direction));
  return true;
}

/** Prints what the check found; true where that is no fault. */
function told({ events, streams, histories, ends, beyond, faults }: Checked): boolean {
  console.table({ events, streams, histories, "end of the log": ends.source, "end of its copy": ends.target, beyond });
  for (const fault of faults) console.error(fault);
  if (faults.length === FAULTS_MAX)
    console.error(`The comparison stopped after ${FAULTS_MAX} faults; there may be more.`);
  if (faults.length > 0) console.error("The logs are not the same.");
  else
    console.log(
      "Every event is in both logs: its id, its time, its contents, its place in its stream and in the order of all.",
    );
  return faults.length === 0;
}

async function fill(
  { to }: Words,
  config: Config,
  parts: { readonly database: OpenDatabase; readonly masterKey: Buffer; readonly logger: Logger },
  progress: Progress,
): Promise<void> {
  const { database: connection, masterKey, logger } = parts;
  const moved = { ...config, eventstoredbUrl: to === "postgres" ? undefined : config.eventstoredbUrl };
  const engines = await openEngines({ config: moved, connection, masterKey, logger, movesLog: true });
  try {
    const tables = projections.map(({ table }) => table);
    await fillTables(engines, tables, (share) => progress.filled(share));
  } finally {
    await engines.close();
  }
}

const goneOver = ({ to }: Pick<Words, "to">): string =>
  to === "eventstoredb"
    ? "The log is in EventStoreDB now. Start the service with EVENTSTOREDB_URL set to it."
    : "The log is in PostgreSQL now. Start the service without EVENTSTOREDB_URL.";
