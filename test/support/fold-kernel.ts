/** The fold kernel over a database, as one process has it; several over one database stand for several processes. */
import { createCommandRunner, type CommandRunnerParts } from "../../infra/command-runner/create-command-runner";
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import { createIds } from "../../infra/ids/ids";
import type { CommandContext } from "../../infra/command-runner/command-runner";
import { createDataKeys } from "../../infra/sealing/data-keys";
import type { DeclaredAggregate } from "../../infra/sealing/event-catalog";
import { createEventVersions } from "../../infra/sealing/event-versions";
import { createSealedLog } from "../../infra/sealing/sealed-log";
import { systemClock, type Clock } from "../../infra/time/clock";
import type { TestDatabase } from "./database";

type RunnerLimits = Omit<CommandRunnerParts, "log" | "clock" | "ids">;

export interface FoldKernelOptions extends RunnerLimits {
  readonly aggregates: readonly DeclaredAggregate[];
  readonly clock?: Clock;
}

/** The caller closes `log`. */
export function createFoldKernel({ url, pool }: TestDatabase, options: FoldKernelOptions) {
  const { aggregates, clock = systemClock, ...limits } = options;
  const ids = createIds(clock);
  const dataKeys = createDataKeys({ pool, masterKey: Buffer.alloc(32, 1), ids, clock });
  const versions = createEventVersions(pool);
  const stored = createPostgresLog({ pool, connection: { url }, clock });
  const log = createSealedLog({ log: stored, aggregates, dataKeys, versions });
  const runner = createCommandRunner({ log, clock, ids, ...limits });
  return { clock, ids, dataKeys, versions, stored, log, runner };
}

/** A command of its own, caused by nobody in particular. */
export function contextOf(commandId: string): CommandContext {
  return { commandId, correlationId: commandId, causationId: commandId, actor: { kind: "system", id: "test" } };
}
