/** A process that runs errands together with all others of its kind, with the settings that are usual; it says what it is called. */
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import { createIds } from "../../infra/ids/ids";
import { silentLogger } from "../../infra/logging/logger";
import { createPool } from "../../infra/postgres/pool";
import { createProcessRunner } from "../../infra/process-manager/runner";
import { systemClock } from "../../infra/time/clock";
import { errands, runErrand } from "./errands";
import { onDuty } from "./on-duty";

const [url = "", name = ""] = process.argv.slice(2);
const ids = createIds(systemClock);
const runner = ids.next();
const connection = { url, process: runner };
const pool = createPool(connection);
const log = createPostgresLog({ pool, connection, clock: systemClock });
const processes = [{ manager: errands, effects: { run: runErrand(pool, name) } }];
const engine = { pool, log, clock: systemClock, ids, logger: silentLogger, runner };
void onDuty(createProcessRunner({ ...engine, processes }), pool, runner).then(({ stop }) => {
  process.once("SIGTERM", () => void stop().then(() => process.exit(0)));
  process.stdout.write(runner);
});
