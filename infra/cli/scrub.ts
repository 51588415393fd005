/** `npm run scrub`: rewrites the database's files without what was deleted, and says what remains to be done by hand. */
import { scrub } from "../composition/programs/scrub";
import { loadConfig, readDotEnv } from "../config/config";
import { createLogger } from "../logging/logger";
import { sentenceOfEnd } from "./database-fault";
import { takeNoWords } from "./no-words";

async function main(): Promise<void> {
  readDotEnv();
  const config = loadConfig(process.env);
  const leftovers = await scrub(config, createLogger({ level: "warn", stream: process.stderr }));
  console.log("The database's files hold nothing any more that was deleted from its tables.");
  for (const leftover of leftovers) console.log(`- ${leftover}`);
}

takeNoWords(
  "scrub",
  "Rewrites the database's files without what was deleted; docs/erasure.md says what it does and needs.",
);
main().catch((error: unknown) => {
  console.error(sentenceOfEnd(error));
  process.exitCode = 1;
});
