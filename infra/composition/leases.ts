/** This process's share of what one process at a time does, under the leases of its role. */
import { createLeaseHolder } from "../leases/lease-holder";
import type { LeaseDuties } from "../leases/leases";
import type { Engines } from "./engines";
import type { Part } from "./parts";
import type { Runs } from "./roles";

/**
 * Starts after the projector and has given everything back before that stops. Process managers and the sender stop before it:
 * what they have in flight is nobody else's for as long as this process is known to live.
 */
export function createLeases(
  { pool, logger, processId: runner }: Engines,
  runs: Runs,
  ofProjections: readonly LeaseDuties[],
  ofProcesses: readonly LeaseDuties[],
): Part {
  const duties = [...(runs.projections ? ofProjections : []), ...(runs.processes ? ofProcesses : [])];
  return duties.length === 0
    ? { start: () => Promise.resolve(), stop: () => Promise.resolve() }
    : createLeaseHolder({ pool, logger, runner, duties });
}
