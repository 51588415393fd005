/** What the composition root hands to endpoints beside the request: engines and adapters, by the names of their ports. */
import type { Knex } from "knex";
import type { CommandRunner } from "../command-runner/command-runner";
import type { EventLog } from "../event-log/event-log";
import type { Ids } from "../ids/ids";
import type { ReadPositions } from "../projector/projector";
import type { Clock } from "../time/clock";

export interface Services {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: EventLog;
  readonly runner: CommandRunner;
  readonly read: Knex;
  readonly positions: ReadPositions;
}
