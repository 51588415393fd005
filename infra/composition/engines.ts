/** Opens the engines that every way of running the service shares: database, log, command runner, projector, processes. */
import type { Knex } from "knex";
import type { Pool } from "pg";
import { operations, PROJECTOR, skipProjectionEvent } from "../../domain/operations";
import { isRefusal } from "../../domain/fold/refusal";
import { createCommandRunner, type DrainableCommandRunner } from "../command-runner/create-command-runner";
import type { Config } from "../config/config";
import type { EventLog } from "../event-log/event-log";
import { createEventStoreLog } from "../event-log/eventstoredb/eventstoredb-log";
import type { AtHome } from "../event-log/migration/home-lock";
import { requireLogAtHome } from "../event-log/migration/log-home";
import { onlyAtHome } from "../event-log/migration/only-at-home";
import { createPostgresLog } from "../event-log/postgres/postgres-log";
import { createIds, type Ids } from "../ids/ids";
import type { Logger } from "../logging/logger";
import { migrate } from "../postgres/migrations";
import { createAskJsonTogether, type AskJson } from "../postgres/json-answers";
import { SIDE_BY_SIDE_MAX } from "../postgres/reading-together";
import { createKnex, createPool, type PostgresConnection } from "../postgres/pool";
import { createProjector } from "../projector/create-projector";
import { createMissingTables } from "../projector/missing-tables";
import type { Projector, ProjectorMetrics } from "../projector/projector";
import { checkEventSchemas } from "../sealing/boot-check";
import { createDataKeys, type DataKeys } from "../sealing/data-keys";
import { createEventVersions, type EventVersions } from "../sealing/event-versions";
import { checkMasterKey } from "../sealing/master-key-check";
import { createSealedLog } from "../sealing/sealed-log";
import { systemClock, type Clock } from "../time/clock";
import { amongEquals, enterHome, toldOf } from "./at-home";
import { aggregates } from "./catalogue/aggregates";
import { migrations } from "./catalogue/migrations";
import { erasures, projections } from "./catalogue/projections";

export interface EngineParts {
  readonly config: Config;
  /** Of the database; the caller closes the server after the engines. */
  readonly connection: PostgresConnection;
  readonly masterKey: Buffer;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly metrics?: ProjectorMetrics;
  /** The caller moves the log, and keeps everybody else away from it. */
  readonly movesLog?: boolean;
  /** The caller is a process of the service, whose settings have to be those of the others. */
  readonly serves?: boolean;
}

export interface Engines {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Names this process among all that share the database. */
  readonly processId: string;
  readonly logger: Logger;
  readonly pool: Pool;
  /** For short questions by key that every request asks; nothing that takes longer stands before them. */
  readonly keyed: Pool;
  readonly read: Knex;
  readonly askJson: AskJson;
  /** For private copies of read tables as they were, and nothing else. */
  readonly past: Pool;
  /** Personal fields are sealed on the way in and open on the way out. */
  readonly log: EventLog;
  /** The same log as it is stored, sealed and in the versions in which events were written. */
  readonly storedLog: EventLog;
  /** How often the log has moved from one engine to the other. */
  readonly logMoves: number;
  readonly dataKeys: DataKeys;
  readonly runner: DrainableCommandRunner;
  readonly projector: Projector;
  /** Closes the log and the pools; whatever uses them is stopped before. */
  close(): Promise<void>;
}

/**
 * Processes of any role may start together, the first of all among them: whoever comes first makes what the others find.
 * Throws a sentence where the database is sealed with another key, goes with a log that is elsewhere, or is served by processes
 * with other settings.
 */
async function prepareDatabase(pool: Pool, parts: EngineParts): Promise<AtHome> {
  const { config, masterKey, logger, movesLog, serves } = parts;
  await migrate(pool, migrations);
  await checkMasterKey(pool, masterKey);
  const entered = serves === true ? amongEquals(config, masterKey) : undefined;
  if (movesLog !== true) return enterHome(pool, config, logger, entered);
  return { home: await requireLogAtHome(pool, toldOf(config)), leave: () => Promise.resolve() };
}

async function openStoredLog(
  { config, connection, logger }: EngineParts,
  pool: Pool,
  clock: Clock,
  versions: EventVersions,
): Promise<EventLog> {
  await createMissingTables(pool, projections);
  checkEventSchemas(aggregates, await versions.stored());
  if (config.eventstoredbUrl === undefined) return createPostgresLog({ pool, connection, clock, logger });
  const log = await createEventStoreLog({ connectionString: config.eventstoredbUrl, logger });
  return onlyAtHome(pool, log, logger).catch(async (error: unknown) => {
    await log.close();
    throw error;
  });
}

function projectorOf(
  { logger, metrics }: EngineParts,
  { pool, log, clock, ids, runner }: Pick<Engines, "pool" | "log" | "clock" | "ids" | "runner">,
): Projector {
  return createProjector({
    pool,
    log,
    projections,
    erasures,
    clock,
    logger,
    ...(metrics === undefined ? {} : { metrics }),
    recordSkip: async (skip) => {
      const commandId = ids.derive("skip", skip.table, String(skip.version), String(skip.position));
      const actor = { kind: "system", id: skip.operator } as const;
      const context = { commandId, correlationId: commandId, causationId: skip.eventId, actor };
      const { position: skippedPosition, eventId: skippedEventId, ...said } = skip;
      const decide = skipProjectionEvent({ ...said, skippedPosition, skippedEventId });
      const recorded = await runner.execute(operations, PROJECTOR, decide, context);
      if (isRefusal(recorded)) throw new Error(recorded.message);
    },
  });
}

/** Connections of its own for each way of reading: whoever reads slowly holds up those alone who read in the same way. */
function openReading(connection: PostgresConnection, onIdleError: (error: Error) => void) {
  const read = createKnex(connection, { connectionsMax: 8 });
  const keyed = createPool(connection, { connectionsMax: 4, name: "keyed", planned: "once", onIdleError });
  // A list's statements side by side each find a connection.
  const lists = createPool(connection, {
    connectionsMax: SIDE_BY_SIDE_MAX,
    name: "lists",
    planned: "once",
    onIdleError,
  });
  const past = createPool(connection, {
    connectionsMax: 2,
    name: "time-travel",
    // It locks nothing that others want, and folds between its statements.
    idleInTransactionMs: 60_000,
    onIdleError,
  });
  return {
    read,
    askJson: createAskJsonTogether((question) => lists.query(question)),
    keyed,
    past,
    end: () => Promise.all([read.destroy(), keyed.end(), lists.end(), past.end()]),
  };
}

/** Migrates the database and checks that the program understands every event that the log may hold. */
export async function openEngines(parts: EngineParts): Promise<Engines> {
  const { masterKey, logger, clock = systemClock } = parts;
  const ids = createIds(clock);
  const processId = ids.next();
  const connection = { ...parts.connection, process: processId };
  let closing = false;
  const onIdleError = (err: Error) => {
    if (!closing) logger.warn({ err }, "An idle database connection broke.");
  };
  const pool = createPool(connection, { connectionsMax: 30, onIdleError });
  let atHome: AtHome | undefined;
  const endPool = async (error: unknown): Promise<never> => {
    await atHome?.leave();
    await pool.end();
    throw error;
  };
  const { home, leave } = (atHome = await prepareDatabase(pool, parts).catch(endPool));
  const versions = createEventVersions(pool);
  const storedLog = await openStoredLog({ ...parts, connection }, pool, clock, versions).catch(endPool);
  const dataKeys = createDataKeys({ pool, masterKey, ids, clock });
  const log = createSealedLog({ log: storedLog, aggregates, dataKeys, versions });
  const runner = createCommandRunner({ log, clock, ids });
  const projector = projectorOf(parts, { pool, log, clock, ids, runner });
  const { end: endReading, ...reading } = openReading(connection, onIdleError);
  const close = async () => {
    closing = true;
    await runner.drain();
    await log.close();
    await endReading();
    await leave();
    await pool.end();
  };
  return {
    clock,
    ids,
    processId,
    logger,
    pool,
    ...reading,
    log,
    storedLog,
    logMoves: home.moves,
    dataKeys,
    runner,
    projector,
    close,
  };
}
