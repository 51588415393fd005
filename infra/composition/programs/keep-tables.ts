/** A program's part in keeping the read tables, for as long as it runs: all of them where no service runs, else a share. */
import { createLeaseHolder } from "../../leases/lease-holder";
import type { Engines } from "../engines";

/** What it gives back ends it. */
export async function keepTables({
  projector,
  pool,
  logger,
  processId: runner,
}: Pick<Engines, "projector" | "pool" | "logger" | "processId">): Promise<() => Promise<void>> {
  const leases = createLeaseHolder({ pool, logger, runner, duties: [projector.duties] });
  await projector.start();
  await leases.start();
  return async () => {
    await leases.stop();
    await projector.stop();
  };
}
