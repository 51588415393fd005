/** What the command line for projections works with: the service's database and log, beside a running service or without one. */
import type { Pool } from "pg";
import type { Config } from "../../config/config";
import { createEventStoreLog } from "../../event-log/eventstoredb/eventstoredb-log";
import { createPostgresLog } from "../../event-log/postgres/postgres-log";
import type { Logger } from "../../logging/logger";
import { requireMigrated } from "../../postgres/migrations";
import { createPool, type PostgresConnection } from "../../postgres/pool";
import { createOperations } from "../../projector/operations";
import type { ProjectionOperations } from "../../projector/projector";
import { systemClock } from "../../time/clock";
import { enterHome } from "../at-home";
import { migrations } from "../catalogue/migrations";
import { joinDatabase } from "../database";
import { projections } from "../catalogue/projections";

export interface OpenOperations extends ProjectionOperations {
  close(): Promise<void>;
}

const CONNECTIONS_MAX = 3;

/** Reads and asks; whoever keeps a table carries out what is asked. Throws an Error with a sentence for the operator. */
export async function openOperations(config: Config, logger: Logger): Promise<OpenOperations> {
  const database = await joinDatabase(config, logger);
  const pool = createPool(database, { connectionsMax: CONNECTIONS_MAX, name: "projections-cli" });
  const end = async (): Promise<void> => {
    await pool.end();
    await database.close();
  };
  const { log, leave } = await openLog(config, pool, database, logger).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return {
    ...createOperations({ pool, log, projections, clock: systemClock }),
    async close() {
      await log.close();
      await leave();
      await end();
    },
  };
}

async function openLog(config: Config, pool: Pool, connection: PostgresConnection, logger: Logger) {
  await requireMigrated(pool, migrations);
  const { leave } = await enterHome(pool, config, logger);
  if (config.eventstoredbUrl === undefined)
    return { leave, log: createPostgresLog({ pool, connection, clock: systemClock, logger }) };
  const log = await createEventStoreLog({ connectionString: config.eventstoredbUrl, logger }).catch(
    async (error: unknown) => {
      await leave();
      throw error;
    },
  );
  return { leave, log };
}
