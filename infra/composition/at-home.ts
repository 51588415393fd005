/** A process that uses the log keeps it where it is for as long, and ends at once where it has moved all the same. */
import type { Pool } from "pg";
import type { Config } from "../config/config";
import { stayAtHome, type AtHome, type Entered } from "../event-log/migration/home-lock";
import type { LogKind } from "../event-log/migration/stored-log";
import { requireSameSettings, runAgain } from "../installation/same-settings";
import { settingsInUse } from "../installation/shared-settings";
import type { Logger } from "../logging/logger";

export const toldOf = ({ eventstoredbUrl }: Pick<Config, "eventstoredbUrl">): LogKind =>
  eventstoredbUrl === undefined ? "postgres" : "eventstoredb";

/**
 * The database has all migrations. Throws a sentence where its log is not the one that the settings name, or is being moved, and
 * what `entered` refuses with.
 */
export function enterHome(
  pool: Pool,
  config: Pick<Config, "eventstoredbUrl">,
  logger: Logger,
  entered?: Entered,
): Promise<AtHome> {
  const moved = (sentence: string) => {
    logger.fatal(sentence);
    // At once: whatever it still did would be done with the log that was left, and with tables that are not filled yet.
    process.exit(1);
  };
  return stayAtHome(pool, toldOf(config), moved, entered);
}

/** A process of the service, and no program beside it, refuses to enter where those that run have other settings. */
export function amongEquals(config: Config, masterKey: Buffer): Entered {
  const settings = settingsInUse(config, masterKey);
  return (client, again) => (again ? runAgain(client) : requireSameSettings(client, settings));
}
