/** `npm run migrate-log -- --from postgres --to eventstoredb`: moves the log to the other engine, or back. */
import { sentenceOfEnd } from "./database-fault";
import { moveLogAs } from "./migrate-log/moving";
import { USAGE, wordsOf } from "./migrate-log/words";

/** Nothing was gone over to; what was copied stays, and another run goes on with it. */
const NOT_MOVED = 2;

Promise.resolve()
  .then(() => {
    const words = process.argv.slice(2);
    if (!words.includes("--help")) return moveLogAs(wordsOf(words));
    console.log(USAGE);
    return true;
  })
  .then((isWell) => {
    process.exitCode = isWell ? 0 : 1;
  })
  .catch((error: unknown) => {
    console.error(sentenceOfEnd(error));
    process.exitCode = NOT_MOVED;
  });
