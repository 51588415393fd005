/** Scrubs the files of the database that the settings name, so that they hold no byte of what was erased. */
import type { Config } from "../../config/config";
import type { Logger } from "../../logging/logger";
import { createPool } from "../../postgres/pool";
import { scrubDatabase, type Leftovers } from "../../postgres/scrub";
import { openDatabase, requireDatabase } from "../database";

/** With the embedded database no service may run on its folder. Throws an Error with a sentence for the operator. */
export async function scrub(config: Config, logger: Logger): Promise<Leftovers> {
  requireDatabase(config);
  const database = await openDatabase(config, logger, (sentence) => logger.error(sentence));
  const pool = createPool(database, { connectionsMax: 1, name: "scrub" });
  try {
    const leftovers = await scrubDatabase(pool, config.databaseUrl === undefined);
    if (config.eventstoredbUrl === undefined) return leftovers;
    return [...leftovers, "EventStoreDB keeps the events of erased streams in its files until it is scavenged."];
  } finally {
    await pool.end();
    await database.close();
  }
}
