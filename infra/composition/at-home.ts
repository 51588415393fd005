/** A process that uses the log keeps it where it is for as long, and ends at once where it has moved all the same. */
import type { Pool } from "pg";
import type { Config } from "../config/config";
import { stayAtHome, type AtHome } from "../event-log/migration/home-lock";
import type { LogKind } from "../event-log/migration/stored-log";
import type { Logger } from "../logging/logger";

export const toldOf = ({ eventstoredbUrl }: Pick<Config, "eventstoredbUrl">): LogKind =>
  eventstoredbUrl === undefined ? "postgres" : "eventstoredb";

/** The database has all migrations. Throws a sentence where its log is not the one that the settings name, or is being moved. */
export function enterHome(pool: Pool, config: Pick<Config, "eventstoredbUrl">, logger: Logger): Promise<AtHome> {
  return stayAtHome(pool, toldOf(config), (sentence) => {
    logger.fatal(sentence);
    // At once: whatever it still did would be done with the log that was left, and with tables that are not filled yet.
    process.exit(1);
  });
}
