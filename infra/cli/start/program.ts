/** One process of the service, from its settings to its end: says what it does, where it listens and what to try next, and stops when told. */
import { existsSync } from "node:fs";
import { createLogger } from "../../logging/logger";
import { openDatabase } from "../../composition/database";
import { startService } from "../../composition/service";
import { ConfigError, loadConfig, readDotEnv } from "../../config/config";
import type { Role } from "../../config/settings";
import { loadMasterKey } from "../../config/master-key";
import { isBuilt } from "../called-as";
import { namingDatabaseUrl } from "../database-fault";

async function main(): Promise<void> {
  readDotEnv();
  const config = loadConfig(process.env);
  const logger = createLogger({ level: config.logLevel });
  const isNew = config.databaseUrl === undefined && !existsSync(config.dataDir);
  const masterKey = loadMasterKey(config);
  const database = await openDatabase(config, logger, (sentence) => {
    logger.fatal(sentence);
    process.exit(1);
  });
  const service = await startService({ config, connection: database, masterKey, logger }).catch(
    async (error: unknown) => {
      await database.close();
      throw config.databaseUrl === undefined ? error : namingDatabaseUrl(error);
    },
  );
  const own = config.port === 0 || config.role !== "all" ? service.url : config.publicUrl;
  logger.info(greeting(config.role, own, isNew));

  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info(`Stopping after ${signal}: what is under way is finished first.`);
    service
      .stop()
      .then(() => database.close())
      .then(() => logger.info("Stopped."))
      .catch((err: unknown) => {
        logger.error({ err }, "The stop did not end well; the next start goes on where this one was.");
        process.exitCode = 1;
      });
  };
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGINT", () => stop("SIGINT"));
}

/** What a process that serves no API does, in the words of its greeting. */
const DUTIES = {
  projector: "keeps read tables in step with the log",
  processor: "carries out what follows from events",
  ingest: "takes in observations from Kafka",
};

function greeting(role: Role, url: string, isNew: boolean): string {
  const first = isNew ? "A new data folder was made. " : "";
  if (role !== "all" && role !== "api")
    return `The ${role} process runs: it ${DUTIES[role]}. How it is stands at ${url}/readyz.`;
  const listens = role === "api" ? "The API listens" : "The service listens";
  // Where only the build is, the demo is not.
  const demo = isBuilt ? "" : "; play its main job through with `npm run demo`";
  return `${first}${listens} on ${url}. Read its API at ${url}/docs${demo}.`;
}

export function runProgram(): void {
  main().catch((error: unknown) => {
    const sentence = error instanceof Error ? error.message : String(error);
    console.error(error instanceof ConfigError ? sentence : `The service could not start: ${sentence}`);
    process.exit(1);
  });
}
