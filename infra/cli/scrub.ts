/** `npm run scrub`: rewrites the database's files without what was deleted, and says what remains to be done by hand. */
import { scrub } from "../composition/programs/scrub";
import { loadConfig, readDotEnv } from "../config/config";
import { createLogger } from "../logging/logger";
import { calledAs } from "./called-as";
import { sentenceOfEnd } from "./database-fault";

async function main(): Promise<void> {
  // It rewrites the whole database: whoever asks what it does is not to find out that way.
  if (process.argv.length > 2)
    throw new Error(`Usage: ${calledAs("scrub")}\nTakes no words; docs/erasure.md says what it does.`);
  readDotEnv();
  const config = loadConfig(process.env);
  const leftovers = await scrub(config, createLogger({ level: "warn", stream: process.stderr }));
  console.log("The database's files hold nothing any more that was deleted from its tables.");
  for (const leftover of leftovers) console.log(`- ${leftover}`);
}

main().catch((error: unknown) => {
  console.error(sentenceOfEnd(error));
  process.exitCode = 1;
});
