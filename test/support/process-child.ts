/** A service that performs intents until it is killed: it writes each attempt down, and then holds the effect for ever. */
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import { createIds } from "../../infra/ids/ids";
import { silentLogger } from "../../infra/logging/logger";
import { createPool } from "../../infra/postgres/pool";
import { createProcessRunner } from "../../infra/process-manager/runner";
import { systemClock } from "../../infra/time/clock";
import { onDuty } from "./on-duty";
import { attemptsOf, holdingSettings, tasks } from "./process-tasks";

const url = process.argv[2] ?? "";
const pool = createPool({ url });
const log = createPostgresLog({ pool, connection: { url }, clock: systemClock });
const effects = {
  perform: async (_: object, { intentId }: { intentId: string }) => {
    await attemptsOf(pool).write(intentId, "child");
    await new Promise(() => setInterval(() => undefined, 1_000));
  },
};
const processes = [{ manager: tasks, effects }];
const ids = createIds(systemClock);
const runner = ids.next();
const engine = { pool, log, clock: systemClock, ids, logger: silentLogger, runner };
void onDuty(createProcessRunner({ ...engine, processes, settings: holdingSettings }), pool, runner);
