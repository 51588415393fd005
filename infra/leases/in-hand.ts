/** Which work rows are in another process's hands, whatever the hosts' clocks say. */

/**
 * A process that has fallen is seen as silent and what it had is freed well within this time of its last lease's end. It is
 * longer than that so that a database that stood still takes nothing from anybody before the living could say so.
 */
const SILENT_MS_MAX = 5_000;

/**
 * SQL over the row `t`, which has `claimed_by text`: it is not in the hands of another process that holds leases. Such a row is
 * freed by its claimant, or for it once it has fallen (`fallen.ts`), and not by its row lease's end: that is an instant of the
 * claimant's own clock. Where the claimant holds no leases, or is `runner` itself, the row lease decides. The holders are read
 * once for each statement.
 */
export const notInOthersHands = (runner: string): string =>
  `(t.claimed_by IS NULL OR t.claimed_by <> ALL (ARRAY(SELECT h.runner FROM operational.lease_holders h
    WHERE h.runner <> ${runner} AND h.expires_at > clock_timestamp() - interval '${SILENT_MS_MAX} milliseconds')))`;
