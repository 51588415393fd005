/** `npm run collector`: answers the service's collection requests with what the provider of places tells, until it is stopped. */
import { openCollector } from "../composition/programs/collector";
import { loadConfig, readDotEnv } from "../config/config";
import { createLogger } from "../logging/logger";
import { systemClock } from "../time/clock";
import { takeNoWords } from "./no-words";

const DAY_MS = 86_400_000;

async function main(): Promise<void> {
  readDotEnv();
  // It reaches the service over HTTP alone: the keys that belong beside a database are none of its business.
  const { DATABASE_URL: _database, ...environment } = process.env;
  const config = loadConfig(environment);
  const logger = createLogger({ level: config.logLevel });
  const collector = openCollector({ config, clock: systemClock, logger });
  if ("missing" in collector) {
    console.log(`Nothing is collected, because ${collector.missing.join(" and ")} must be set first.`);
    return;
  }
  const { collectorServiceUrl = config.publicUrl } = config;
  logger.info(`Collecting for the service at ${collectorServiceUrl}.`);
  const stop = (signal: string): void => {
    logger.info(`Stopping after ${signal}: what was taken is handed in first.`);
    // What a failed end means is said where the end is waited for.
    collector.stop().catch(() => undefined);
  };
  process.once("SIGTERM", () => stop("SIGTERM"));
  process.once("SIGINT", () => stop("SIGINT"));
  // Waits of the clock do not keep a process alive; this one lives until the collector has finished.
  const alive = setInterval(() => undefined, DAY_MS);
  await collector.finished.finally(() => clearInterval(alive));
  logger.info("Stopped.");
}

takeNoWords(
  "collector",
  "Answers the service's collection requests until it is stopped. Needs COLLECTOR_TOKEN and PLACES_API_KEY; .env.example has the rest.",
);
main()
  .then(() => process.exit(0))
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
