/** Scrubs the files of the database that the settings name, so that they hold no byte of what was erased. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config";
import type { Logger } from "../logging/logger";
import { createPool } from "../postgres/pool";
import { scrubDatabase, type Leftovers } from "../postgres/scrub";
import { openDatabase } from "./database";

/** With the embedded database no service may run on its folder. Throws an Error with a sentence for the operator. */
export async function scrub(config: Config, logger: Logger): Promise<Leftovers> {
  const folder = join(config.dataDir, "postgres");
  // Opening it would make one, and without the key that a first start makes beside it.
  if (config.databaseUrl === undefined && !existsSync(folder)) throw new Error(`There is no database in ${folder}.`);
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
