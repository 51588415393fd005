/** Moves the log as the operator's words say, and prints what came of it. */
import { createPool } from "../../postgres/pool";
import { migrate } from "../../postgres/migrations";
import { openDatabase, requireDatabase, joinDatabase, type OpenDatabase } from "../../composition/database";
import { openEngines } from "../../composition/engines";
import { fillTables } from "../../composition/programs/fill-tables";
import { sides } from "../../composition/programs/log-sides";
import { migrations } from "../../composition/catalogue/migrations";
import { check, copy, isHome, requireUnused, settleIn, type LogMove } from "../../composition/programs/move-log";
import { projections } from "../../composition/catalogue/projections";
import { loadConfig, readDotEnv, type Config } from "../../config/config";
import { loadMasterKey } from "../../config/master-key";
import type { Checked } from "../../event-log/migration/checking";
import { MOVING } from "../../event-log/migration/in-use";
import { inTurnAlone } from "../../event-log/migration/one-at-a-time";
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
  // Before anything is copied: the tables cannot be filled without it.
  const masterKey = loadMasterKey(config);
  const progress = createProgress(process.stderr);
  requireDatabase(config);
  const database = await databaseFor(words, config, logger);
  try {
    const isWell = await withLogs(words, config, database, logger, progress);
    if (!isWell || words.mode !== "move") return isWell;
    await fill(words, config, { database, masterKey, logger }, progress);
    console.log(goneOver(words));
    return true;
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

/** False where the check found a fault; true also where the log has moved already. */
async function withLogs(
  { mode, ...direction }: Words,
  config: Config,
  database: OpenDatabase,
  logger: Logger,
  progress: Progress,
): Promise<boolean> {
  const pool = createPool(database, { connectionsMax: CONNECTIONS_MAX, name: MOVING });
  const move: LogMove = { pool, open: sides(config, pool, logger), direction, progress };
  try {
    await migrate(pool, migrations);
    if (mode === "check") return told(await check(move));
    return await inTurnAlone(pool, async () => {
      await requireUnused(pool);
      if (await isHome(pool, direction.to)) {
        console.log(`The log is in ${engineOf[direction.to]} already.`);
        return mode === "move";
      }
      const began = performance.now();
      const { found, written } = await copy(move);
      const seconds = (performance.now() - began) / 1000;
      const rate = Math.round((found + written) / Math.max(seconds, 0.001));
      console.log(`${written} events copied, ${found} found there, in ${seconds.toFixed(1)} s (${rate}/s).`);
      const checked = await check(move);
      if (!told(checked)) return false;
      if (mode === "move") await settleIn(move, checked);
      return true;
    });
  } finally {
    await pool.end();
  }
}

/** Prints what the check found; true where that is no fault. */
function told({ events, streams, histories, ends, beyond, faults }: Checked): boolean {
  console.table({ events, streams, histories, "end of the log": ends.source, "end of its copy": ends.target, beyond });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) console.error("The logs are not the same. Nothing goes over to the copy.");
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
  const engines = await openEngines({ config: moved, connection, masterKey, logger });
  try {
    const tables = projections.map(({ table }) => table);
    await fillTables(engines, tables, (share) => progress.filled(share));
  } finally {
    await engines.close();
  }
}

const goneOver = ({ to }: Words): string =>
  to === "eventstoredb"
    ? "The log is in EventStoreDB now. Start the service with EVENTSTOREDB_URL set to it."
    : "The log is in PostgreSQL now. Start the service without EVENTSTOREDB_URL.";
