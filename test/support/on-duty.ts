/** Process managers as a process of their own runs them: the engine, and the leases under which it folds. */
import type { Pool } from "pg";
import { createLeaseHolder } from "../../infra/leases/lease-holder";
import { silentLogger } from "../../infra/logging/logger";
import type { ProcessRunner } from "../../infra/process-manager/runner";

/** Started. Its `stop` gives the leases back last, and does so once. */
export async function onDuty(runner: ProcessRunner, pool: Pool, name: string): Promise<ProcessRunner> {
  const leases = createLeaseHolder({ pool, logger: silentLogger, runner: name, duties: [runner.duties] });
  let stopped: Promise<void> | undefined;
  await runner.start();
  await leases.start();
  return { ...runner, stop: () => (stopped ??= runner.stop().then(() => leases.stop())) };
}
