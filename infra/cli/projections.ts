/** `npm run projections -- …`: prints the status of all projections, rebuilds one, retries one, or skips an event. */
import { openOperations } from "../composition/programs/open-operations";
import { loadConfig, readDotEnv } from "../config/config";
import { createLogger } from "../logging/logger";
import { sentenceOfEnd } from "./database-fault";
import { runProjectionsCommand } from "./projections-command";

async function main(): Promise<void> {
  readDotEnv();
  const config = loadConfig(process.env);
  const operations = await openOperations(config, createLogger({ level: "warn", stream: process.stderr }));
  try {
    for (const line of await runProjectionsCommand(process.argv.slice(2), operations)) console.log(line);
  } finally {
    await operations.close();
  }
}

main().catch((error: unknown) => {
  console.error(sentenceOfEnd(error));
  process.exitCode = 1;
});
