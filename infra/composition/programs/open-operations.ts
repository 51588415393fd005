/** What the command line for projections works with: the service's database and log, beside a running service or without one. */
import type { Config } from "../../config/config";
import { createEventStoreLog } from "../../event-log/eventstoredb/eventstoredb-log";
import { createPostgresLog } from "../../event-log/postgres/postgres-log";
import type { Logger } from "../../logging/logger";
import { createPool } from "../../postgres/pool";
import { createOperations } from "../../projector/operations";
import type { ProjectionOperations } from "../../projector/projector";
import { systemClock } from "../../time/clock";
import { joinDatabase } from "../database";
import { projections } from "../catalogue/projections";

export interface OpenOperations extends ProjectionOperations {
  close(): Promise<void>;
}

const CONNECTIONS_MAX = 2;

/** Reads and asks; whoever keeps a table carries out what is asked. Throws an Error with a sentence for the operator. */
export async function openOperations(config: Config, logger: Logger): Promise<OpenOperations> {
  const database = await joinDatabase(config, logger);
  const pool = createPool(database, { connectionsMax: CONNECTIONS_MAX, name: "projections-cli" });
  const log =
    config.eventstoredbUrl === undefined
      ? createPostgresLog({ pool, connection: database, clock: systemClock, logger })
      : await createEventStoreLog({ connectionString: config.eventstoredbUrl, logger });
  return {
    ...createOperations({ pool, log, projections, clock: systemClock }),
    async close() {
      await log.close();
      await pool.end();
      await database.close();
    },
  };
}
