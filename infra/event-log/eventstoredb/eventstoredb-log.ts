/** The log on an EventStoreDB server or cluster, 22.6 or later. The client is loaded only when such a log is opened. */
import type { Logger } from "../../logging/logger";
import type { EventLog } from "../event-log";
import type { LogIdentity } from "./log-identity";
import type * as OpenLog from "./open-log";

/** Times are milliseconds. `attemptMs` bounds one try, `patienceMs` a whole call before it ends in LogUnavailable. */
export interface EventStoreLogOptions {
  /** As the official client reads it: `esdb://host:2113?tls=false`, `esdb+discover://user:password@cluster:2113`. */
  readonly connectionString: string;
  readonly logger: Logger;
  readonly attemptMs?: number;
  readonly patienceMs?: number;
  /** Bytes of log between a reader and the end beyond which it searches for its types under way, page by page. */
  readonly farBytes?: number;
}

/** Tells which log it is, beside what every log does. */
export interface IdentifiedLog extends EventLog {
  readonly identity: LogIdentity;
}

/** Opens the log. Needs no server yet: calls wait for one within their patience, subscriptions for as long as it takes. */
export async function createEventStoreLog(options: EventStoreLogOptions): Promise<IdentifiedLog> {
  // Required here, not imported above: the client and its generated messages take 150 ms to load.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() of a file wants an extension, which the tests' loader does not map
  const { openEventStoreLog } = require("./open-log") as typeof OpenLog;
  return openEventStoreLog(options);
}
